// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/simulate.h"

#include <algorithm>
#include <string>

#include "core/model/fabric/energy.h"

namespace lapidary::fabric {
namespace {

GemmShape productOf(const Layer& layer) { return layer.kind == LayerKind::conv ? im2col(layer.conv) : layer.gemm; }

void checkBitmap(const std::optional<Bitmap>& map, const char* name, std::int64_t rows, std::int64_t columns,
                 Diagnostics& out) {
    if (map && (map->rows != rows || map->columns != columns))
        out.push_back(error("the bitmap of " + std::string(name) + " has " + std::to_string(map->rows) + " x " +
                            std::to_string(map->columns) + " bits, the layer needs " + std::to_string(rows) + " x " +
                            std::to_string(columns)));
}

Diagnostics sigmaRunProblems(const Run& run) {
    constexpr std::int64_t kMostBits = std::int64_t{1} << 31;
    const GemmShape shape = productOf(run.layer);
    Diagnostics problems = sigmaProblems(shape);
    if (shape.m > kMostBits / shape.k || shape.n > kMostBits / shape.k)
        problems.push_back(error("operands of more than 2^31 bits"));
    checkBitmap(run.mk, "MK", shape.m, shape.k, problems);
    checkBitmap(run.kn, "KN", shape.k, shape.n, problems);
    return problems;
}

/// So many equal products, one after the other; of a trace those that its window meets are run once more.
template <class RunOnce>
Outcome repeatedRun(std::int64_t times, const EngineOptions& options, RunOnce runOnce) {
    if (!options.trace || times == 1) return repeated(runOnce(options), times);
    constexpr std::size_t kDetail = 1 << 16;
    EngineTrace& whole = *options.trace;
    EngineOptions inner = options;
    EngineTrace first = whole.part(0);
    if (whole.timeline) first.timeline.emplace(kDetail);
    inner.trace = &first;
    const Outcome outcome = runOnce(inner);
    if (outcome.cycles == 0) return outcome;
    if (whole.timeline) whole.timeline->append(Timeline::Part(*first.timeline), times);
    whole.take(std::move(first), 0);
    for (std::int64_t product = std::max<std::int64_t>(1, (whole.from - 1) / outcome.cycles);
         product < times && whole.meets(product * outcome.cycles, outcome.cycles); ++product) {
        EngineTrace part = whole.part(product * outcome.cycles);
        inner.trace = &part;
        if (runOnce(inner).cycles == 0) return {};
        whole.take(std::move(part), product * outcome.cycles);
    }
    return repeated(outcome, times);
}

Outcome sigmaOutcome(const Run& run, const EngineOptions& options) {
    const GemmShape shape = productOf(run.layer);
    const SigmaOperands operands = sigmaOperands(run.mk ? *run.mk : fullBitmap(shape.m, shape.k),
                                                 run.kn ? *run.kn : fullBitmap(shape.k, shape.n), run.stationary);
    return repeatedRun(shape.batch, options,
                       [&](const EngineOptions& inner) { return runSigma(operands, run.hardware, inner); });
}

Outcome systolicOutcome(const Run& run, const EngineOptions& options) {
    const GemmShape shape = productOf(run.layer);
    return repeatedRun(shape.batch, options, [&](const EngineOptions& inner) {
        if (inner.trace) traceSystolic(shape, run.systolicTile, run.hardware, *inner.trace);
        return runSystolic(shape, run.systolicTile, run.hardware);
    });
}

Result<Outcome> maeriOutcome(const Run& run, const EngineOptions& options) {
    const auto shape = maeriShape(run.layer);
    if (!shape) return shape.diagnostics();
    const bool conv = run.layer.kind == LayerKind::conv;
    Outcome outcome = repeatedRun(conv ? 1 : run.layer.gemm.batch, options, [&](const EngineOptions& inner) {
        return runMaeri(*shape, run.tile, run.hardware, inner);
    });
    if (conv && outcome.cycles > 0) outcome.macs = run.layer.macs();
    return outcome;
}

}  // namespace

Outcome repeated(Outcome outcome, std::int64_t times) {
    Counters& c = outcome.counters;
    for (std::int64_t* value : {&outcome.cycles,
                                &outcome.macs,
                                &outcome.psums,
                                &outcome.sram.weightReads,
                                &outcome.sram.inputReads,
                                &outcome.sram.psumReads,
                                &outcome.sram.psumWrites,
                                &c.multiplications,
                                &c.psumForwards,
                                &c.zeroForwards,
                                &c.neighbourForwards,
                                &c.packets,
                                &c.unicasts,
                                &c.broadcasts,
                                &c.twoInputSums,
                                &c.threeInputSums,
                                &c.parentSends,
                                &c.linkSends,
                                &c.topResults,
                                &c.accumulations,
                                &c.results,
                                &c.busConflicts,
                                &c.configurations})
        *value *= times;
    return outcome;
}

Diagnostics problemsOf(const Run& run) {
    Diagnostics problems = problemsOf(run.layer);
    const Diagnostics hardware = problemsOf(run.hardware);
    problems.insert(problems.end(), hardware.begin(), hardware.end());
    if (!problems.empty()) return problems;
    switch (run.hardware.controller) {
    case Controller::maeri: {
        const auto shape = maeriShape(run.layer);
        return shape ? problemsOf(run.tile, *shape, run.hardware) : shape.diagnostics();
    }
    case Controller::sigma: return sigmaRunProblems(run);
    case Controller::systolic: return problemsOf(run.systolicTile, run.hardware);
    }
    return {};
}

Result<Outcome> simulate(const Run& run, const EngineOptions& options) {
    Diagnostics problems = problemsOf(run);
    if (!problems.empty()) return problems;
    Result<Outcome> outcome = Outcome{};
    switch (run.hardware.controller) {
    case Controller::maeri: outcome = maeriOutcome(run, options); break;
    case Controller::sigma: outcome = sigmaOutcome(run, options); break;
    case Controller::systolic: outcome = systolicOutcome(run, options); break;
    }
    if (!outcome) return outcome;
    outcome->components = componentsOf(*outcome, run.hardware);
    Diagnostics notes;
    if (outcome->overtaken)
        notes.push_back({Severity::warning,
                         "weights of later tiles reach multipliers before their last inputs, so the machine computes "
                         "wrong values",
                         {},
                         "use tiles that divide the layer, and one image at a time"});
    return Result<Outcome>(*std::move(outcome), std::move(notes));
}

}  // namespace lapidary::fabric
