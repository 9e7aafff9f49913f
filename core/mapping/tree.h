// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tiling tree of one dimension (Ruby, Figs. 4-6): one band per loop of it, outermost first, each cutting the tiles of the
// band above into P tiles, the last tile of all into R. At any depth all tiles have the same extent but the last one, so
// a band is a few runs however large D is. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/mapping/mapping.h"

namespace lapidary {

/// Tiles side by side.
struct TileRun {
    std::int64_t first = 0;   ///< index that the first tile starts at
    std::int64_t extent = 1;  ///< of each
    std::int64_t count = 0;
    bool tail = false;  ///< smaller than the others, or of a parent with R < P children

    bool operator==(const TileRun&) const = default;
};

struct TreeBand {
    int node = 0;
    int level = 0;  ///< that owns the loop, see ownerLevels
    NodeKind kind = NodeKind::temporal;
    Axis axis = Axis::x;  ///< spatial only
    int fanout = 0;       ///< spatial only
    std::int64_t bound = 1, tail = 1;
    std::int64_t extent = 1;  ///< of a full tile
    std::vector<TileRun> tiles;

    std::int64_t count() const;
    /// Lanes that have nothing to do in the last round; 0 for temporal loops, which just end earlier.
    std::int64_t idle() const { return kind == NodeKind::spatial ? bound - tail : 0; }
};

struct TilingTree {
    int dimension = 0;
    std::int64_t bound = 1;    ///< covered: D, or D' if padded
    std::int64_t padding = 0;  ///< D' - D
    std::vector<TreeBand> bands;
    /// How the tiles add up: "3 · 7 + 1 · 6 = 27"; "4 · 7 = 28" if every tail is full.
    std::string sum;
    /// Eq. 5 from the outermost loop inwards: "L1 = 3", "L0 = 3·7 + 6 − 1 = 26", "L0 + 1 = D = 27", with subscripts.
    std::vector<std::string> equation;
};

/// The dimensions worth a tree: those with more than one index, or the first if there is none.
std::vector<int> treeDimensions(const Workload& workload);
/// The one whose tree has most to tell: idle lanes, then tails, then bands. Requires a well-formed mapping.
int telltaleDimension(const Mapping& mapping, const Workload& workload);

/// Requires a well-formed mapping.
TilingTree tilingTree(const Mapping& mapping, const Workload& workload, int dimension);

}  // namespace lapidary
