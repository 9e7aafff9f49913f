// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The two tables over (Stores placed, tile): the outer one holds the best ways from the whole problem down to a tile, the
// inner one those from a single compute up to it. A loop multiplies the tile, a Store costs what its own tile says, and
// nothing else matters (docs/models/optimal.md, Chains of tiles). A Store of a tensor with sliding windows may also be
// placed together with the loop directly outside it, whose overlapping windows are then fetched once.
// Thread rule: one owner; reading a finished table is free for all.
#pragma once

#include <vector>

#include "core/search/optimal/labels.h"
#include "core/search/optimal/problem.h"

namespace lapidary::optimal {

/// Volumes and fills of every tensor at every tile.
class TileCosts {
public:
    /// Nothing is known before this has returned true.
    bool build(const Problem& problem, const Lattice& lattice, const Tick& tick);
    std::int64_t volume(std::size_t tensor, TileNumber tile) const { return m_volume[tensor][tile]; }
    std::int64_t fills(std::size_t tensor, TileNumber tile) const { return m_fills[tensor][tile]; }
    std::int64_t leastFills(std::size_t tensor) const { return m_least[tensor]; }

private:
    std::vector<std::vector<std::int64_t>> m_volume, m_fills;
    std::vector<std::int64_t> m_least;
};

/// What a step of a chain does; `tensors` of a window step are placed at the tile inside the loop.
struct ChainStep {
    enum class Kind { loop, store, window } kind = Kind::loop;
    unsigned tensors = 0;
    std::size_t dimension = 0;
    std::int64_t factor = 1;
};
using Chain = std::vector<ChainStep>;  ///< outermost first

/// Where a label comes from: a label of the same table, one step further.
struct Origin {
    unsigned placed = 0;
    TileNumber tile = 0;
    Label label;
    ChainStep step;
};

/// What both tables share: labels by set of tensors placed and tile.
class ChainTable {
public:
    static constexpr std::size_t kMostLabels = 6'000'000;  ///< of one table, of which there are up to three

    ChainTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs, std::size_t level);

    std::span<const Label> at(unsigned placed, TileNumber tile) const { return m_pools[placed].at(tile); }
    const TableCounts& counts() const { return m_counts; }
    /// Given up because it would take too much memory.
    bool outgrown() const { return m_kept > kMostLabels; }
    std::size_t level() const { return m_level; }
    bool fits(std::int64_t bits) const { return bits <= m_problem.capacity(m_level); }
    std::int64_t bitsOf(unsigned tensors, TileNumber tile) const;

protected:
    /// Tensors of `among` whose window the dimension moves.
    unsigned sliding(unsigned among, std::size_t dimension) const;
    /// Adds what placing the tensors costs; `credited` = the tile that their fills are counted at.
    virtual Label placed(Label label, unsigned tensors, TileNumber at, TileNumber credited) const = 0;
    /// From where (placed, tile) is reached: calls visit(origin set, origin tile, step, tile of the Stores, tile whose
    /// fills count). `outwards`: origins are multiples of the tile, else divisors.
    template <class Visit>
    void forOrigins(unsigned placed, TileNumber tile, bool outwards, const Visit& visit) const;
    void fill(unsigned placed, TileNumber tile, bool outwards);
    Chain trace(unsigned placed, TileNumber tile, Label label, bool outwards) const;
    bool findOrigin(unsigned placed, TileNumber tile, const Label& label, bool outwards, Origin& origin) const;
    /// Bits that Stores still to be placed need at least.
    virtual std::int64_t openBits(unsigned placed, TileNumber tile) const = 0;

    const Problem& m_problem;
    const Lattice& m_lattice;
    const TileCosts& m_costs;
    std::size_t m_level, m_width = 2;
    std::vector<LabelPool> m_pools;
    std::vector<Label> m_buffer;
    TableCounts m_counts;
    std::size_t m_kept = 0;
    ~ChainTable() = default;
};

/// Labels: bits; energy, and if `withWords` words of outputs and of inputs. Once all Stores are placed bits are 0.
class OuterTable final : public ChainTable {
public:
    OuterTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs, bool withWords);
    bool build(const Tick& tick);
    /// Least energy of everything above the tile; kNoWay if nothing fits.
    std::int64_t least(TileNumber tile) const { return m_least[tile]; }
    /// Labels of chains whose innermost loop (dimension, factor) stands directly above at least one Store at `tile`.
    std::vector<Label> above(TileNumber tile, std::size_t dimension, const Lattice::Step& loop) const;
    /// From the whole problem down to the tile, outermost first. Requires a label of at(all, tile).
    Chain chain(TileNumber tile, const Label& label) const { return trace(m_problem.allTensors(), tile, label, true); }
    Chain chainAbove(TileNumber tile, std::size_t dimension, const Lattice::Step& loop, const Label& label) const;

    static constexpr std::int64_t kNoWay = std::int64_t{1} << 62;

private:
    Label placed(Label label, unsigned tensors, TileNumber at, TileNumber credited) const override;
    std::int64_t openBits(unsigned, TileNumber) const override { return 0; }
    Label aboveLabel(const Label& from, unsigned own, TileNumber tile, std::size_t dimension, TileNumber up) const;

    bool m_withWords;
    std::vector<std::int64_t> m_least;
};

/// Labels: bits; fills by tensor. Once all Stores are placed bits are 0.
class InnerTable final : public ChainTable {
public:
    InnerTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs);
    bool build(const Tick& tick);
    Chain chain(unsigned placedTensors, TileNumber tile, const Label& label) const {
        return trace(placedTensors, tile, label, false);
    }
    Words words(const Label& label) const;
    const std::vector<TileNumber>& complete() const { return m_complete; }  ///< tiles that hold all Stores
    const std::vector<TileNumber>& reached() const { return m_reached; }    ///< tiles with any label
    std::int64_t leastFills(std::size_t tensor) const { return m_leastFills[tensor]; }

private:
    Label placed(Label label, unsigned tensors, TileNumber at, TileNumber credited) const override;
    std::int64_t openBits(unsigned placed, TileNumber tile) const override;

    std::vector<TileNumber> m_complete, m_reached;
    std::vector<std::int64_t> m_leastFills;
};

}  // namespace lapidary::optimal
