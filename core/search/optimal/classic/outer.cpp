// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/outer.h"

#include <algorithm>

namespace lapidary::optimal::classic {

namespace {

struct LeastEnergy {
    double least = OuterTables::kNever;
    bool closed(const State&, const Bill& bill, double outside) const { return bill.energyPj + outside >= least; }
    bool closedByOrders(const State&, double) const { return false; }
    bool end(const State&, std::size_t, unsigned, const Bill& bill, double outside) {
        least = std::min(least, bill.energyPj + outside);
        return true;
    }
};

}  // namespace

OuterTables::OuterTables(const Counter& counter, const Kept& kept, std::size_t last, const Tick& tick)
    : m_counter(counter), m_kept(kept) {
    for (std::size_t level = 1; level <= last && m_complete; ++level) {
        fill(level, tick);
        sweep(level);
    }
}

State OuterTables::opened(std::size_t level, TileNumber tile) const {
    State state;
    state.tile = m_counter.shape().extent(tile);
    state.number = tile;
    state.lanesOf.fill(1);
    m_counter.open(state, level, m_kept[level]);
    m_counter.settle(state, m_kept);
    return state;
}

void OuterTables::fill(std::size_t level, const Tick& tick) {
    const Shape& shape = m_counter.shape();
    std::vector<double>& at = m_at.emplace_back(shape.lattice().size(), kNever);
    for (TileNumber tile = 0; tile < shape.lattice().size(); ++tile) {
        if (!tick()) m_complete = false;
        if (!m_complete) return;
        if (!shape.fits(level, m_kept[level], tile)) continue;
        LeastEnergy visitor;
        ReuseWalk(*this, visitor).go(opened(level, tile), level - 1, 0);
        at[tile] = visitor.least;
    }
}

/// The least over all multiples of a tile, prime by prime.
void OuterTables::sweep(std::size_t level) {
    const Lattice& lattice = m_counter.shape().lattice();
    std::vector<double>& from = m_from.emplace_back(m_at[level - 1]);
    std::vector<TileNumber>& best = m_best.emplace_back();
    for (TileNumber tile = 0; tile < lattice.size(); ++tile) best.push_back(tile);
    for (TileNumber tile = lattice.size(); tile-- > 0;)
        for (std::size_t d = 0; d < lattice.dimensions(); ++d) {
            if (!(m_counter.shape().loopsAt(level) >> d & 1)) continue;
            for (const Lattice::Step& step : lattice.primesUp(d, lattice.digit(tile, d)))
                if (from[tile + step.up] < from[tile]) {
                    from[tile] = from[tile + step.up];
                    best[tile] = best[tile + step.up];
                }
        }
}

}  // namespace lapidary::optimal::classic
