// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/tiling_tree.h"

#include <algorithm>
#include <map>

namespace lapidary::sunstone {

std::span<const KeyEntry<TileStatus>> keyTable(TileStatus) {
    static constexpr std::array<KeyEntry<TileStatus>, 3> table{{
        {TileStatus::kept, "kept", "Candidate", "fits, and no loop can be raised", "Sunstone IV-B"},
        {TileStatus::dominated, "dominated", "Dominated", "a larger tile fits and moves fewer words", "Sunstone III-A"},
        {TileStatus::tooLarge, "too-large", "Too large", "doesn't fit", "Sunstone IV-B"},
    }};
    return table;
}

TilingTree tilingTree(const Problem& problem, int level, Mask grows, std::size_t mostNodes) {
    TilingTree tree;
    std::map<Sizes, int> known;
    const auto add = [&](const Sizes& tile, int parent) {
        const auto [place, isNew] = known.try_emplace(tile, static_cast<int>(tree.nodes.size()));
        if (isNew) {
            TileNode node{.tile = tile, .parent = parent};
            for (std::size_t t = 0; t < problem.tensors().size(); ++t)
                if (problem.level(level).stored >> t & 1) node.words += problem.boxWords(t, tile);
            if (!problem.fits(level, tile)) node.status = TileStatus::tooLarge;
            tree.nodes.push_back(node);
        }
        return place->second;
    };
    Sizes root;
    root.fill(1);
    add(root, -1);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].status == TileStatus::tooLarge) continue;
        for (int l = 0; l < problem.loops(); ++l) {
            const auto loop = static_cast<std::size_t>(l);
            if (!(grows >> l & 1)) continue;
            Sizes child = tree.nodes[i].tile;
            const auto divisors = problem.divisorsOf(l, problem.bounds()[loop]);
            const auto next = std::upper_bound(divisors.begin(), divisors.end(), child[loop]);
            if (next == divisors.end()) continue;
            if (tree.nodes.size() >= mostNodes) {
                tree.complete = false;
                return tree;
            }
            child[loop] = *next;
            const int number = add(child, static_cast<int>(i));
            if (tree.nodes[static_cast<std::size_t>(number)].status == TileStatus::tooLarge) continue;
            if (tree.nodes[i].by < 0) tree.nodes[i].by = number;
            tree.nodes[i].status = TileStatus::dominated;
        }
    }
    return tree;
}

Mask growingBelow(const Problem& problem, int level, const TrieNode& order) {
    const unsigned exploited = exploitedDimensions(problem.target().workload, order);
    return static_cast<Mask>(problem.level(level).growing & ~problem.loopsOf(exploited));
}

std::string tileText(const Problem& problem, const Sizes& tile) {
    std::string text;
    for (int l = 0; l < problem.loops(); ++l) {
        const std::int64_t extent = tile[static_cast<std::size_t>(l)];
        if (extent == 1) continue;
        const auto d = static_cast<std::size_t>(problem.dimensionOf(l));
        text += (text.empty() ? "" : " ") + problem.target().workload.dimensions()[d].name + std::to_string(extent);
    }
    return text.empty() ? "1" : text;
}

}  // namespace lapidary::sunstone
