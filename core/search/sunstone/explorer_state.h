// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an Explorer holds of partial mappings. Only for explorer*.cpp. Plain values.
#pragma once

#include "core/search/sunstone/explorer.h"

namespace lapidary::sunstone {

inline Sizes unitSizes() {
    Sizes sizes;
    sizes.fill(1);
    return sizes;
}
/// Bounds and costs are sums in different orders: what is equal may differ by rounding.
inline constexpr double kRounding = 1 + 1e-12;
inline std::size_t nth(int number) { return static_cast<std::size_t>(number); }

/// A partial mapping: levels from the innermost (bottom-up) or the outermost (top-down) on.
struct Explorer::State {
    std::array<Sizes, kMaxLevels> temporal, spatial;
    Sizes inner = unitSizes();  ///< bottom-up: extents at the last level that is settled
    Sizes tile = unitSizes();   ///< bottom-up: the same with the gap above; top-down: extents left to split
    double energy = 0;          ///< of the compute and of boundaries that are settled, each under its best order
    double cycles = 0;          ///< of their ports
    double lanes = 1;
};

/// One more level settled: its unrolling and tile. Bottom-up, `temporal` are the level's own factors; top-down, the
/// extents of its tile.
struct Explorer::Child {
    Sizes spatial = unitSizes(), temporal = unitSizes();
    bool isLimit =
        false;  ///< the tile is none to follow, but as large as others may be: those leave more to arrays outside
    double bound = 0;
    double energy = 0, cycles = 0;  ///< as in State, with what this child settles
    double lanes = 1;
};

/// The children of one partial mapping.
struct Explorer::Family {
    const State& state;
    int level;
    Sizes rest;  ///< what they may take of
    std::vector<Child> children = {};
};

}  // namespace lapidary::sunstone
