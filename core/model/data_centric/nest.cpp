// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/nest.h"

#include <algorithm>
#include <span>

namespace lapidary::data_centric {
namespace {

Diagnostic noDirectives(const std::string& why) { return error("this nest can't be said in directives: " + why); }

bool isSpread(const Node& node) { return node.kind == NodeKind::spatial && node.bound > 1; }

Map mapOf(const Layer& layer, int dimension, std::int64_t size, MapKind kind) {
    return {kind, dimension, size, size, layer.dimensions[static_cast<std::size_t>(dimension)].windowed()};
}

/// The maps of one cluster level: the loops [first, last) and a spatial loop. Returns the dimension that stands apart twice, or -1.
int fillMaps(std::span<const Node> loops, const Node* spatial, const Sizes& tile, const Layer& layer,
             std::vector<Map>& maps) {
    maps.clear();
    bool spread = false;
    for (const Node& loop : loops) {
        if (!loop.isLoop() || loop.bound == 1) continue;
        const int d = loop.dimension;
        if (!maps.empty() && maps.back().dimension == d) continue;
        for (const Map& map : maps)
            if (map.dimension == d) return d;
        const bool folds = spatial && spatial->dimension == d;
        spread = spread || folds;
        maps.push_back(
            mapOf(layer, d, tile[static_cast<std::size_t>(d)], folds ? MapKind::spatial : MapKind::temporal));
    }
    if (spread) return -1;
    if (spatial)
        maps.push_back(mapOf(layer, spatial->dimension, tile[spatial->dimension], MapKind::spatial));
    else if (!maps.empty())
        maps.back().kind = MapKind::spatial;  // on one unit: a loop in time
    else
        maps.push_back(mapOf(layer, 0, tile[0], MapKind::spatial));
    return -1;
}

void multiplyTiles(std::span<const Node> loops, Sizes& tile) {
    for (const Node& loop : loops)
        if (loop.isLoop()) tile[loop.dimension] *= loop.bound;
}

/// A rank stride * p + r.
struct WindowRank {
    int moves = -1, slides = -1;
    std::int64_t stride = 1;
};

std::optional<WindowRank> windowOf(const Rank& rank, const Tensor& output) {
    if (rank.terms.size() != 2) return std::nullopt;
    Term first = rank.terms[0], second = rank.terms[1];
    if (output.uses(second.dimension)) std::swap(first, second);
    if (!output.uses(first.dimension) || output.uses(second.dimension) || second.coefficient != 1) return std::nullopt;
    return WindowRank{first.dimension, second.dimension, first.coefficient};
}

}  // namespace

bool NestDirectives::read(const Mapping& mapping, const Layer& layer) {
    offender = -1;
    pes = 1;
    padded = !mapping.paddedBounds.empty();
    if (padded) return false;
    const std::span<const Node> nodes(mapping.nodes);
    std::size_t spatial = 0, end = nodes.size();
    for (const Node& node : nodes) spatial += isSpread(node) ? 1 : 0;
    // What lies in a PE: inside the last spatial loop, or without any inside the last Store.
    while (end > 0 && !(spatial > 0 ? isSpread(nodes[end - 1]) : !nodes[end - 1].isLoop())) --end;
    Sizes tile;
    tile.fill(1);
    multiplyTiles(nodes.subspan(end), tile);
    flow.levels.resize(std::max<std::size_t>(spatial, 1));
    for (std::size_t level = flow.levels.size(); level-- > 0;) {
        const Node* const spread = spatial > 0 ? &nodes[end - 1] : nullptr;
        const std::size_t last = spread ? end - 1 : end;
        std::size_t begin = last;
        while (begin > 0 && !isSpread(nodes[begin - 1])) --begin;
        const auto loops = nodes.subspan(begin, last - begin);
        ClusterLevel& cluster = flow.levels[level];
        cluster.units = level == 0 ? 0 : spread->bound;
        offender = fillMaps(loops, spread, tile, layer, cluster.maps);
        if (offender >= 0) return false;
        multiplyTiles(loops, tile);
        if (spread) {
            tile[static_cast<std::size_t>(spread->dimension)] *= spread->bound;
            pes *= spread->bound;
        }
        end = begin;
    }
    return true;
}

Diagnostic NestDirectives::whyNot(const Layer& layer) const {
    if (padded) return noDirectives("its bounds are padded");
    const std::string& name = layer.dimensions[static_cast<std::size_t>(std::max(offender, 0))].name;
    return noDirectives("loops of " + name + " stand apart above one spatial loop");
}

void useInputCoordinates(Dataflow& flow, const Layer& layer, bool onlyStrided) {
    Sizes held{};
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) held[d] = layer.dimensions[d].size;
    for (ClusterLevel& level : flow.levels) {
        for (const Map& map : level.maps) {
            auto& size = held[static_cast<std::size_t>(map.dimension)];
            if (!layer.dimensions[static_cast<std::size_t>(map.dimension)].windowed()) size = std::min(size, map.size);
        }
        for (Map& map : level.maps) {
            const LayerDimension& along = layer.dimensions[static_cast<std::size_t>(map.dimension)];
            if (!map.inResults || !along.windowed() || (onlyStrided && along.stride == 1)) continue;
            map.size = along.stride * (map.size - 1) + held[static_cast<std::size_t>(along.filter)];
            map.offset *= along.stride;
            map.inResults = false;
        }
    }
}

