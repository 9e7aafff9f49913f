// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/nest.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/data_centric/edge_exact.h"

namespace lapidary::data_centric {
namespace {

Diagnostic noDirectives(const std::string& why) { return error("this nest can't be said in directives: " + why); }

Diagnostic noNest(const std::string& why) { return error("these directives can't be said as a nest: " + why); }

/// Loops of one cluster level, outermost first; the spatial one last.
struct NestLevel {
    std::vector<Node> temporal;
    Node spatial;
};

struct NestLevels {
    std::vector<NestLevel> levels;
    std::vector<Node> inside;  ///< the PE
};

Result<NestLevels> levelsOf(const Mapping& mapping, const Workload& workload) {
    NestLevels found;
    std::vector<Node> open;
    for (const Node& node : mapping.nodes) {
        if (node.kind == NodeKind::spatial) {
            if (!found.levels.empty() && found.levels.back().spatial.fanout == node.fanout && open.empty())
                return noDirectives("two spatial loops on one fanout");
            found.levels.push_back({std::move(open), node});
            open.clear();
        } else if (node.isLoop()) {
            open.push_back(node);
        }
    }
    found.inside = std::move(open);
    if (found.levels.empty()) return noDirectives("it has no spatial loop");
    for (const NestLevel& level : found.levels)
        for (std::size_t i = 0; i < level.temporal.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (level.temporal[i].dimension == level.temporal[j].dimension)
                    return noDirectives("two temporal loops of " +
                                        workload.dimensions()[level.temporal[i].dimension].name +
                                        " above one spatial loop");
    return found;
}

/// Nodes of the Stores of a level.
void addStores(const Target& target, int level, Mapping& mapping) {
    const unsigned tensors = level == 0 ? target.allTensors() : target.mustKeep(level);
    if (tensors != 0) mapping.nodes.push_back(store(level, tensors));
}

/// A level's loops; extents become the tiles inside.
Result<NestLevel> loopsOf(const TiledLevel& level, bool top, int fanout, const Target& target, Sizes& extents) {
    NestLevel loops;
    const Fanout& place = target.architecture.fanouts()[static_cast<std::size_t>(fanout)];
    for (const Tiling& tiling : level.tilings) {
        std::int64_t& extent = extents[static_cast<std::size_t>(tiling.dimension)];
        const std::string& name = target.workload.dimensions()[static_cast<std::size_t>(tiling.dimension)].name;
        const std::int64_t size = std::min(tiling.size, extent);
        const std::int64_t units = tiling.spatial ? std::min(level.units, ceilDiv(extent, size)) : 1;
        const std::int64_t trips = ceilDiv(extent, size * units);
        if (!top && trips * units * size != extent)
            return noNest("a tile of " + std::to_string(extent) + " " + name + " is cut into " + std::to_string(size) +
                          (units > 1 ? " on " + std::to_string(units) + " units" : "") +
                          ", which leaves a rest each time");
        if (trips > 1) loops.temporal.push_back(temporal(tiling.dimension, trips, trips));
        if (tiling.spatial) {
            if (units > place.x && units > place.y)
                return noNest(std::to_string(units) + " units don't fit on an axis of fanout " + place.name);
            loops.spatial = spatial(tiling.dimension, units, units, fanout, units <= place.x ? Axis::x : Axis::y);
        }
        extent = size;
    }
    return loops;
}

}  // namespace

Result<Layer> layerOf(const Workload& workload) {
    Layer layer{{}, workload.name(), LayerType::gemm, {}, {}};
    if (workload.dimensionCount() > kMaxMaps || workload.tensorCount() > 4)
        return error("the data-centric model takes at most 8 dimensions and 4 tensors");
    for (const Dimension& dimension : workload.dimensions())
        layer.dimensions.push_back({dimension.name, dimension.bound, -1, 1});
    std::vector<LayerTensor> outputs;
    for (const Tensor& tensor : workload.tensors()) {
        LayerTensor made{tensor.name, tensor.isOutput, {}};
        for (const Rank& rank : tensor.ranks) {
            if (rank.terms.size() > 1 || (rank.terms.size() == 1 && rank.terms.front().coefficient != 1))
                return error("a rank of " + tensor.name +
                             " isn't one plain dimension: give the layer as MAESTRO's file does");
            for (const Term& term : rank.terms) made.dimensions.push_back(term.dimension);
        }
        std::sort(made.dimensions.begin(), made.dimensions.end());
        (tensor.isOutput ? outputs : layer.tensors).push_back(std::move(made));
    }
    if (outputs.size() != 1) return error("the data-centric model takes exactly one output");
    layer.tensors.push_back(std::move(outputs.front()));
    return layer;
}

Result<DirectiveForm> directivesOf(const Mapping& mapping, const Target& target) {
    auto layer = layerOf(target.workload);
    if (!layer) return layer.diagnostics();
    if (!mapping.paddedBounds.empty()) return noDirectives("its bounds are padded");
    const auto nest = levelsOf(mapping, target.workload);
    if (!nest) return nest.diagnostics();
    DirectiveForm form{*std::move(layer), {}, 1};
    Sizes tile;
    tile.fill(1);
    for (const Node& loop : nest->inside) tile[loop.dimension] *= loop.bound;
    for (std::size_t i = nest->levels.size(); i-- > 0;) {
        const NestLevel& level = nest->levels[i];
        const int spread = level.spatial.dimension;
        const auto folds = std::find_if(level.temporal.begin(), level.temporal.end(),
                                        [&](const Node& loop) { return loop.dimension == spread; });
        ClusterLevel cluster{i == 0 ? 0 : level.spatial.bound, {}};
        for (const Node& loop : level.temporal)
            cluster.maps.push_back(loop.dimension == spread ? spatialMap(spread, tile[loop.dimension])
                                                            : temporalMap(loop.dimension, tile[loop.dimension]));
        if (folds == level.temporal.end())
            cluster.maps.push_back(spatialMap(spread, tile[static_cast<std::size_t>(spread)]));
        for (const Node& loop : level.temporal) tile[loop.dimension] *= loop.bound;
        tile[static_cast<std::size_t>(spread)] *= level.spatial.bound;
        form.pes *= level.spatial.bound;
        form.flow.levels.insert(form.flow.levels.begin(), std::move(cluster));
    }
    Diagnostics notes{{Severity::note, "directives say nothing of Stores: every cluster level has its buffer", {}, {}}};
    if (nest->inside.size() > 1)
        notes.push_back({Severity::note, "directives say nothing of the order of loops inside a PE", {}, {}});
    return {std::move(form), std::move(notes)};
}

Result<Mapping> nestOf(const Dataflow& flow, std::int64_t pes, const Target& target) {
    const auto layer = layerOf(target.workload);
    if (!layer) return layer.diagnostics();
    const auto levels = tiledLevels(flow, *layer, pes);
    if (!levels) return levels.diagnostics();
    const std::vector<Fanout>& fanouts = target.architecture.fanouts();
    if (levels->size() > fanouts.size())
        return noNest(std::to_string(levels->size()) + " cluster levels, but the design has " +
                      std::to_string(fanouts.size()) + " fanouts");
    Sizes extents{};
    for (std::size_t d = 0; d < layer->dimensions.size(); ++d) extents[d] = layer->dimensions[d].size;
    Mapping mapping;
    int stored = 0;
    for (std::size_t i = 0; i < levels->size(); ++i) {
        const int below = fanouts[i].below;
        for (; stored <= below; ++stored) addStores(target, stored, mapping);
        const auto loops = loopsOf((*levels)[i], i == 0, static_cast<int>(i), target, extents);
        if (!loops) return loops.diagnostics();
        mapping.nodes.insert(mapping.nodes.end(), loops->temporal.begin(), loops->temporal.end());
        mapping.nodes.push_back(loops->spatial);
    }
    for (; stored < target.architecture.levelCount(); ++stored) addStores(target, stored, mapping);
    for (std::size_t d = 0; d < layer->dimensions.size(); ++d)
        if (extents[d] > 1) mapping.nodes.push_back(temporal(static_cast<int>(d), extents[d], extents[d]));
    if (!completeTails(mapping, target.workload)) return noNest("its tiles don't cover the workload");
    return mapping;
}

}  // namespace lapidary::data_centric
