// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's tiling tree to look at (ISPASS 2023, IV-B, Fig. 5): the root is the tile of ones, a child raises one loop to
// its next larger divisor. What fits and can't grow is a candidate; what can grow is dominated by its child; what doesn't
// fit ends a branch. The search itself walks the same tiles without the tree (tiles.h). Pure functions.
#pragma once

#include <string>
#include <vector>

#include "core/search/sunstone/problem.h"

namespace lapidary::sunstone {

enum class TileStatus : std::uint8_t { kept, dominated, tooLarge };
std::span<const KeyEntry<TileStatus>> keyTable(TileStatus);

struct TileNode {
    Sizes tile{};      ///< extents, by loop
    int parent = -1;   ///< by whom it was met first
    int by = -1;       ///< dominated: the first child that fits
    double words = 0;  ///< of all stored tensors
    TileStatus status = TileStatus::kept;
};

struct TilingTree {
    std::vector<TileNode> nodes;  ///< by breadth; each tile once
    bool complete = true;         ///< false: cut at the limit of nodes
};

/// Of level `level`, tiles growing in `grows`, nothing inside.
TilingTree tilingTree(const Problem& problem, int level, Mask grows, std::size_t mostNodes);

/// Loops that grow in the tile below an order: all but those whose reuse the order has already (III-A).
Mask growingBelow(const Problem& problem, int level, const TrieNode& order);

/// "K2 P2".
std::string tileText(const Problem& problem, const Sizes& tile);

}  // namespace lapidary::sunstone
