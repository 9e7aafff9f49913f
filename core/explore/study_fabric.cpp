// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/study_fabric.h"

#include <cmath>

#include "core/base/rng.h"
#include "core/explore/fabric_compare.h"
#include "core/model/evaluator.h"
#include "core/model/fabric/from_mapping.h"
#include "core/search/fabric/mapper.h"

namespace lapidary {
namespace {

using fabric::Run;

class FabricPoint {
public:
    FabricPoint(const StudyFabric& task, const Workload& workload, const Architecture& architecture, Run run, Job& job)
        : m_task(task), m_workload(workload), m_architecture(architecture), m_run(std::move(run)), m_job(job) {}

    Result<FabricFigures> figures() {
        Diagnostics problems = choose();
        if (!problems.empty()) return problems;
        if (m_result.stopped) return std::move(m_result);
        if (problems = problemsOf(m_run); !problems.empty()) return problems;
        Job part(&m_job);
        if (m_task.pick == FabricPick::random) return compared(part);
        fabric::EngineOptions options;
        options.job = &part;
        const auto outcome = simulate(m_run, options);
        if (!outcome) return outcome.diagnostics();
        if (outcome->cycles == 0 || m_job.stopRequested()) m_result.stopped = true;
        add(*outcome);
        return std::move(m_result);
    }

private:
    /// Beside the reuse model's cycles for the tile as a mapping, and the share of each thing that it leaves out.
    Result<FabricFigures> compared(Job& job) {
        auto target = Target::make(m_workload, m_architecture);
        if (!target) return target.diagnostics();
        const auto evaluator = Evaluator::make(*target, Semantics{});
        if (!evaluator) return evaluator.diagnostics();
        const auto comparison = compareWithFabric(m_run, *evaluator, &job);
        if (!comparison) return comparison.diagnostics();
        if (comparison->outcome.cycles == 0 || m_job.stopRequested()) {
            m_result.stopped = true;
            return std::move(m_result);
        }
        add(comparison->outcome);
        number("reuse_cycles", comparison->reuse.cycles);
        value("reuse_over_fabric", comparison->error() + 1);
        for (const char* key : {"out_of_step", "weights", "operands", "results"}) {
            double share = 0;
            for (const FabricTerm& term : comparison->terms)
                if (term.key == key)
                    share = static_cast<double>(term.cycles) / static_cast<double>(comparison->outcome.cycles);
            value(std::string("share_") + key, share);
        }
        return std::move(m_result);
    }

    Diagnostics choose() {
        switch (m_task.pick) {
        case FabricPick::tile: m_run.tile = m_task.tile; return {};
        case FabricPick::mapper: return map();
        case FabricPick::tuner: return tune();
        case FabricPick::range: return range();
        case FabricPick::sparse: prune(); return {};
        case FabricPick::random: return draw();
        }
        return {};
    }

    Diagnostics map() {
        const auto mapped = fabric::mapAnalytically(m_run);
        if (!mapped) return mapped.diagnostics();
        m_run.tile = mapped->tile;
        value("estimate", mapped->estimate);
        number("runnable", mapped->considered);
        return {};
    }

    Diagnostics tune() {
        const auto space = fabric::tileSpace(m_run, m_task.sizes, m_task.knobs);
        if (!space) return space.diagnostics();
        const fabric::TuneResult tuned = fabric::tune(*space, m_task.tuning, m_job);
        m_result.stopped = tuned.stopped;
        if (!tuned.failures.empty()) return tuned.failures;
        if (!tuned.best) return {error("no tile that the machine can run")};
        m_run = space->at(tuned.best->index);
        number("runnable", tuned.valid);
        number("trials", static_cast<std::int64_t>(tuned.trials.size()));
        return {};
    }

    /// Every tile simulated; the first of the fastest is chosen.
    Diagnostics range() {
        const auto space = fabric::tileSpace(m_run, m_task.sizes, m_task.knobs);
        if (!space) return space.diagnostics();
        fabric::TuneOptions every;
        every.tuner = fabric::Tuner::grid;
        const fabric::TuneResult all = fabric::tune(*space, every, m_job);
        m_result.stopped = all.stopped;
        if (!all.best) return {error("no tile that the machine can run")};
        const fabric::Trial* worst = &all.trials.front();
        for (const fabric::Trial& trial : all.trials)
            if (trial.cost > worst->cost) worst = &trial;
        m_run = space->at(all.best->index);
        number("runnable", all.valid);
        value("worst", worst->cost);
        value("worst_over_best", worst->cost / all.best->cost);
        m_result.figures.emplace_back("worst_tile", toText(space->at(worst->index).tile));
        return {};
    }

