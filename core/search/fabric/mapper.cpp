// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/fabric/mapper.h"

#include <algorithm>

#include "core/model/values/fabric_layers.h"

namespace lapidary::fabric {
namespace {

/// Packets of the busiest port over a tile: weights apart.
struct PortLoad {
    double weights = 0, operands = 0;
};

PortLoad portLoadOf(const Plan& plan) {
    const auto windows = static_cast<double>(plan.windows), rows = static_cast<double>(plan.rows);
    const auto folds = static_cast<double>(plan.folds);
    const std::int64_t width = plan.multipliers / plan.ports;
    std::vector<double> psums(static_cast<std::size_t>(plan.ports), 0);
    if (plan.psumsThroughMemory)
        for (const NeuronSpan& neuron : plan.neurons)
            psums[static_cast<std::size_t>(neuron.first / width)] += (folds - 1) * windows * rows;
    PortLoad load;
    for (std::size_t p = 0; p < psums.size(); ++p) {
        load.weights = std::max(load.weights, folds * plan.weights.packetsOf(p));
        load.operands = std::max(
            load.operands,
            psums[p] + folds * rows * (plan.firstInputs.packetsOf(p) + (windows - 1) * plan.laterInputs.packetsOf(p)));
    }
    return load;
}

}  // namespace

double CycleEstimate::total() const { return tiles * (weights + std::max({ports, controller, loop, bus}) + latency); }

CycleEstimate estimateCycles(const MaeriShape& shape, const Tile& tile, const Hardware& hardware) {
    const Plan plan = maeriPlan(shape, tile, hardware);
    const ReductionTree tree = layOut(plan.neurons, plan.multipliers, plan.lines);
    const auto folds = static_cast<double>(plan.folds);
    const double outputs = static_cast<double>(plan.windows) * static_cast<double>(plan.rows);  // of a neuron
    const PortLoad load = portLoadOf(plan);
    CycleEstimate estimate;
    estimate.tiles = static_cast<double>(plan.tiles);
    estimate.weights = std::max(load.weights, folds);
    estimate.ports = load.operands;
    estimate.controller = folds * outputs;
    std::vector<double> lines(static_cast<std::size_t>(plan.lines), 0);
    double depth = 0;
    for (const NeuronRoute& route : tree.neurons) {
        depth = std::max(depth, static_cast<double>(route.depth));
        lines[static_cast<std::size_t>(route.line)] += outputs * (plan.psumsThroughMemory ? folds : 1);
    }
    estimate.bus = *std::max_element(lines.begin(), lines.end());
    const double toMultiplier = plan.ports == plan.multipliers ? 0 : 1;
    if (plan.psumsThroughMemory) {
        double loop = 0;  // of the slowest neuron: its first multiplier, the tree, the bus, memory
        for (std::size_t v = 0; v < plan.neurons.size(); ++v)
            loop = std::max(loop, static_cast<double>(tree.hops[static_cast<std::size_t>(plan.neurons[v].first)]));
        loop += toMultiplier + 2;
        // Memory takes half of what comes at once: a cycle more where more neurons are under way than the loop has cycles.
        if (static_cast<double>(plan.neurons.size()) > loop) ++loop;
        estimate.loop = outputs * ((folds - 1) * loop + 1);
    }
    estimate.latency = toMultiplier + depth + 2 + (plan.accumulates ? 1 : 0);
    return estimate;
}

Result<MappedTile> mapAnalytically(const Run& base) {
    const auto space = tileSpace(base, TileSizes::dividing);
    if (!space) return space.diagnostics();
    const auto shape = maeriShape(base.layer);
    MappedTile best;
    for (const std::int64_t index : validIndices(*space)) {
        const Run run = space->at(index);
        const double estimate =
            static_cast<double>(run.layer.times()) * estimateCycles(*shape, run.tile, run.hardware).total();
        const auto size = [](const Tile& tile) { return tile.neuronSize() * tile.neurons(); };
        if (best.considered++ > 0 &&
            (estimate > best.estimate || (estimate == best.estimate && size(run.tile) >= size(best.tile))))
            continue;
        best.tile = run.tile;
        best.estimate = estimate;
    }
    if (best.considered == 0) return error("no dividing tile fits the array");
    return best;
}

Result<Run> withMappedTile(Run run) {
    if (run.hardware.controller != Controller::maeri) return withFillingTile(std::move(run));
    const auto mapped = mapAnalytically(run);
    if (!mapped) return mapped.diagnostics();
    run.tile = mapped->tile;
    return run;
}

}  // namespace lapidary::fabric
