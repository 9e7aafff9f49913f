// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What FittingDraw knows of a mapspace's chains: the lanes that each takes on the axes, and what it makes of the tiles of
// memories that are bounded. Tiles of a tensor are products over its ranks; a rank of one dimension is a factor of that
// dimension's chain, one of two dimensions a table over both extents. Immutable after construction.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"

namespace lapidary {

/// Lanes taken on each axis, two of each fanout.
using Lanes = std::vector<std::int64_t>;

/// Chains of a dimension that break no limit by themselves.
struct FittingDimension {
    struct Group {
        Lanes lanes;  ///< on FittingChains::axes(); 1 on all others
        std::uint32_t first = 0, count = 0;
    };
    std::size_t term = 0;                ///< of the mapspace; also the dimension
    std::vector<std::uint64_t> numbers;  ///< of the chains, those of the same lanes together
    std::vector<Group> groups;
    std::vector<double> factors;                        ///< by chain, of each tile
    std::vector<std::uint16_t> extents;                 ///< by chain and level: which of the dimension's extents there
    std::vector<std::vector<std::int64_t>> extentList;  ///< by level
};

class FittingChains {
public:
    /// Of all dimensions together: some 40 ms until tables are made, during which a search can't be stopped.
    static constexpr std::uint64_t kMostChains = 1 << 15;
    static constexpr std::size_t kMostTiles = kMaxLevels * kMaxTensors;

    FittingChains(const Mapspace& mapspace, const Evaluator& evaluator);

    /// False if there are too many chains: then nothing else is set.
    bool isUsable() const { return m_usable; }
    /// Whether every tile that could overflow is known.
    bool knowsTiles() const { return m_knowsTiles; }
    /// Those with one chain first; `firstFree` of them.
    const std::vector<FittingDimension>& dimensions() const { return m_dimensions; }
    std::size_t firstFree() const { return m_firstFree; }
    /// Those that several dimensions may take lanes of, or that must be used to some degree: axis a of fanout a / 2.
    const std::vector<std::size_t>& axes() const { return m_axes; }

    /// What levels keep by the choice of a term.
    struct Keep {
        std::size_t term = 0, level = 0;
        std::vector<unsigned> kept;  ///< by number
    };
    const std::vector<Keep>& keeps() const { return m_keeps; }
    const std::array<unsigned, kMaxLevels>& alwaysKept() const { return m_kept; }

    // A draw: words of every tile, of the dimensions so far. at[i]: chain of dimension i.
    void start(double* words) const { std::copy(m_start.begin(), m_start.end(), words); }
    void add(std::size_t dimension, const std::uint32_t* at, double* words) const;
    bool fits(const double* words, const unsigned* kept) const;

private:
    struct Tile {
        int level, tensor;
    };
    /// A rank of two dimensions.
    struct Pair {
        std::size_t tile, a, b;  ///< of the later dimension b
        std::size_t width;       ///< extents of b
        std::vector<double> words;
    };
    struct Part {
        std::size_t level;
        double capacity;
        struct Share {
            std::size_t tile;
            unsigned tensor;  ///< bit
            double bits;
        };
        std::vector<Share> shares;
    };
    class Maker;

    std::vector<FittingDimension> m_dimensions;
    std::vector<Keep> m_keeps;
    std::array<unsigned, kMaxLevels> m_kept{};
    std::vector<Tile> m_tiles;
    std::vector<double> m_start;
    std::vector<std::vector<Pair>> m_pairs;  ///< by their later dimension
    std::vector<Part> m_parts;
    std::vector<std::size_t> m_axes;
    std::size_t m_firstFree = 0;
    bool m_usable = false, m_knowsTiles = true;
};

}  // namespace lapidary