    /// The tile at the seed's place in one random order of all.
    Diagnostics draw() {
        const auto space = fabric::tileSpace(m_run, m_task.sizes, m_task.knobs);
        if (!space) return space.diagnostics();
        std::vector<std::int64_t> tiles = fabric::validIndices(*space);
        if (tiles.empty()) return {error("no tile that the machine can run")};
        Rng rng(1);
        for (std::size_t i = tiles.size(); i > 1; --i) std::swap(tiles[i - 1], tiles[rng.below(i)]);
        m_run = space->at(tiles[m_task.tuning.seed % tiles.size()]);
        number("runnable", static_cast<std::int64_t>(tiles.size()));
        return {};
    }

    /// SIGMA with stationary weights, drawn uniformly in [-1, 1): those of the least magnitude are zero, and as many per
    /// cent have a magnitude below that share of 1.
    void prune() {
        m_run.hardware.controller = fabric::Controller::sigma;
        const bool conv = m_run.layer.kind == fabric::LayerKind::conv;
        const fabric::GemmShape shape = productOf(m_run.layer);
        m_run.stationary = conv ? fabric::Stationary::mk : fabric::Stationary::kn;
        if (m_task.zeros == 0) return;
        // A bitmap for each group or product.
        fabric::Bitmap weights = conv ? fabric::fullBitmap(m_run.layer.conv.g * shape.m, shape.k)
                                      : fabric::fullBitmap(shape.batch * shape.k, shape.n);
        Rng rng(m_task.tuning.seed, 0);
        for (std::uint8_t& bit : weights.bits) bit = std::abs(2 * rng.unit() - 1) * 100 >= m_task.zeros ? 1 : 0;
        (conv ? m_run.mk : m_run.kn) = std::move(weights);
    }

    void add(const fabric::Outcome& outcome) {
        number("cycles", outcome.cycles);
        number("psums", outcome.psums);
        number("multiplications", outcome.counters.multiplications);
        value("utilization", outcome.utilization());
        number("weight_reads", outcome.sram.weightReads);
        if (m_run.hardware.controller != fabric::Controller::maeri) return;
        number("neurons", outcome.neurons);
        number("neuron_size", outcome.neuronSize);
        number("folds", outcome.folds);
        m_result.figures.emplace_back("tile", toText(m_run.tile));
    }

    void value(std::string key, double figure) { m_result.figures.emplace_back(std::move(key), figure); }
    void number(std::string key, std::int64_t figure) { value(std::move(key), static_cast<double>(figure)); }

    const StudyFabric& m_task;
    const Workload& m_workload;
    const Architecture& m_architecture;
    Run m_run;
    Job& m_job;
    FabricFigures m_result;
};

}  // namespace

Result<FabricFigures> fabricFiguresOf(const StudyFabric& task, const Workload& workload,
                                      const Architecture& architecture, Job& job) {
    auto layer = fabric::layerOf(workload);
    if (!layer) return layer.diagnostics();
    const auto hardware = fabric::hardwareOf(architecture, workload);
    if (!hardware) return hardware.diagnostics();
    Run run;
    run.layer = *std::move(layer);
    run.hardware = *hardware;
    return FabricPoint(task, workload, architecture, std::move(run), job).figures();
}

std::vector<StudyFigureInfo> fabricFigureInfos() {
    return {{"cycles", "cycles", "cycles"},
            {"psums", "results that memory waits for", ""},
            {"multiplications", "multiplications", ""},
            {"utilization", "multipliers at work", ""},
            {"weight_reads", "weights read", ""},
            {"tile", "tile", ""},
            {"neurons", "virtual neurons", ""},
            {"neuron_size", "multipliers of each", ""},
            {"folds", "folds", ""},
            {"runnable", "tiles", ""},
            {"trials", "trials", ""},
            {"estimate", "cycles estimated", "cycles"},
            {"worst", "cycles of the worst tile", "cycles"},
            {"worst_over_best", "worst tile over the best", ""},
            {"worst_tile", "worst tile", ""},
            {"reuse_cycles", "cycles of the reuse model", "cycles"},
            {"reuse_over_fabric", "reuse model over fabric", ""},
            {"share_out_of_step", "multipliers out of step", ""},
            {"share_weights", "waiting for weights", ""},
            {"share_operands", "waiting for operands", ""},
            {"share_results", "waiting for results", ""}};
}

}  // namespace lapidary
