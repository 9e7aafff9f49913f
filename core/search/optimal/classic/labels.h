// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything inside the outermost lanes, for one choice of what is kept: partial mappings that no other one of the same
// tile beats, level by level from the MACs outwards. docs/models/optimal.md, Tiles level by level. Thread rule: one owner.
#pragma once

#include <map>

#include "core/search/optimal/classic/dominance.h"
#include "core/search/optimal/classic/lanes_left.h"

namespace lapidary::optimal::classic {

struct RuleCounts {
    std::int64_t labels = 0, tooLarge = 0, dominated = 0, lanesBound = 0, labelBound = 0, joinBound = 0;
};

/// Whether a part with this much energy and so many cycles at least can't be better than the best one.
using Closed = std::function<bool(double energyPj, std::int64_t cycles)>;

/// The least energy of what the levels outside take, from a tile on.
using Outside = std::function<double(const State& state)>;

class Labels {
public:
    Labels(const OuterTables& tables, std::size_t outermost, const Rules& rules, const Closed& closed, const Tick& tick,
           RuleCounts& counts);

    /// False if `tick` gave up or there are too many.
    bool make();
    /// Instead of the outer tables.
    void setOutside(Outside outside) { m_outside = std::move(outside); }
    /// Lanes divide what is left of each dimension.
    void setLanes(LanesLeft& lanes) { m_lanes = &lanes; }
    bool outgrown() const { return m_outgrown; }
    /// If there are too many: how much memory isn't enough, and the level it was needed for.
    std::string whyOutgrown() const;
    const std::vector<State>& list() const { return m_labels; }

private:
    bool passLevel(std::size_t level);
    void unroll(std::size_t fanout);
    /// Of one tile.
    struct Group {
        std::vector<State> list;
        std::size_t pruned = 0;  ///< how many there were after that
    };
    struct Tied {
        Group alive, ended;  ///< parts that reuse something, and parts that don't any more
    };
    bool sweep();
    bool reuse(const State& label);
    bool grow(const State& label);
    bool fits(TileNumber tile);
    bool push(const State& state, Group Tied::*where);
    /// All parts of a tile at the boundary of the level that is being passed.
    bool add(std::vector<State>& states);
    bool outgrows();
    /// Most lanes that may still come.
    std::int64_t lanesAfter(const State& state) const;
    /// `level`: the outermost one whose Stores are open.
    bool isClosed(const State& state, std::size_t level) const;
    void prune(std::vector<State>& labels) { m_counts.dominated += m_dominance.prune(labels); }

    const OuterTables& m_tables;
    const Counter& m_counter;
    const std::size_t m_outermost;
    const Rules m_rules;
    const Closed& m_closed;
    Outside m_outside;
    const Tick& m_tick;
    RuleCounts& m_counts;
    Dominance m_dominance;
    std::vector<State> m_labels, m_next;
    std::map<TileNumber, Tied> m_tiles;  ///< of the level that is being passed, not swept yet
    std::size_t m_size = 0;              ///< of m_next and m_tiles
    LanesLeft* m_lanes = nullptr;
    std::size_t m_fanoutsLeft = 0;
    std::int64_t m_lanesLeft = 1;
    std::size_t m_level = 0;  ///< that is being passed
    bool m_outgrown = false;
};

}  // namespace lapidary::optimal::classic
