// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/sweep_point.h"

#include <algorithm>

#include "core/arch/memory_size.h"
#include "core/base/arith.h"
#include "core/model/evaluator.h"
#include "core/search/bounds/space_bound.h"
#include "core/workload/einsum.h"

namespace lapidary {

namespace {

bool speaksOfBounds(std::string_view path) { return path.starts_with(kBoundsPrefix); }

Result<Architecture> designOf(const SweepSpec& spec, const std::vector<std::string>& values) {
    Result<Architecture> design = spec.base;
    for (std::size_t axis = 0; axis < spec.axes.size() && design; ++axis)
        if (!speaksOfBounds(spec.axes[axis].path)) design = withSetting(*design, spec.axes[axis].path, values[axis]);
    return design;
}

Result<Workload> withBound(const Workload& layer, std::string_view name, const std::string& value) {
    const auto parsed = parseBounds(std::string(name) + "=" + value);
    if (!parsed) return parsed.diagnostics();
    const int dimension = layer.findDimension(name);
    if (dimension < 0) return error("layer '" + layer.name() + "' has no dimension '" + std::string(name) + "'");
    std::vector<std::int64_t> bounds;
    for (const Dimension& each : layer.dimensions()) bounds.push_back(each.bound);
    bounds[static_cast<std::size_t>(dimension)] = parsed->begin()->second;
    return layer.withBounds(bounds);
}

Result<Workload> workloadOf(const SweepSpec& spec, const SweepPoint& point, const Workload& layer) {
    Result<Workload> workload = layer;
    for (std::size_t axis = 0; axis < spec.axes.size() && workload; ++axis) {
        const std::string_view path = spec.axes[axis].path;
        if (speaksOfBounds(path))
            workload = withBound(*workload, path.substr(kBoundsPrefix.size()), point.values[axis]);
    }
    return workload;
}

void setFigures(LayerOutcome& outcome, const Cost& cost) {
    outcome.energyPj = cost.energyPj;
    outcome.edp = cost.edp;
    outcome.cycles = cost.cycles;
    outcome.steps = cost.steps;
    outcome.stallCycles = cost.stallCycles;
    outcome.utilization = cost.utilization;
}

void setResult(LayerOutcome& outcome, SearchResult result, const SearchOptions& options, const Evaluator& evaluator) {
    if (result.best) setFigures(outcome, costOf(options, result.best->mapping, evaluator));
    outcome.best = std::move(result.best);
    outcome.counters = std::move(result.counters);
    outcome.cause = result.cause;
    outcome.bound = result.bound;
    outcome.proven = result.proven;
    outcome.seconds = result.seconds;
}

LayerOutcome failed(LayerOutcome outcome, const Diagnostics& why) {
    outcome.failure = why;
    return outcome;
}

/// count * value, added to a sum that is unknown as soon as one term is.
void accumulate(std::optional<double>& sum, std::int64_t count, const std::optional<double>& value) {
    sum = sum && value ? std::optional<double>(*sum + static_cast<double>(count) * *value) : std::nullopt;
}

void accumulate(std::optional<std::int64_t>& sum, std::int64_t count, std::int64_t value) {
    const auto product = checkedMul(count, value);
    sum = sum && product ? checkedAdd(*sum, *product) : std::nullopt;
}

bool endedByItself(const LayerOutcome& outcome) {
    return outcome.cause != StopCause::none && outcome.cause != StopCause::byHand;
}

}  // namespace

SweepPoint pointAt(const SweepSpec& spec, std::size_t index) {
    SweepPoint point;
    point.index = index;
    point.factorization = spec.mapspaces[index % spec.mapspaces.size()];
    index /= spec.mapspaces.size();
    point.values.resize(spec.axes.size());
    for (std::size_t axis = spec.axes.size(); axis-- > 0;) {
        const std::vector<std::string>& values = spec.axes[axis].values;
        point.values[axis] = values[index % values.size()];
        index /= values.size();
    }
    Result<Architecture> design = designOf(spec, point.values);
    if (!design) {
        point.failure = design.diagnostics();
        return point;
    }
    std::vector<std::string> missing;
    point.areaUm2 = design->area(&missing);
    for (const std::string& name : missing) point.notes.push_back("no area data: " + name);
    for (std::string& note : sizeNotes(*design)) point.notes.push_back(std::move(note));
    point.architecture = *std::move(design);
    return point;
}

Result<TargetPtr> targetOf(const SweepSpec& spec, const SweepPoint& point, const Workload& layer) {
    const auto workload = workloadOf(spec, point, layer);
    if (!workload) return workload.diagnostics();
    return Target::make(*workload, *point.architecture);
}

MapspaceOptions mapspaceOf(const SweepSpec& spec, const SweepPoint& point) {
    return {point.factorization, spec.constraints.value_or(point.architecture->spec().constraints)};
}

LayerOutcome knownOutcome(const SweepSpec& spec, const SweepPoint& point, const Workload& layer,
                          std::optional<Mapping> best) {
    LayerOutcome outcome;
    const auto target = targetOf(spec, point, layer);
    if (!target) return failed(std::move(outcome), target.diagnostics());
    outcome.target = *target;
    outcome.macs = (*target)->workload.macs();
    const auto evaluator = Evaluator::make(*target, spec.semantics);
    if (!evaluator) return failed(std::move(outcome), evaluator.diagnostics());
    if (!best) return outcome;
    const Cost cost = costOf(spec.search, *best, *evaluator);
    setFigures(outcome, cost);
    const Score score = spec.search.compat ? Score{{}, cost.energyPj.value_or(0), cost.cycles, cost.steps}
                                           : evaluator->score(*best, *evaluator->makeScratch());
    outcome.best = Candidate{*std::move(best), score};
    return outcome;
}

bool isSettled(const SweepPoint& point) {
    if (!point.failure.empty()) return true;
    return !point.layers.empty() &&
           std::all_of(point.layers.begin(), point.layers.end(),
                       [](const LayerOutcome& outcome) { return !outcome.failure.empty() || endedByItself(outcome); });
}

std::optional<std::size_t> pointBefore(const SweepSpec& spec, std::size_t index) {
    const std::size_t kinds = spec.mapspaces.size();
    std::size_t stride = kinds, rest = index / kinds;
    for (std::size_t axis = spec.axes.size(); axis-- > 0;) {
        const std::size_t count = spec.axes[axis].values.size();
        if (rest % count > 0) return index - stride;
        rest /= count;
        stride *= count;
    }
    if (index % kinds > 0) return index - 1;
    return std::nullopt;
}

std::size_t rankOf(const SweepSpec& spec, std::size_t index) {
    std::size_t rank = index % spec.mapspaces.size();
    index /= spec.mapspaces.size();
    for (std::size_t axis = spec.axes.size(); axis-- > 0;) {
        rank += index % spec.axes[axis].values.size();
        index /= spec.axes[axis].values.size();
    }
    return rank;
}

LayerOutcome searchLayer(const SweepSpec& spec, const SweepPoint& point, const Workload& layer, Job& job,
                         std::shared_ptr<const Mapping> neighbour) {
    LayerOutcome outcome;
    const auto workload = workloadOf(spec, point, layer);
    if (!workload) return failed(std::move(outcome), workload.diagnostics());
    outcome.macs = workload->macs();
    const auto target = Target::make(*workload, *point.architecture);
    if (!target) return failed(std::move(outcome), target.diagnostics());
    outcome.target = *target;
    const auto mapspace = Mapspace::make(*target, mapspaceOf(spec, point));
    if (!mapspace) return failed(std::move(outcome), mapspace.diagnostics());
    const auto evaluator = Evaluator::make(*target, spec.semantics);
    if (!evaluator) return failed(std::move(outcome), evaluator.diagnostics());
    SearchOptions options = spec.search;
    options.threads = 1;
    options.neighbour = std::move(neighbour);
    auto result = search(*mapspace, *evaluator, options, job);
    if (!result) return failed(std::move(outcome), result.diagnostics());
    setResult(outcome, *std::move(result), options, *evaluator);
    return outcome;
}

void addTotals(SweepPoint& point, const std::vector<Layer>& layers, const SweepSpec& spec) {
    std::optional<double> energy = 0.0, edpSum = 0.0;
    std::optional<std::int64_t> cycles = 0, steps = 0, macs = 0, stalls = 0;
    std::optional<double> bound = 0.0, reached = 0.0;
    const Metric metric = spec.search.objective.metrics.front();
    bool found = !point.layers.empty();
    point.complete = found;
    for (std::size_t i = 0; i < point.layers.size(); ++i) {
        const LayerOutcome& outcome = point.layers[i];
        const std::int64_t count = layers[i].count;
        accumulate(energy, count, outcome.energyPj);
        accumulate(edpSum, count, outcome.edp);
        accumulate(bound, count, outcome.bound);
        if (outcome.best) accumulate(reached, count, valueOf(metric, outcome.best->score));
        accumulate(cycles, count, outcome.cycles);
        accumulate(steps, count, outcome.steps);
        accumulate(macs, count, outcome.macs);
        accumulate(stalls, count, outcome.stallCycles);
        point.drawn += outcome.counters.drawn;
        found = found && outcome.best;
        point.complete = point.complete && outcome.best && endedByItself(outcome);
    }
    if (!found || !cycles || !steps || !macs) return;
    point.macs = macs;
    point.energyPj = energy;
    point.cycles = cycles;
    if (metric == Metric::latency || energy) point.bound = bound;
    if (point.bound) point.gap = gapOf(*reached, *point.bound);
    if (spec.semantics.time == Time::ports) point.stallCycles = stalls;
    point.edpSum = edpSum;
    if (energy) point.edp = *energy * static_cast<double>(*cycles);
    const auto lanes = static_cast<double>(point.architecture->computeInstances());
    point.utilization = static_cast<double>(*macs) / (static_cast<double>(*steps) * lanes);
}

}  // namespace lapidary
