// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/simulate.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/model/fabric/energy.h"

namespace lapidary::fabric {
namespace {

/// One for all products, one per group, or one per product.
void checkBitmap(const std::optional<Bitmap>& map, const char* name, const Layer& layer, std::int64_t rows,
                 std::int64_t columns, Diagnostics& out) {
    const std::int64_t groups = layer.kind == LayerKind::conv ? layer.conv.g : layer.gemm.batch;
    const std::int64_t all = productOf(layer).batch;
    if (!map ||
        (map->columns == columns && (map->rows == rows || map->rows == groups * rows || map->rows == all * rows)))
        return;
    const auto size = [&](std::int64_t height) { return std::to_string(height) + " x " + std::to_string(columns); };
    std::string wanted = size(rows);
    if (groups > 1)
        wanted += " for all, or " + size(groups * rows) + " with one per " +
                  (layer.kind == LayerKind::conv ? "group" : "product");
    if (all > groups) wanted += (groups > 1 ? ", or " : " for all, or ") + size(all * rows) + " with one per product";
    out.push_back(error("the bitmap of " + std::string(name) + " has " + std::to_string(map->rows) + " x " +
                        std::to_string(map->columns) + " bits, the layer needs " + wanted));
}

Diagnostics sigmaRunProblems(const Run& run) {
    constexpr std::int64_t kMostBits = std::int64_t{1} << 31;
    const GemmShape shape = productOf(run.layer);
    Diagnostics problems = sigmaProblems(shape);
    if (shape.m > kMostBits / shape.k || shape.n > kMostBits / shape.k)
        problems.push_back(error("operands of more than 2^31 bits"));
    checkBitmap(run.mk, "MK", run.layer, shape.m, shape.k, problems);
    checkBitmap(run.kn, "KN", run.layer, shape.k, shape.n, problems);
    return problems;
}

/// Everything that adds up over products run one after the other.
std::vector<std::int64_t*> countsOf(Outcome& outcome) {
    Counters& c = outcome.counters;
    return {&outcome.cycles,
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
            &c.configurations};
}

void addCounts(Outcome& whole, Outcome more) {
    const std::vector<std::int64_t*> to = countsOf(whole), from = countsOf(more);
    for (std::size_t i = 0; i < to.size(); ++i) *to[i] += *from[i];
    whole.steppedCycles += more.steppedCycles;
    whole.overtaken |= more.overtaken;
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
    whole.take(std::move(first), 0, 0);
    for (std::int64_t product = std::max<std::int64_t>(1, (whole.from - 1) / outcome.cycles);
         product < times && whole.meets(product * outcome.cycles, outcome.cycles); ++product) {
        EngineTrace part = whole.part(product * outcome.cycles);
        inner.trace = &part;
        if (runOnce(inner).cycles == 0) return {};
        whole.take(std::move(part), product * outcome.cycles, product);
    }
    return repeated(outcome, times);
}

/// Products that differ, one after the other: runOnce(product, options).
template <class RunEach>
Outcome sequenceRun(std::int64_t products, const EngineOptions& options, RunEach runEach) {
    constexpr std::size_t kDetail = 1 << 16;
    Outcome whole;
    for (std::int64_t product = 0; product < products; ++product) {
        EngineOptions inner = options;
        EngineTrace part;
        if (options.trace) {
            part = options.trace->part(whole.cycles);
            if (options.trace->timeline) part.timeline.emplace(kDetail);
            inner.trace = &part;
        }
        const Outcome outcome = runEach(product, inner);
        if (outcome.cycles == 0) return outcome;
        if (options.trace) {
            if (options.trace->timeline) options.trace->timeline->append(Timeline::Part(*part.timeline));
            options.trace->take(std::move(part), whole.cycles, product);
        }
        if (product == 0)
            whole = outcome;
        else
            addCounts(whole, outcome);
    }
    return whole;
}

Outcome sigmaOutcome(const Run& run, const EngineOptions& options) {
    const std::int64_t products = productOf(run.layer).batch;
    const auto one = [&](std::int64_t product, const EngineOptions& inner) {
        return runSigma(sigmaOperands(run.mkOf(product), run.knOf(product), run.stationary), run.hardware, inner);
    };
    const GemmShape shape = productOf(run.layer);
    const bool alike = (!run.mk || run.mk->rows == shape.m) && (!run.kn || run.kn->rows == shape.k);
    if (!alike) return sequenceRun(products, options, one);
    return repeatedRun(products, options, [&](const EngineOptions& inner) { return one(0, inner); });
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
    Outcome outcome = repeatedRun(run.layer.times(), options, [&](const EngineOptions& inner) {
        return runMaeri(*shape, run.tile, run.hardware, inner);
    });
    if (conv && outcome.cycles > 0) outcome.macs = run.layer.macs();
    return outcome;
}

}  // namespace

Bitmap Run::mkOf(std::int64_t product) const {
    const GemmShape shape = productOf(layer);
    return bitmapOfProduct(mk ? &*mk : nullptr, product, shape.m, shape.k);
}
Bitmap Run::knOf(std::int64_t product) const {
    const GemmShape shape = productOf(layer);
    return bitmapOfProduct(kn ? &*kn : nullptr, product, shape.k, shape.n);
}

GemmShape productOf(const Layer& layer) { return layer.kind == LayerKind::conv ? im2col(layer.conv) : layer.gemm; }

Outcome repeated(Outcome outcome, std::int64_t times) {
    for (std::int64_t* value : countsOf(outcome)) *value *= times;
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