Result<Layer> layerOf(const Workload& workload) {
    Layer layer{{}, workload.name(), LayerType::gemm, {}, {}};
    if (workload.dimensionCount() > kMaxMaps || workload.tensorCount() > 4)
        return error("the data-centric model takes at most 8 dimensions and 4 tensors");
    for (const Dimension& dimension : workload.dimensions())
        layer.dimensions.push_back({dimension.name, dimension.bound, -1, 1});
    const auto output = std::find_if(workload.tensors().begin(), workload.tensors().end(),
                                     [](const Tensor& tensor) { return tensor.isOutput; });
    if (output == workload.tensors().end() ||
        std::any_of(output + 1, workload.tensors().end(), [](const Tensor& tensor) { return tensor.isOutput; }))
        return error("the data-centric model takes exactly one output");
    Diagnostics notes;
    LayerTensor result;
    for (const Tensor& tensor : workload.tensors()) {
        LayerTensor made{tensor.name, tensor.isOutput, {}};
        for (const Rank& rank : tensor.ranks) {
            const auto window = tensor.isOutput ? std::nullopt : windowOf(rank, *output);
            const bool plain = rank.terms.empty() || (rank.terms.size() == 1 && rank.terms.front().coefficient == 1);
            if (!window && !plain)
                return error(
                    "a rank of " + tensor.name + " is neither one plain dimension nor a window of stride * p + r",
                    "give the layer as MAESTRO's file does");
            if (!window) {
                for (const Term& term : rank.terms) made.dimensions.push_back(term.dimension);
                continue;
            }
            LayerDimension& along = layer.dimensions[static_cast<std::size_t>(window->moves)];
            if (along.windowed()) return error("two windows move along " + along.name);
            along.stride = window->stride;
            along.filter = window->slides;
            along.size = window->stride * (along.size - 1) + workload.bound(window->slides);
            made.dimensions.push_back(window->moves);
            if (rank.paddingBefore > 0)
                notes.push_back(
                    {Severity::note,
                     "the data-centric model reads the padding of " + tensor.name + " along " + along.name + " as data",
                     {},
                     {}});
        }
        std::sort(made.dimensions.begin(), made.dimensions.end());
        if (tensor.isOutput)
            result = std::move(made);
        else
            layer.tensors.push_back(std::move(made));
    }
    for (const Tensor& tensor : workload.tensors())
        for (const Rank& rank : tensor.ranks)
            if (!tensor.isOutput && rank.terms.size() == 1 &&
                layer.dimensions[static_cast<std::size_t>(rank.terms.front().dimension)].windowed())
                return error(tensor.name + " uses " +
                             workload.dimensions()[static_cast<std::size_t>(rank.terms.front().dimension)].name +
                             ", along which a window moves");
    layer.tensors.push_back(std::move(result));
    return {std::move(layer), std::move(notes)};
}

Result<DirectiveForm> directivesOf(const Mapping& mapping, const Target& target) {
    auto layer = layerOf(target.workload);
    if (!layer) return layer.diagnostics();
    NestDirectives nest;
    if (!nest.read(mapping, *layer)) return nest.whyNot(*layer);
    Diagnostics notes = layer.diagnostics();
    notes.push_back({Severity::note, "directives say nothing of Stores: every cluster level has its buffer", {}, {}});
    std::size_t inside = 0;
    for (const Node& node : mapping.nodes)
        inside = node.kind == NodeKind::spatial ? 0 : inside + (node.isLoop() ? 1 : 0);
    if (inside > 1)
        notes.push_back({Severity::note, "directives say nothing of the order of loops inside a PE", {}, {}});
    return {DirectiveForm{*std::move(layer), std::move(nest.flow), nest.pes}, std::move(notes)};
}

}  // namespace lapidary::data_centric
