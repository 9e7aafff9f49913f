// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/edge_exact.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/data_centric/exact_count.h"
#include "core/model/data_centric/silicon.h"

namespace lapidary::data_centric {
namespace {

Sizes layerPoints(const Layer& layer) {
    Sizes extents{};
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) extents[d] = layer.results(static_cast<int>(d));
    return extents;
}

/// What the first PE holds first.
Sizes firstTile(std::span<const TiledLevel> levels, const Layer& layer) {
    Sizes tile = layerPoints(layer);
    for (const TiledLevel& level : levels)
        for (const Tiling& tiling : level.tilings) {
            auto& size = tile[static_cast<std::size_t>(tiling.dimension)];
            size = std::min(size, tiling.size);
        }
    return tile;
}

std::int64_t elementsOf(const Layer& layer, const LayerTensor& tensor, const Sizes& points) {
    std::int64_t product = 1;
    for (const int dimension : tensor.dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        const LayerDimension& along = layer.dimensions[d];
        product *= along.windowed() && !tensor.isOutput
                       ? along.stride * (points[d] - 1) + points[static_cast<std::size_t>(along.filter)]
                       : points[d];
    }
    return product;
}

/// One map in the operation space, or nullopt if it holds no result. `filters`: what the level holds of each dimension.
std::optional<std::int64_t> pointsOf(const Map& map, const Layer& layer, const Sizes& filters) {
    const LayerDimension& along = layer.dimensions[static_cast<std::size_t>(map.dimension)];
    if (!along.windowed() || map.inResults) return map.size;
    const std::int64_t filter = filters[static_cast<std::size_t>(along.filter)];
    if (map.size < filter) return std::nullopt;
    return (map.size - filter) / along.stride + 1;
}

Sizes layerSizesOf(const Layer& layer) {
    Sizes sizes{};
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) sizes[d] = layer.dimensions[d].size;
    return sizes;
}

void narrow(Sizes& sizes, const ClusterLevel& level) {
    for (const Map& map : level.maps) {
        auto& size = sizes[static_cast<std::size_t>(map.dimension)];
        size = std::min(size, map.size);
    }
}

/// tiledLevels() of a flow known to be right, into the memory that is there.
void tileInto(const Dataflow& flow, const Layer& layer, std::int64_t pes, std::vector<TiledLevel>& levels) {
    if (levels.size() < flow.levels.size()) levels.resize(flow.levels.size());
    std::int64_t top = pes;
    for (std::size_t l = 1; l < flow.levels.size(); ++l) top /= flow.levels[l].units;
    Sizes filters = layerSizesOf(layer);
    for (std::size_t l = 0; l < flow.levels.size(); ++l) {
        TiledLevel& level = levels[l];
        level.units = l == 0 ? top : flow.levels[l].units;
        level.tilings.clear();
        narrow(filters, flow.levels[l]);
        for (const Map& map : flow.levels[l].maps)
            level.tilings.push_back(
                {map.dimension, pointsOf(map, layer, filters).value_or(1), map.kind == MapKind::spatial});
    }
}

/// L1 and L2 accesses in all, with those of each tensor if asked for.
struct ExactAccesses {
    std::int64_t l1 = 0, l2 = 0, l1Required = 0, l2Required = 0;
};

ExactAccesses accessesOf(const Layer& layer, std::span<const TiledLevel> levels, const LevelSums& sums,
                         std::vector<TensorAccess>* each) {
    const Sizes tile = firstTile(levels, layer), points = layerPoints(layer);
    ExactAccesses all;
    for (std::size_t t = 0; t < layer.tensors.size(); ++t) {
        const LayerTensor& tensor = layer.tensors[t];
        const std::int64_t size = elementsOf(layer, tensor, points);
        const std::int64_t l1Write = tensor.isOutput ? sums.macs : sums.delivered[t];
        const std::int64_t l2Required = 2 * sums.first[t], l1Required = 2 * elementsOf(layer, tensor, tile);
        all.l1 += sums.macs + l1Write;
        all.l2 += size + sums.moved[t];
        all.l1Required += l1Required;
        all.l2Required += l2Required;
        if (!each) continue;
        each->push_back({tensor.name, tensor.isOutput, size, tensor.isOutput ? size : sums.moved[t],
                         tensor.isOutput ? sums.moved[t] : size, sums.macs, l1Write, l2Required, l1Required,
                         sums.passed[t], sums.passedBelow[t]});
    }
    return all;
}

double energyMacsOf(const ExactAccesses& all, std::int64_t macs, const CostTable& costs) {
    return costs.l1Access * static_cast<double>(all.l1) + costs.l2Access * static_cast<double>(all.l2) +
           static_cast<double>(macs);
}

/// The least off-chip bandwidth that never makes a step wait: half of (required / bandwidth) within the shortest step.
std::int64_t offchipNeeded(const ExactTop& top, const LevelSums& sums, std::size_t output) {
    std::int64_t inputs = 0;
    for (std::size_t t = 0; t < output; ++t) inputs += 2 * sums.first[t];
    return std::max(inputs, 2 * sums.first[output]) / (2 * top.shortest + 2) + 1;
}

}  // namespace

