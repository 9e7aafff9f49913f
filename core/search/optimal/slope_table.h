// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every pair of buffer bits and backing words that no chain of tiles beats: the table of ski_slope.h. As the outer table of
// tables.h, but for all capacities at once, with labels of two numbers and a bound that needs no capacity: what is sure to
// be beaten by a whole chain that is known goes no further (docs/models/optimal.md, Ski slopes). Thread rule: one owner.
#pragma once

#include <vector>

#include "core/search/optimal/ski_slope.h"
#include "core/search/optimal/tables.h"

namespace lapidary::optimal {

class SlopeTable {
public:
    /// A word of a tensor's fills moves this many words to and from the backing memory.
    SlopeTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs);

    /// False if `tick` gave up.
    bool build(const Tick& tick);
    /// By ascending bits and descending words.
    const std::vector<SkiSlopePoint>& points() const { return m_points; }

private:
    /// Labels of one set of tensors that are placed, by tile.
    struct Pool {
        std::vector<std::uint32_t> begin, count;
        std::vector<SkiSlopePoint> labels;
        std::span<const SkiSlopePoint> at(TileNumber tile) const {
            return std::span(labels).subspan(begin[tile], count[tile]);
        }
    };
    void findLeast();
    void placeTogether();
    void fill(unsigned set, TileNumber tile);
    void take(unsigned set, TileNumber tile, std::span<const SkiSlopePoint> from, const SkiSlopePoint& added);
    SkiSlopePoint cost(unsigned tensors, TileNumber at, TileNumber credited) const;
    bool isBeaten(const SkiSlopePoint& least) const;
    void offer(const SkiSlopePoint& whole);
    unsigned sliding(unsigned among, std::size_t dimension) const;

    const Problem& m_problem;
    const Lattice& m_lattice;
    const TileCosts& m_costs;
    std::vector<std::vector<std::int64_t>> m_words;  ///< by tensor and tile
    std::vector<std::vector<std::int64_t>> m_least;  ///< the same, of all tiles that divide it
    std::vector<Pool> m_pools;
    std::vector<SkiSlopePoint> m_points, m_buffer;
};

}  // namespace lapidary::optimal
