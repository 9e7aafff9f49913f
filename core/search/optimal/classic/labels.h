// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything inside the outermost lanes, for one choice of what is kept: partial mappings that no other one of the same
// tile beats, level by level from the MACs outwards. docs/models/optimal.md, Tiles level by level. Thread rule: one owner.
#pragma once

#include <map>

#include "core/search/optimal/classic/outer.h"

namespace lapidary::optimal::classic {

/// Rules that can be switched off, each alone; the result stays the same (tested).
struct Rules {
    bool dominated = true;  ///< partial mappings beaten at their tile are left out
    bool bounds = true;     ///< lanes and labels are closed by their bounds before they are looked into
};

struct RuleCounts {
    std::int64_t labels = 0, tooLarge = 0, dominated = 0, lanesBound = 0, labelBound = 0, joinBound = 0;
};

/// Whether a part with this much energy and so many cycles at least can't be better than the best one.
using Closed = std::function<bool(double energyPj, std::int64_t cycles)>;

class Labels {
public:
    Labels(const OuterTables& tables, std::size_t outermost, const Rules& rules, const Closed& closed, const Tick& tick,
           RuleCounts& counts);

    /// False if `tick` gave up or there are too many.
    bool make();
    bool outgrown() const { return m_outgrown; }
    const std::vector<State>& list() const { return m_labels; }

private:
    bool passLevel(std::size_t level);
    void unroll(std::size_t fanout);
    bool walk(const State& state, std::size_t level, unsigned used);
    /// From where nothing is reused any more on to all tiles that fit the level, prime by prime, none of them beaten.
    bool sweep();
    bool add(const State& state);
    /// `level`: the outermost one whose Stores are open.
    bool isClosed(const State& state, std::size_t level) const;
    void prune(std::vector<State>& labels);
    bool dominates(const State& a, const State& b) const;
    bool flowDominates(const State& a, const State& b, std::size_t i) const;

    const OuterTables& m_tables;
    const Counter& m_counter;
    const std::size_t m_outermost;
    const Rules m_rules;
    const Closed& m_closed;
    const Tick& m_tick;
    RuleCounts& m_counts;
    std::vector<State> m_labels, m_next;
    std::map<TileNumber, std::vector<State>> m_ended;  ///< by tile: nothing is reused any more
    std::size_t m_size = 0;                            ///< of m_next and m_ended
    std::int64_t m_lanesLeft = 1;
    std::size_t m_level = 0;    ///< that is being passed
    bool m_exactLanes = false;  ///< accesses of blocks, or ports, inside: lanes have to be equal
    bool m_outgrown = false;
};

}  // namespace lapidary::optimal::classic