std::int64_t movingDelay(const Hardware& hardware, std::int64_t elements) {
    return hardware.hops - 1 +
           (hardware.nocBandwidth ? ceilDiv(elements, *hardware.nocBandwidth) : std::int64_t{elements > 0});
}

LevelSums edgeExactSums(const std::vector<TiledLevel>& levels, const Layer& layer, const Hardware& hardware) {
    ExactScratch scratch;
    return ExactCount(levels, layer, hardware, scratch, true).of(0, layerPoints(layer));
}

Result<std::vector<TiledLevel>> tiledLevels(const Dataflow& flow, const Layer& layer, std::int64_t pes) {
    Diagnostics found = check(layer);
    if (!found.empty()) return found;
    found = check(flow, layer, pes);
    if (!found.empty()) return found;
    Sizes filters = layerSizesOf(layer);
    for (std::size_t l = 0; l < flow.levels.size(); ++l) {
        narrow(filters, flow.levels[l]);
        for (std::size_t i = 0; i < flow.levels[l].maps.size(); ++i) {
            const Map& map = flow.levels[l].maps[i];
            const LayerDimension& along = layer.dimensions[static_cast<std::size_t>(map.dimension)];
            const Place place{{}, 0, 0, "levels[" + std::to_string(l) + "].maps[" + std::to_string(i) + "]"};
            const auto size = pointsOf(map, layer, filters);
            if (!size)
                return errorAt(place, std::to_string(map.size) + " of " + along.name +
                                          " hold no result: the filter has " +
                                          std::to_string(filters[static_cast<std::size_t>(along.filter)]));
            const bool whole = *size >= layer.results(map.dimension);
            if (map.offset != *size && !whole && (!along.windowed() || along.stride == 1 || map.inResults))
                return errorAt(place,
                               along.name + " moves on by " + std::to_string(map.offset) + ", but a tile has " +
                                   std::to_string(*size) + (along.windowed() ? " results" : "") + ": work would be " +
                                   (map.offset < *size ? "repeated" : "left out"),
                               "use an offset of " + std::to_string(*size) + ", or --compat maestro");
        }
    }
    std::vector<TiledLevel> levels;
    tileInto(flow, layer, pes, levels);
    return levels;
}

Result<Outcome> evaluateEdgeExact(const Dataflow& flow, const Layer& layer, const Hardware& hardware) {
    if (Diagnostics wrong = check(hardware); !wrong.empty()) return wrong;
    const auto levels = tiledLevels(flow, layer, hardware.pes);
    if (!levels) return levels.diagnostics();
    ExactScratch scratch;
    ExactCount counting(*levels, layer, hardware, scratch, true);
    const LevelSums sums = counting.of(0, layerPoints(layer));
    const ExactTop& top = counting.top();
    Outcome outcome;
    outcome.runtime = sums.runtime;
    outcome.macs = sums.macs;
    outcome.trueMacs = layer.macs();
    outcome.steps = sums.steps;
    outcome.utilizedPes = sums.utilized();
    std::copy(std::begin(sums.phases), std::end(sums.phases), std::begin(outcome.phases));
    outcome.peakBandwidth = top.peakBandwidth;
    outcome.averageBandwidth = top.bandwidthSum / static_cast<double>(sums.steps);
    outcome.offchipBandwidth = offchipNeeded(top, sums, layer.tensors.size() - 1);
    outcome.ingress = top.ingress;
    outcome.egress = top.egress;
    outcome.compute = top.compute;
    const ExactAccesses all = accessesOf(layer, *levels, sums, &outcome.tensors);
    outcome.l1Required = all.l1Required;
    outcome.l2Required = all.l2Required;
    outcome.energyMacs = energyMacsOf(all, sums.macs, hardware.costs);
    outcome.energyNj = outcome.energyMacs * hardware.costs.macNj;
    addSiliconOf(outcome, hardware);
    addFitOf(outcome, hardware);
    return outcome;
}

Score scoreEdgeExact(const Dataflow& flow, const Layer& layer, const Hardware& hardware, ExactScratch& scratch,
                     std::optional<std::int64_t> pes) {
    tileInto(flow, layer, pes.value_or(hardware.pes), scratch.levels);
    const std::span<const TiledLevel> levels(scratch.levels.data(), flow.levels.size());
    const LevelSums& sums = ExactCount(levels, layer, hardware, scratch).of(0, layerPoints(layer));
    const ExactAccesses all = accessesOf(layer, levels, sums, nullptr);
    Score score;
    score.runtime = sums.runtime;
    score.macs = sums.macs;
    score.l1Required = all.l1Required;
    score.l2Required = all.l2Required;
    score.energyNj = energyMacsOf(all, sums.macs, hardware.costs) * hardware.costs.macNj;
    score.fits = score.l1Required <= hardware.l1Elements.value_or(score.l1Required) &&
                 score.l2Required <= hardware.l2Elements.value_or(score.l2Required);
    return score;
}

}  // namespace lapidary::data_centric
