// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tasks of a study's points.

#include <algorithm>
#include <bit>
#include <ctime>

#include "core/base/text.h"
#include "core/explore/study.h"
#include "core/explore/study_fabric.h"
#include "core/explore/study_flash.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/search/sunstone/ordering_trie.h"
#include "core/search/valid_count.h"

namespace lapidary {

namespace {

double studyCpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct StudyGround {
    Mapspace mapspace;
    Evaluator evaluator;
};

Result<StudyGround> groundOf(const StudyRuns& runs, const StudyPoint& point) {
    const StudySetting& setting = runs.settings[point.setting];
    auto target = Target::make(runs.workloads[point.workload].workload, runs.designs[point.design].architecture);
    if (!target) return target.diagnostics();
    const MapspaceOptions options{runs.mapspaces[point.mapspace],
                                  setting.constraints.value_or((*target)->architecture.spec().constraints)};
    auto mapspace = Mapspace::make(*target, options);
    if (!mapspace) return mapspace.diagnostics();
    auto evaluator = Evaluator::make(*target, setting.semantics);
    if (!evaluator) return evaluator.diagnostics();
    return StudyGround{*std::move(mapspace), *std::move(evaluator)};
}

/// The task of one point. Each task returns false if the job ended it.
class PointTask {
public:
    PointTask(const StudySpec& spec, const StudyPoint& point, Job& job)
        : m_spec(spec), m_runs(spec.runs[point.runs]), m_point(point), m_job(job) {}

    bool run(StudyOutcome& outcome) {
        switch (m_runs.task) {
        case StudyTask::search: return searchFor(outcome);
        case StudyTask::count: return countUp(outcome);
        case StudyTask::reuse: return sayReuse(outcome);
        case StudyTask::flash: return mapByFlash(outcome);
        case StudyTask::fabric: return simulateTile(outcome);
        }
        return true;
    }

private:
    static bool fail(StudyOutcome& outcome, const Diagnostics& why) {
        for (const Diagnostic& each : why)
            if (each.severity == Severity::error) outcome.failure.push_back(toText(each));
        return true;
    }

    std::uint64_t seed() const {
        if (!m_runs.seeds.empty()) return m_runs.seeds[m_point.seed];
        return m_spec.seed.value_or(m_runs.settings[m_point.setting].search.seed);
    }

    bool searchFor(StudyOutcome& outcome) {
        const auto ground = groundOf(m_runs, m_point);
        if (!ground) return fail(outcome, ground.diagnostics());
        SearchOptions options = m_runs.settings[m_point.setting].search;
        options.threads = 1;
        options.seed = seed();
        const auto result = search(ground->mapspace, ground->evaluator, options, m_job);
        if (!result) return fail(outcome, result.diagnostics());
        if (result->cause == StopCause::byHand) return false;
        outcome.stoppedBy = keyOf(result->cause);
        if (result->best) {
            const Target& target = ground->mapspace.target();
            outcome.nest = toText(result->best->mapping, target.workload, target.architecture);
        } else {
            outcome.failure.emplace_back("no valid mapping was found");
        }
        addFigures(*result, options, *ground, outcome);
        return true;
    }

    static void addFigures(const SearchResult& result, const SearchOptions& options, const StudyGround& ground,
                           StudyOutcome& outcome) {
        const auto add = [&](std::string_view key, StudyValue value) {
            outcome.figures.emplace_back(key, std::move(value));
        };
        const auto number = [](auto value) { return StudyValue(static_cast<double>(value)); };
        if (result.best) {
            const Cost cost = costOf(options, result.best->mapping, ground.evaluator);
            add("edp", cost.edp ? StudyValue(*cost.edp) : StudyValue());
            add("energy_pj", cost.energyPj ? StudyValue(*cost.energyPj) : StudyValue());
            add("cycles", number(cost.cycles));
            add("utilization", cost.utilization);
        }
        add("macs", number(ground.mapspace.target().workload.macs()));
        add("drawn", number(result.counters.drawn));
        add("valid", number(result.counters.valid));
        add("space", result.spaceSize.get_d());
        if (!result.sunstone) return;
        for (const sunstone::CounterText& counter : sunstone::texts(*result.sunstone))
            add("sunstone." + counter.key, number(counter.value));
    }

    bool mapByFlash(StudyOutcome& outcome) {
        StudyFlash task = *m_runs.settings[m_point.setting].flash;
        task.options.seed = m_runs.seeds.empty() ? m_spec.seed.value_or(task.options.seed) : m_runs.seeds[m_point.seed];
        const auto found = flashFiguresOf(task, m_runs.workloads[m_point.workload].workload,
                                          m_runs.designs[m_point.design].architecture, m_job);
        if (!found) return fail(outcome, found.diagnostics());
        if (found->stopped) return false;
        outcome.figures = found->figures;
        outcome.nest = found->directives;
        if (!found->found) outcome.failure.emplace_back("no candidate was found");
        return true;
    }

    bool simulateTile(StudyOutcome& outcome) {
        StudyFabric task = *m_runs.settings[m_point.setting].fabric;
        task.tuning.seed = m_runs.seeds.empty() ? m_spec.seed.value_or(task.tuning.seed) : m_runs.seeds[m_point.seed];
        const auto found = fabricFiguresOf(task, m_runs.workloads[m_point.workload].workload,
                                           m_runs.designs[m_point.design].architecture, m_job);
        if (!found) return fail(outcome, found.diagnostics());
        if (found->stopped) return false;
        outcome.figures = found->figures;
        return true;
    }

