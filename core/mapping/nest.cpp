// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/nest.h"

#include <span>

#include "core/mapping/extent.h"
#include "core/workload/rank_set.h"

namespace lapidary {
namespace {

std::span<const Node> outside(const Mapping& mapping, int node) {
    return std::span(mapping.nodes).first(static_cast<std::size_t>(node));
}
std::span<const Node> inside(const Mapping& mapping, int node) {
    return std::span(mapping.nodes).subspan(static_cast<std::size_t>(node));
}

}  // namespace

std::vector<StorePlace> storesOf(const Mapping& mapping, int tensor) {
    std::vector<StorePlace> places;
    for (std::size_t i = 0; i < mapping.nodes.size(); ++i) {
        const Node& node = mapping.nodes[i];
        if (node.isLoop() || !(node.tensors >> tensor & 1)) continue;
        places.push_back({static_cast<int>(i), node.level, places.empty() ? -1 : places.back().node});
    }
    return places;
}

std::vector<int> ownerLevels(const Mapping& mapping) {
    std::vector<int> levels;
    int owner = 0;
    for (const Node& node : mapping.nodes) {
        if (!node.isLoop()) owner = node.level;
        levels.push_back(owner);
    }
    return levels;
}

Extents largestExtents(const Mapping& mapping, int node) {
    Extents extents{};
    for (int d = 0; d < kMaxDimensions; ++d) {
        const bool repeated = iterations(outside(mapping, node), d) > 1;
        const auto loops = inside(mapping, node);
        extents[static_cast<std::size_t>(d)] = repeated ? tripProduct(loops, d) : iterations(loops, d);
    }
    return extents;
}

Extents lastExtents(const Mapping& mapping, int node) {
    Extents extents{};
    for (int d = 0; d < kMaxDimensions; ++d)
        extents[static_cast<std::size_t>(d)] = iterations(inside(mapping, node), d);
    return extents;
}

std::int64_t tileWords(const Tensor& tensor, const Extents& extents) {
    std::int64_t words = 1;
    for (const Rank& rank : tensor.ranks) words = saturatingMul(words, rankSetSize(rank, extents));
    return words;
}

std::int64_t boxWords(const Tensor& tensor, const Extents& extents) {
    std::int64_t words = 1;
    for (const Rank& rank : tensor.ranks) words = saturatingMul(words, rankBoxSize(rank, extents));
    return words;
}

std::int64_t settingsOutside(const Mapping& mapping, int node) {
    std::int64_t settings = 1;
    for (int d = 0; d < kMaxDimensions; ++d) settings = saturatingMul(settings, iterations(outside(mapping, node), d));
    return settings;
}

}  // namespace lapidary
