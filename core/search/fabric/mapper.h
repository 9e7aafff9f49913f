// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The analytic mapper for MAERI (in the manner of mRNA; Bifrost, section VII-D): estimates the cycles of every dividing tile
// in closed form and takes the best. Defined in docs/models/fabric.md. Pure functions.
#pragma once

#include "core/search/fabric/knob_space.h"

namespace lapidary::fabric {

/// What bounds a tile's time, in cycles.
struct CycleEstimate {
    double weights = 0;     ///< sending the weights, before anything else
    double ports = 0;       ///< operands and partial sums through the busiest port
    double controller = 0;  ///< one step per cycle
    double loop = 0;        ///< partial sums round through memory, one after the other
    double bus = 0;         ///< results through the busiest line
    double latency = 0;     ///< the last product's way to memory
    double tiles = 1;
    double total() const;  ///< all tiles
};
CycleEstimate estimateCycles(const MaeriShape& shape, const Tile& tile, const Hardware& hardware);

struct MappedTile {
    Tile tile;
    double estimate = 0;
    std::int64_t considered = 0;
};
/// The dividing tile with the least estimate; of equals the one with fewer multipliers, then the first.
Result<MappedTile> mapAnalytically(const Run& base);
/// For a layer of a network: MAERI's tile by the analytic mapper; the other machines find theirs themselves, or hold as much as
/// their array does.
Result<Run> withMappedTile(Run run);

}  // namespace lapidary::fabric