    bool countUp(StudyOutcome& outcome) {
        const auto ground = groundOf(m_runs, m_point);
        if (!ground) return fail(outcome, ground.diagnostics());
        BigInt tilings = 1;
        for (const SizeTerm& term : ground->mapspace.terms())
            if (term.kind == SizeTerm::Kind::chains) tilings *= term.count;
        const BigInt& size = ground->mapspace.size();
        outcome.figures = {{"size", size.get_d()}, {"size_log10", log10Of(size)}, {"tilings", tilings.get_d()}};
        if (!m_runs.samples) return true;
        const auto valid = countValid(ground->mapspace, ground->evaluator, seed(), 1, m_job, *m_runs.samples);
        if (!valid) return fail(outcome, valid.diagnostics());
        if (m_job.stopRequested()) return false;
        outcome.figures.emplace_back("valid", valid->value.get_d());
        outcome.figures.emplace_back("valid_exact", valid->exact ? "yes" : "no");
        return true;
    }

    /// Dimensions of a mask by name, in alphabetical order; what has no loop counts, too.
    static std::string namesOf(const Workload& workload, unsigned dimensions) {
        std::vector<std::string> names;
        for (int d = 0; d < workload.dimensionCount(); ++d)
            if (dimensions >> d & 1) names.push_back(workload.dimensions()[static_cast<std::size_t>(d)].name);
        std::sort(names.begin(), names.end());
        return joined(names);
    }

    bool sayReuse(StudyOutcome& outcome) {
        const Workload& workload = m_runs.workloads[m_point.workload].workload;
        const sunstone::Access access = sunstone::accessOf(workload);
        const unsigned all = (1u << workload.dimensionCount()) - 1;
        const unsigned own = access.indexing[m_point.tensor];
        unsigned window = 0, served = 0;
        for (const std::uint16_t each : access.window[m_point.tensor]) window |= each;
        for (std::size_t t = 0; t < workload.tensors().size(); ++t)
            if (t != m_point.tensor) served |= all & ~unsigned{access.indexing[t]};
        const sunstone::OrderingTrie trie = sunstone::orderingTrie(workload, true);
        const auto count = [](unsigned mask) { return StudyValue(static_cast<double>(std::popcount(mask))); };
        outcome.figures = {{"indexed_by", namesOf(workload, own)},
                           {"reused_by", namesOf(workload, all & ~own)},
                           {"partially_reused_by", namesOf(workload, window)},
                           {"dimensions", count(all)},
                           {"tile_dimensions", count(own)},
                           {"unroll_dimensions", count(own & served)},
                           {"orders", factorial(workload.dimensionCount()).get_d()},
                           {"orders_kept", static_cast<double>(trie.kept.size())}};
        return true;
    }

    const StudySpec& m_spec;
    const StudyRuns& m_runs;
    const StudyPoint& m_point;
    Job& m_job;
};

}  // namespace

std::vector<StudyFigureInfo> figuresOf(StudyTask task) {
    std::vector<StudyFigureInfo> figures;
    switch (task) {
    case StudyTask::search:
        figures = {{"edp", "EDP", "pJ*cycles"},
                   {"energy_pj", "energy", "pJ"},
                   {"cycles", "cycles", "cycles"},
                   {"utilization", "lanes at work", ""},
                   {"macs", "MACs", ""},
                   {"drawn", "mappings judged", ""},
                   {"valid", "valid mappings met", ""},
                   {"space", "size of the mapspace", ""}};
        for (const sunstone::CounterText& counter : sunstone::texts(sunstone::Counters{}))
            figures.push_back({"sunstone." + counter.key, counter.label, ""});
        break;
    case StudyTask::count:
        figures = {{"size", "size of the mapspace", ""},
                   {"size_log10", "log10 of its size", ""},
                   {"tilings", "ways to split the dimensions", ""},
                   {"valid", "valid mappings", ""},
                   {"valid_exact", "counted one by one", ""}};
        break;
    case StudyTask::reuse:
        figures = {{"indexed_by", "indexed by", ""},
                   {"reused_by", "reused by", ""},
                   {"partially_reused_by", "partially reused by", ""},
                   {"dimensions", "dimensions", ""},
                   {"tile_dimensions", "dimensions that its tiles grow in", ""},
                   {"unroll_dimensions", "dimensions to unroll while it is reused in time", ""},
                   {"orders", "loop orders", ""},
                   {"orders_kept", "orders that the trie keeps", ""}};
        break;
    case StudyTask::flash: figures = flashFigureInfos(); break;
    case StudyTask::fabric: figures = fabricFigureInfos(); break;
    }
    figures.push_back({"seconds", "time", "s"});
    figures.push_back({"cpu_seconds", "processor time", "s"});
    return figures;
}

StudyOutcomePtr runPoint(const StudySpec& spec, const StudyPoint& point, std::size_t index, Job& job) {
    StudyOutcome outcome;
    outcome.point = index;
    const StopWatch watch;
    const double cpuBefore = studyCpuSeconds();
    if (!PointTask(spec, point, job).run(outcome)) return nullptr;
    outcome.seconds = watch.seconds();
    outcome.cpuSeconds = studyCpuSeconds() - cpuBefore;
    return std::make_shared<const StudyOutcome>(std::move(outcome));
}

}  // namespace lapidary
