// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many lanes the fanouts further out can still have, where perfect factors have to divide what a tile leaves: with 168
// PEs often far fewer than 168. Looked up where it is asked for. Thread rule: one owner.
#pragma once

#include "core/search/optimal/classic/shape.h"

namespace lapidary::optimal::classic {

class LanesLeft {
public:
    /// The shape must outlive it.
    explicit LanesLeft(const Shape& shape);

    /// Most lanes of the `fanouts` outermost fanouts together, outside of a tile.
    std::int64_t most(std::size_t fanouts, TileNumber tile);

private:
    const Shape& m_shape;
    std::vector<std::vector<const Lanes*>> m_choices;  ///< by fanout, by falling number
    std::vector<std::int64_t> m_all;                   ///< by number of fanouts: their lanes
    std::vector<std::vector<std::int32_t>> m_most;     ///< by number of fanouts and tile, 0 = not looked at
};

}  // namespace lapidary::optimal::classic
