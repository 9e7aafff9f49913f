// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/maeri.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/fabric/tree_traffic.h"

namespace lapidary::fabric {
namespace {

/// Neighbours hand inputs to the left where windows move by one column over whole rows of the filter.
bool linksInUse(const MaeriShape& shape, const Tile& tile) {
    return tile.y == 1 && tile.s > 1 && shape.stride == 1 && shape.s % tile.s == 0;
}

/// Calls visit(multiplier, position in the tile) for every multiplier that holds a weight.
struct Place {
    std::int64_t n, g, k, x, y, c, r, s;
};
template <class Visit>
void forEachMultiplier(const Tile& tile, std::int64_t width, Visit visit) {
    const std::int64_t psum = width - tile.neuronSize();
    for (std::int64_t v = 0; v < tile.neurons(); ++v)
        for (std::int64_t i = 0; i < tile.neuronSize(); ++i) {
            Place place{};
            std::int64_t rest = v;
            place.y = rest % tile.y, rest /= tile.y;
            place.x = rest % tile.x, rest /= tile.x;
            place.k = rest % tile.k, rest /= tile.k;
            place.g = rest % tile.g, place.n = rest / tile.g;
            place.s = i % tile.s, place.r = i / tile.s % tile.r, place.c = i / (tile.s * tile.r);
            visit(static_cast<std::int32_t>(v * width + psum + i), place);
        }
}

Step weightStep(const Tile& tile, std::int64_t width, const Hardware& hardware) {
    std::vector<Delivery> deliveries;
    forEachMultiplier(tile, width, [&](std::int32_t m, const Place& at) {
        deliveries.push_back({(((at.g * tile.k + at.k) * tile.c + at.c) * tile.r + at.r) * tile.s + at.s, m});
    });
    return stepOf(std::move(deliveries), hardware.multipliers, hardware.distributionWidth);
}

Step inputStep(const MaeriShape& shape, const Tile& tile, std::int64_t width, const Hardware& hardware,
               bool onlyLastColumn) {
    const std::int64_t rows = tile.r + (tile.x - 1) * shape.stride;
    const std::int64_t columns = tile.s + (tile.y - 1) * shape.stride;
    std::vector<Delivery> deliveries;
    forEachMultiplier(tile, width, [&](std::int32_t m, const Place& at) {
        const std::int64_t row = at.x * shape.stride + at.r, column = at.y * shape.stride + at.s;
        if (onlyLastColumn && column < columns - 1) return;
        deliveries.push_back({(((at.n * rows + row) * columns + column) * tile.g + at.g) * tile.c + at.c, m});
    });
    return stepOf(std::move(deliveries), hardware.multipliers, hardware.distributionWidth);
}

void addLinks(const Tile& tile, std::int64_t width, Plan& plan) {
    plan.links = true;
    plan.linkSends.assign(static_cast<std::size_t>(plan.multipliers), 0);
    plan.linkReceives = plan.linkSends;
    forEachMultiplier(tile, width, [&](std::int32_t m, const Place& at) {
        plan.linkSends[static_cast<std::size_t>(m)] = at.s > 0;
        plan.linkReceives[static_cast<std::size_t>(m)] = at.s < tile.s - 1;
    });
}

/// How many of the positions fold * size + i of all folds, i < count, lie below the bound.
std::int64_t countedPositions(std::int64_t folds, std::int64_t size, std::int64_t first, std::int64_t count,
                              std::int64_t bound) {
    std::int64_t total = 0;
    for (std::int64_t fold = 0; fold < folds; ++fold)
        total += std::clamp<std::int64_t>(bound - (fold * size + first), 0, count);
    return total;
}

Counters countersOf(const Tile& tile, const Plan& plan, const ReductionTree& tree) {
    Counters counters;
    const std::int64_t windows = plan.rows * plan.windows, folds = plan.folds;
    const std::int64_t passes = plan.tiles * windows * folds;  // of every neuron
    const std::int64_t used = tile.neuronSize() * tile.neurons();
    counters.multiplications = passes * used;
    counters.results = plan.outputs;
    counters.topResults = passes * tile.neurons();
    counters.zeroForwards = plan.psumsThroughMemory ? (plan.tiles * windows + 1) * tile.neurons() : 0;
    counters.psumForwards = plan.psumsThroughMemory ? plan.tiles * windows * (folds - 1) * tile.neurons() : 0;
    counters.accumulations = plan.accumulates ? plan.tiles * windows * (folds - 1) * tile.neurons() : 0;
    for (const NeuronRoute& route : tree.neurons) {
        counters.twoInputSums += passes * route.twoInputSums;
        counters.threeInputSums += passes * route.threeInputSums;
        counters.parentSends += passes * route.parentSends;
        counters.linkSends += passes * route.linkSends;
        if (!plan.psumsThroughMemory) continue;
        counters.parentSends += route.aloneParents;  // of the zero behind the last output
        counters.linkSends += route.aloneLinks;
    }
    if (plan.links)
        counters.neighbourForwards =
            plan.tiles * folds * plan.rows * (plan.windows - 1) * tile.r * tile.c * (tile.s - 1) * tile.neurons();
    TreeTraffic traffic(plan.multipliers / plan.ports);
    traffic.add(plan.weights, plan.tiles * folds);
    traffic.add(plan.firstInputs, plan.tiles * plan.rows * folds);
    traffic.add(plan.laterInputs, plan.tiles * plan.rows * (plan.windows - 1) * folds);
    traffic.addUnicasts(counters.psumForwards);
    counters.packets = traffic.packets();
    counters.unicasts = traffic.unicasts();
    counters.broadcasts = traffic.broadcasts();
    return counters;
}

}  // namespace

Plan maeriPlan(const MaeriShape& shape, const Tile& tile, const Hardware& hardware) {
    Plan plan;
    const std::int64_t width = neuronWidth(hardware, shape, tile);
    plan.multipliers = hardware.multipliers;
    plan.ports = hardware.distributionWidth;
    plan.lines = hardware.reductionWidth;
    for (std::int64_t v = 0; v < tile.neurons(); ++v)
        plan.neurons.push_back({static_cast<std::int32_t>(v * width), static_cast<std::int32_t>(width)});
    plan.folds = foldingOf(shape, tile).count();
    plan.windows = ceilDiv(shape.outY(), tile.y);
    plan.rows = ceilDiv(shape.outX(), tile.x);
    plan.tilesPerGroup = ceilDiv(shape.k, tile.k);
    plan.groupsPerImage = ceilDiv(shape.g, tile.g);
    plan.tiles = ceilDiv(shape.n, tile.n) * plan.groupsPerImage * plan.tilesPerGroup;
    plan.psumsThroughMemory = psumsThroughMemory(hardware, shape, tile);
    plan.accumulates =
        !plan.psumsThroughMemory && (hardware.accumulationBuffer || hardware.reduction == Reduction::stift);
    plan.outputs = psumCount(hardware, shape, tile);
    plan.outputsPerFilter = shape.outX() * shape.outY() * (plan.psumsThroughMemory ? plan.folds : 1);
    plan.filtersPerTile = tile.k * tile.g;
    plan.filtersPerGroup = shape.k * tile.g;
    plan.weights = weightStep(tile, width, hardware);
    plan.firstInputs = inputStep(shape, tile, width, hardware, false);
    const bool links = linksInUse(shape, tile);
    plan.laterInputs = links ? inputStep(shape, tile, width, hardware, true) : plan.firstInputs;
    if (links) addLinks(tile, width, plan);
    return plan;
}

Sram maeriTraffic(const MaeriShape& shape, const Tile& tile, const Hardware& hardware) {
    const Folding folds = foldingOf(shape, tile);
    const bool psums = psumsThroughMemory(hardware, shape, tile);
    const std::int64_t images = ceilDiv(shape.n, tile.n), groups = ceilDiv(shape.g, tile.g);
    const std::int64_t filters = ceilDiv(shape.k, tile.k);
    const std::int64_t rows = ceilDiv(shape.outX(), tile.x), windows = ceilDiv(shape.outY(), tile.y);
    Sram sram;
    sram.weightReads = images * groups * tile.g * shape.k * shape.c * shape.r * shape.s;
    const std::int64_t boundX = tile.x + shape.r - 1, boundY = tile.y + shape.s - 1;
    const std::int64_t tileRows = tile.r + (tile.x - 1) * shape.stride;
    const std::int64_t tileColumns = tile.s + (tile.y - 1) * shape.stride;
    const std::int64_t rowReads = countedPositions(folds.r, tile.r, 0, tileRows, boundX);
    const std::int64_t firstReads = countedPositions(folds.s, tile.s, 0, tileColumns, boundY);
    const std::int64_t laterReads =
        linksInUse(shape, tile) ? countedPositions(folds.s, tile.s, tile.s - 1, 1, boundY) : firstReads;
    sram.inputReads = images * tile.n * groups * tile.g * filters * rows * rowReads *
                      (firstReads + (windows - 1) * laterReads) * countedPositions(folds.c, tile.c, 0, tile.c, shape.c);
    const std::int64_t real = shape.n * shape.g * shape.k * shape.outX() * shape.outY();
    sram.psumWrites = psums ? real * folds.count() : real;
    sram.psumReads = psums ? images * groups * filters * rows * windows * tile.neurons() * (folds.count() - 1) : 0;
    return sram;
}

Outcome runMaeri(const MaeriShape& shape, const Tile& tile, const Hardware& hardware, const EngineOptions& options) {
    const Plan plan = maeriPlan(shape, tile, hardware);
    const ReductionTree tree = layOut(plan.neurons, plan.multipliers, plan.lines);
    const EngineResult run = runPlan(plan, tree, options);
    const std::int64_t last = run.finished || !options.trace ? run.cycles : options.trace->to;
    if (options.trace && options.trace->meets(0, last))
        options.trace->sections.push_back({1, last, 1, plan.neurons, std::move(options.trace->products)});
    Outcome outcome;
    outcome.cycles = run.finished ? run.cycles : 0;
    outcome.steppedCycles = run.steppedCycles;
    outcome.macs = shape.n * shape.g * shape.k * shape.outX() * shape.outY() * shape.c * shape.r * shape.s;
    outcome.multipliers = hardware.multipliers;
    outcome.neurons = tile.neurons();
    outcome.neuronSize = neuronWidth(hardware, shape, tile);
    outcome.folds = plan.folds;
    outcome.psumsThroughMemory = plan.psumsThroughMemory;
    outcome.overtaken = run.overtaken;
    outcome.psums = plan.outputs;
    outcome.sram = maeriTraffic(shape, tile, hardware);
    outcome.counters = countersOf(tile, plan, tree);
    outcome.counters.busConflicts = run.busConflicts;
    return outcome;
}

}  // namespace lapidary::fabric
