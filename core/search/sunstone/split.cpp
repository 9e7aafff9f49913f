// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/split.h"

#include <algorithm>

namespace lapidary::sunstone {

namespace {
std::size_t seat(int number) { return static_cast<std::size_t>(number); }
}  // namespace

Sizes MappingSplit::tileAt(int m) const {
    Sizes tile = temporal[0];
    for (int level = 1; level <= m; ++level)
        for (std::size_t l = 0; l < tile.size(); ++l) tile[l] *= spatial[seat(level - 1)][l] * temporal[seat(level)][l];
    return tile;
}

std::optional<MappingSplit> splitOf(const Problem& problem, const Mapping& mapping) {
    if (!mapping.paddedBounds.empty()) return std::nullopt;
    MappingSplit split;
    for (auto* factors : {&split.temporal, &split.spatial})
        for (Sizes& sizes : *factors) sizes.fill(1);
    std::array<int, kMaxDimensions> loopOf{};
    loopOf.fill(-1);
    for (int l = 0; l < problem.loops(); ++l) loopOf[seat(problem.dimensionOf(l))] = l;
    const int levels = problem.levels();
    std::array<int, kMaxFanouts> gapOf{};
    gapOf.fill(-1);
    for (int gap = 0; gap + 1 < levels; ++gap)
        for (const ArrayAxis& axis : problem.gap(gap).axes) gapOf[seat(axis.fanout)] = gap;
    int m = levels - 1;
    for (const Node& node : mapping.nodes) {
        if (node.kind == NodeKind::store) {
            m = levels - 1 - node.level;
            continue;
        }
        if (node.bound == 1) continue;
        const int loop = loopOf[node.dimension];
        if (loop < 0 || node.tail != node.bound) return std::nullopt;
        if (node.kind == NodeKind::temporal) {
            split.temporal[seat(m)][seat(loop)] *= node.bound;
            split.order[seat(m)].push_back(static_cast<std::uint8_t>(loop));
            continue;
        }
        if (gapOf[node.fanout] < 0) return std::nullopt;
        split.spatial[seat(gapOf[node.fanout])][seat(loop)] *= node.bound;
    }
    for (auto& order : split.order) std::reverse(order.begin(), order.end());
    return split;
}

int keptOrderAt(const Problem& problem, const OrderingTrie& trie, const MappingSplit& split, int m) {
    const std::vector<std::uint8_t>& actual = split.order[seat(m)];
    const auto moves = [&](int dimension) {
        for (int l = 0; l < problem.loops(); ++l)
            if (problem.dimensionOf(l) == dimension) return split.temporal[seat(m)][seat(l)] > 1;
        return false;
    };
    int best = -1;
    std::ptrdiff_t most = 0;
    for (std::size_t k = 0; k < trie.kept.size(); ++k) {
        const std::vector<int>& prefix = trie.nodes[seat(trie.kept[k])].order;
        std::vector<std::uint8_t> order = problem.completeOrder(m, prefix);
        std::erase_if(order, [&](std::uint8_t loop) { return split.temporal[seat(m)][loop] == 1; });
        const std::ptrdiff_t moving = std::count_if(prefix.begin(), prefix.end(), moves);
        if (order != actual || moving <= most) continue;
        best = static_cast<int>(k);
        most = moving;
    }
    return best;
}

std::string levelName(const Problem& problem, int m) {
    const auto& levels = problem.target().architecture.levels();
    const int outer = problem.levels() - 1 - m;
    return outer < static_cast<int>(levels.size()) ? levels[seat(outer)].name : std::string("lanes");
}

}  // namespace lapidary::sunstone
