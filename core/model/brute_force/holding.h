// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tiles as sets of elements, and what an instance keeps of the tile it just held when the next one comes (reuse.md).
// Only for the literal simulator. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/brute_force/nest_walk.h"
#include "core/model/semantics.h"
#include "core/workload/workload.h"

namespace lapidary::literal {

/// Elements of a tensor, each as one number, ascending.
using Words = std::vector<std::int64_t>;

Words common(const Words& a, const Words& b);
Words without(const Words& a, const Words& b);
void unite(Words& into, const Words& more);

struct Tile {
    std::vector<Words> ranks;  ///< coordinates per rank, padding included
    Words words;               ///< all combinations of those that are data
};

/// Makes the tiles of one tensor from the indices its dimensions run through.
class TileMaker {
public:
    TileMaker(const Tensor& tensor, const std::vector<std::int64_t>& bounds, const Semantics& semantics);
    Tile make(const std::vector<Indices>& touched) const;

private:
    Words coordinates(const Rank& rank, const std::vector<Indices>& touched) const;

    const Tensor& m_tensor;
    bool m_box;
    bool m_skipsPadding;                  ///< zeros around the data are no words
    std::vector<std::int64_t> m_extents;  ///< per rank: largest coordinate + 1
};

/// What one instance holds of one tensor, and the window rule's memory.
class Holding {
public:
    /// Takes the next tile; returns the part of it that was there already.
    Words take(const Tile& next, Window window);

private:
    bool mayReuse(const Tile& next);

    std::optional<Tile> m_tile;
    std::optional<std::vector<std::int64_t>> m_move;  ///< the last displacement that wasn't zero
    bool m_moveAllowed = false;
};

}  // namespace lapidary::literal
