// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lattice of tiles: every vector of divisors of the dimensions' bounds, numbered in mixed radix so that a multiple of
// a tile has a larger number. Loops are steps in it (grow one dimension by a factor), Stores are places (the tile that
// lies below them); see docs/models/optimal.md. Immutable after construction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/workload/workload.h"

namespace lapidary::optimal {

/// By active dimension (those longer than 1), see Problem.
using Tile = std::array<std::int64_t, kMaxDimensions>;
using TileNumber = std::uint32_t;

class Lattice {
public:
    explicit Lattice(const std::vector<std::int64_t>& bounds);

    /// Number of tiles; saturates at 2^62.
    static std::int64_t sizeFor(const std::vector<std::int64_t>& bounds);

    TileNumber size() const { return m_size; }
    TileNumber whole() const { return m_size - 1; }  ///< the tile of all bounds; number 0 is the tile of ones
    std::size_t dimensions() const { return m_divisors.size(); }
    Tile tile(TileNumber number) const;
    const std::vector<std::int64_t>& divisors(std::size_t dimension) const { return m_divisors[dimension]; }
    TileNumber stride(std::size_t dimension) const { return m_strides[dimension]; }
    std::size_t digit(TileNumber number, std::size_t dimension) const {
        return number / m_strides[dimension] % m_divisors[dimension].size();
    }

    /// One factor of one dimension: what it adds to the number of the tile that it multiplies.
    struct Step {
        TileNumber up;
        std::int64_t factor;
    };
    /// By dimension and digit: steps by a prime, and by any factor, outwards (to multiples).
    const std::vector<Step>& primesUp(std::size_t dimension, std::size_t digit) const {
        return m_primesUp[dimension][digit];
    }
    const std::vector<Step>& factorsUp(std::size_t dimension, std::size_t digit) const {
        return m_factorsUp[dimension][digit];
    }
    /// The same inwards (to divisors): `up` is what to subtract.
    const std::vector<Step>& primesDown(std::size_t dimension, std::size_t digit) const {
        return m_primesDown[dimension][digit];
    }
    const std::vector<Step>& factorsDown(std::size_t dimension, std::size_t digit) const {
        return m_factorsDown[dimension][digit];
    }
    /// Number of the tile whose dimension is `value` and all others 1. Requires a divisor.
    TileNumber numberOf(std::size_t dimension, std::int64_t value) const;

private:
    using Steps = std::vector<std::vector<std::vector<Step>>>;

    std::vector<std::vector<std::int64_t>> m_divisors;
    std::vector<TileNumber> m_strides;
    Steps m_primesUp, m_factorsUp, m_primesDown, m_factorsDown;
    TileNumber m_size = 1;
};

}  // namespace lapidary::optimal
