// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The networks that a tensor's words cross between a parent Store and its child, and the places of children on their
// meshes. Plain values and pure functions; allocates nothing.
#pragma once

#include <array>
#include <compare>

#include "core/model/reuse/nest.h"

namespace lapidary::reuse {

/// A place on the mesh of one fanout instance.
struct Spot {
    std::int64_t x = 0, y = 0;
    auto operator<=>(const Spot&) const = default;
};
using Spots = std::array<Spot, kMaxFanouts>;  ///< by fanout

/// Fanouts with an unrolled loop between two Stores (or a Store and the MACs), outermost first.
struct Between {
    int count = 0;
    std::array<std::uint8_t, kMaxFanouts> fanouts{};
    std::array<DimensionMask, kMaxFanouts> dimensions{};  ///< unrolled on each

    Between(const Nest& nest, const StoreNode& parent, const StoreNode& child);
};

/// How far one step of a spatial loop moves on its axis: over all that the loops of that axis inside it cover.
std::int64_t spotStep(const Nest& nest, const Loop& loop);

/// Moves a spot along the axis of a spatial loop.
inline void moveSpot(Spots& spots, const Loop& loop, std::int64_t by) {
    (loop.axis == Axis::x ? spots[loop.fanout].x : spots[loop.fanout].y) += by;
}

/// Twice the hops of one word from the port, at column 0 and the middle of `rows` rows, to all of `spots` (ascending):
/// along X to the last column, and in every column to its outermost rows (the "Legacy" network of reference/timeloop).
template <class SpotList>
std::int64_t halfHops(const SpotList& spots, std::int64_t rows) {
    std::int64_t columns = 0, vertical = 0;
    for (auto spot = spots.begin(); spot != spots.end();) {
        const std::int64_t x = spot->x, top = spot->y;
        std::int64_t bottom = top;
        for (; spot != spots.end() && spot->x == x; ++spot) bottom = spot->y;
        columns = x > columns ? x : columns;
        if (const std::int64_t up = rows - 1 - 2 * top; up > 0) vertical += up;
        if (const std::int64_t down = 2 * bottom - (rows - 1); down > 0) vertical += down;
    }
    return 2 * columns + vertical;
}

}  // namespace lapidary::reuse
