// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The levels outside of all lanes: the least energy of everything that their Stores take, for each tile inside them, by
// a sweep over the lattice; and the walk over the loops that reuse something, which ends where a table goes on.
// docs/models/optimal.md, Tiles level by level. Thread rule: one owner.
#pragma once

#include <optional>

#include "core/search/optimal/classic/state.h"

namespace lapidary::optimal::classic {

using Kept = std::array<unsigned, kLevels>;
using Tick = std::function<bool()>;

class OuterTables {
public:
    /// For the levels 1 .. last, which keep `kept`. Nothing is made if `tick` gives up.
    OuterTables(const Counter& counter, const Kept& kept, std::size_t last, const Tick& tick);

    bool complete() const { return m_complete; }
    /// Least energy of the Stores of levels up to this one, if the level below's loops so far end at this tile; infinite if
    /// nothing fits. 0 for level 0.
    double from(std::size_t level, TileNumber tile) const { return level == 0 ? 0 : m_from[level - 1][tile]; }
    /// The same for exactly this tile at the level.
    double at(std::size_t level, TileNumber tile) const { return m_at[level - 1][tile]; }
    /// The tile that from() is of.
    TileNumber best(std::size_t level, TileNumber tile) const { return m_best[level - 1][tile]; }
    bool fits(std::size_t level, TileNumber tile) const { return m_at[level - 1][tile] < kNever; }
    /// Stores of the level at this tile, and nothing inside.
    State opened(std::size_t level, TileNumber tile) const;
    const Counter& counter() const { return m_counter; }
    const Kept& kept() const { return m_kept; }
    /// What inner levels keep plays no part in the tables; those who walk on from them ask for it here.
    void setInner(const Kept& kept) { m_kept = kept; }

    static constexpr double kNever = 1e300;

private:
    void fill(std::size_t level, const Tick& tick);
    void sweep(std::size_t level);

    const Counter& m_counter;
    Kept m_kept;
    std::vector<std::vector<double>> m_at, m_from;
    std::vector<std::vector<TileNumber>> m_best;
    bool m_complete = true;
};

/// Goes through the loops outside of a state that may reuse something, block by block. A Visitor has
///   bool closed(state, level, leastEnergy): nothing that goes on from here is wanted;
///   bool end(state, level, energy): from here nothing is reused; false = stop.
template <class Visitor>
class ReuseWalk {
public:
    ReuseWalk(const OuterTables& tables, Visitor& visitor)
        : m_tables(tables), m_counter(tables.counter()), m_visitor(visitor) {}

    /// `used`: dimensions that have a loop in this level's block.
    bool go(const State& state, std::size_t level, unsigned used) {
        const double outside = m_tables.from(level, state.number);
        if (outside >= OuterTables::kNever) return true;
        const bool alive = state.anyAlive();
        if (alive && m_visitor.closed(state, m_counter.bill(state, true), outside)) return true;
        if (alive && m_visitor.closedByOrders(state, outside)) return true;
        const Bill now = m_counter.bill(state, false);
        if (!alive || !m_visitor.closed(state, now, outside)) {
            State ended = state;
            ended.kill();
            if (!m_visitor.end(ended, level, used, now, outside)) return false;
        }
        if (!alive) return true;
        const Shape& shape = m_counter.shape();
        for (std::size_t d = 0; d < shape.dims(); ++d) {
            const std::int32_t left = shape.bounds()[d] / state.tile[d];
            if (left == 1 || (used | ~shape.loopsAt(level)) >> d & 1 || !m_counter.mayReuse(state, d)) continue;
            for (const Lattice::Step& step : shape.lattice().factorsUp(d, shape.lattice().digit(state.number, d))) {
                if (level == 0 && step.factor != left) continue;
                State next = state;
                const bool reuses = m_counter.loop(next, level, d, static_cast<std::int32_t>(step.factor));
                if (reuses && !go(next, level, used | 1u << d)) return false;
            }
        }
        if (level == 0 || !m_tables.fits(level, state.number)) return true;
        State next = state;
        m_counter.open(next, level, m_tables.kept()[level]);
        m_counter.settle(next, m_tables.kept());
        return go(next, level - 1, 0);
    }

private:
    const OuterTables& m_tables;
    const Counter& m_counter;
    Visitor& m_visitor;
};

}  // namespace lapidary::optimal::classic
