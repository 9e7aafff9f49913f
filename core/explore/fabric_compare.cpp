// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/fabric_compare.h"

#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "core/model/fabric/layer_axes.h"

namespace lapidary {
namespace {

using fabric::Activity;

void addTerms(FabricComparison& result) {
    const fabric::Timeline::Bin total = result.timeline.total();
    const Cost& reuse = result.reuse;
    const auto add = [&](const char* key, const char* label, std::int64_t cycles, std::string why) {
        if (cycles != 0) result.terms.push_back({key, label, cycles, std::move(why)});
    };
    add("out_of_step", "multipliers out of step", total.of(Activity::working) - reuse.steps,
        "the reuse model lets all lanes work in each of its " + formatCount(reuse.steps) +
            " steps; here operands come port by port and from neighbours, so that multipliers work at different times");
    add("weights", "waiting for weights", total.of(Activity::weights),
        "the weights of a tile wait for the results of the one before, and nothing multiplies until they are there");
    add("operands", "waiting for operands", total.of(Activity::operands),
        result.outcome.psumsThroughMemory ? "inputs and partial sums on their way: a sum goes through the tree, over "
                                            "the bus and back before the next fold"
                                          : "inputs on their way to multipliers");
    add("results", "waiting for results", total.of(Activity::results),
        "sums on their way through the tree and over the bus to memory, which takes half of what waits per cycle");
    add("configuration", "configuration", total.of(Activity::configuration),
        "a cycle for each round or tile that the controller sets up");
    add("bandwidth", "bandwidth", reuse.steps - reuse.cycles,
        "the reuse model is bound by " + reuse.boundBy + " for so many cycles beyond its steps");
}

/// Words at the level above the array, as that model has them.
void addFigures(const Target& target, FabricComparison& result) {
    const auto add = [&](const char* key, const char* label, const char* unit, double reuse, double simulated) {
        result.figures.push_back({key, label, unit, reuse, simulated});
    };
    const auto number = [](std::int64_t value) { return static_cast<double>(value); };
    const fabric::Outcome& outcome = result.outcome;
    add("cycles", "cycles", "cycles", number(result.reuse.cycles), number(outcome.cycles));
    add("computes", "multiplications", "", number(result.reuse.computes), number(outcome.counters.multiplications));
    add("utilization", "multipliers at work", "", result.reuse.throughputUtilization, outcome.utilization());
    const int buffer = std::max(0, target.architecture.fanouts().front().below);
    const LevelCost& level = result.reuse.levels[static_cast<std::size_t>(buffer)];
    const fabric::LayerAxes axes = fabric::axesOf(target.workload);
    for (int t = 0; t < target.workload.tensorCount(); ++t) {
        const Tensor& tensor = target.workload.tensors()[static_cast<std::size_t>(t)];
        const TensorCost& cost = level.tensors[static_cast<std::size_t>(t)];
        if (tensor.isOutput) {
            add("psum_reads", "partial sums read", "words", number(cost.reads), number(outcome.sram.psumReads));
            add("psum_writes", "results written", "words", number(cost.updates), number(outcome.sram.psumWrites));
        } else if (tensor.uses(axes.k)) {
            add("weight_reads", "weights read", "words", number(cost.reads), number(outcome.sram.weightReads));
        } else {
            add("input_reads", "inputs read", "words", number(cost.reads), number(outcome.sram.inputReads));
        }
    }
}

Result<FabricComparison> compared(const Mapping& mapping, fabric::Run run, const Evaluator& evaluator, Job* job,
                                  Diagnostics notes) {
    FabricComparison result;
    result.reuse = evaluator.evaluate(mapping);
    Diagnostics problems = fabric::problemsOf(run);
    for (const Reason& reason : result.reuse.reasons)
        problems.push_back(error("the reuse model: " + describe(reason, *evaluator.targetPtr())));
    if (!problems.empty()) return problems;
    fabric::EngineTrace trace;
    trace.timeline.emplace();
    fabric::EngineOptions options;
    options.trace = &trace;
    options.job = job;
    auto outcome = fabric::simulate(run, options);
    if (!outcome) return outcome.diagnostics();
    const Diagnostics& warnings = outcome.diagnostics();
    notes.insert(notes.end(), warnings.begin(), warnings.end());
    result.outcome = *std::move(outcome);
    result.run = std::move(run);
    result.timeline = *std::move(trace.timeline);
    if (result.outcome.cycles > 0) {
        addTerms(result);
        addFigures(*evaluator.targetPtr(), result);
    }
    return Result<FabricComparison>(std::move(result), std::move(notes));
}

}  // namespace

Result<FabricComparison> compareWithFabric(const Mapping& mapping, const Evaluator& evaluator,
                                           const fabric::MachineChoice& choice, Job* job) {
    auto run = fabric::runOf(mapping, *evaluator.targetPtr(), choice);
    if (!run) return run.diagnostics();
    Diagnostics notes = run.diagnostics();
    return compared(mapping, *std::move(run), evaluator, job, std::move(notes));
}

Result<FabricComparison> compareWithFabric(const fabric::Run& run, const Evaluator& evaluator, Job* job) {
    const auto mapping = fabric::mappingOf(run, *evaluator.targetPtr());
    if (!mapping) return mapping.diagnostics();
    return compared(*mapping, run, evaluator, job, {});
}

}  // namespace lapidary
