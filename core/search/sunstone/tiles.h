// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's tiling principle (ISPASS 2023, III-A and IV-B): of the tiles of a level, those that fit and can be raised to
// the next larger divisor in no loop. All larger tiles move fewer words, so that the others are dominated. Walks the
// divisors loop by loop instead of the paper's tree: the same tiles, each met once. tiling_tree.h has the tree to look at.
// Pure functions.
#pragma once

#include <functional>

#include "core/search/sunstone/problem.h"

namespace lapidary::sunstone {

struct TileQuestion {
    int level = 0;
    Sizes base{};            ///< extents of what lies inside
    Sizes rest{};            ///< what factors here may take of
    Sizes outside{};         ///< factors right above the tile that must fit the levels outside with it, ones = none
    Mask grows = 0;          ///< loops that may have factors here
    Mask forced = 0;         ///< loops that must take all of the rest
    bool ownFactors = true;  ///< the factors are the level's own, so its rules speak of them
    bool maximalOnly = true;
    bool multiples = false;  ///< a tile gives way to its multiples only, not to the next larger divisor
    Mask staysOut = 0;       ///< with it: not to those of these loops, which the level outside needs
    Mask mayNotEnter = 0;    ///< nor to those of these if it has none of them here: their place in the order is fixed
    bool looksOut = true;    ///< off: what the levels outside hold has no say in which tile gives way to which
    const std::function<bool()>* tick = nullptr;  ///< called every few hundred tiles looked at; false ends the walk
    bool unitToo = false;                         ///< the tile without any factor here, even if dominated
    /// Asked before the last loop is walked, with the largest factor of it that fits: no for leaving out all of them.
    const std::function<bool(const Sizes&)>* mayCount = nullptr;
};

struct TileCounts {
    std::int64_t visited = 0;
    std::int64_t dominated = 0;
    std::int64_t cut = 0;  ///< runs of the last loop that mayCount left out
};

/// Calls take(factors) for each tile, in a fixed order, until it returns false; false if it did.
bool eachTile(const Problem& problem, const TileQuestion& question, TileCounts& counts,
              const std::function<bool(const Sizes&)>& take);

}  // namespace lapidary::sunstone
