// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Labels, where each fanout may leave tails: everything inside the outermost lanes, for one choice of what is kept, level
// by level from the MACs outwards. docs/models/optimal.md, Tails at every fanout. Thread rule: one owner.
#pragma once

#include <map>

#include "core/search/optimal/classic/labels.h"
#include "core/search/optimal/classic/ragged/dominance.h"

namespace lapidary::optimal::classic {

class RaggedLabels {
public:
    /// The least energy of what lies outside, if so many trips are left.
    using OutsideTrips = std::function<double(const Extent& trips)>;

    RaggedLabels(const RaggedCounter& counter, const Kept& kept, std::size_t outermost, const Rules& rules,
                 const Closed& closed, OutsideTrips outside, const Tick& tick, RuleCounts& counts);

    /// False if `tick` gave up or there are too many.
    bool make(const Counter& plain);
    /// Only the best so many by their bound, level by level: finds good ones, and proves nothing.
    using Rank = std::function<double(double energyPj, std::int64_t cycles)>;
    void narrow(std::size_t most, Rank rank) {
        m_narrow = most;
        m_rank = std::move(rank);
        m_dominance.ignorePorts();
    }
    bool outgrown() const { return m_outgrown; }
    std::string whyOutgrown() const;
    const std::vector<RaggedState>& list() const { return m_labels; }

private:
    struct Group {
        std::vector<RaggedState> list;
        std::size_t pruned = 0;  ///< how many there were after that
    };
    /// Of one tile: parts that reuse something, and parts that don't any more.
    struct Tied {
        Group alive, ended;
    };
    bool passLevel(std::size_t level);
    bool unroll(std::size_t fanout);
    bool sweep();
    bool reuse(const RaggedState& label);
    bool grow(const RaggedState& label);
    bool fits(const Extent& tile);
    bool push(RaggedState&& state, Group Tied::*where);
    bool pushed(RaggedState& state);
    bool add(std::vector<RaggedState>& states);
    bool outgrows();
    struct Bound {
        double energy = 0;
        std::int64_t cycles = 0;
    };
    Bound boundOf(const RaggedState& state, std::size_t level);
    void keepBest(std::size_t level);
    bool isClosed(const RaggedState& state, std::size_t level);
    /// The fewest trips that the outermost lanes leave of these.
    double leastTrips(const Extent& trips);
    void prune(std::vector<RaggedState>& labels) { m_counts.dominated += m_dominance.prune(labels); }
    /// Divisors of the trips left, 1 left out.
    const std::vector<std::int32_t>& factors(std::int32_t trips);

    const RaggedCounter& m_counter;
    const Shape& m_shape;
    const Kept m_kept;
    const std::size_t m_outermost;
    const Rules m_rules;
    const Closed& m_closed;
    const OutsideTrips m_outside;
    const Tick& m_tick;
    RuleCounts& m_counts;
    RaggedDominance m_dominance;
    std::vector<double> m_storesLeft;      ///< by level: the least of Stores between it and the outermost lanes
    std::vector<Extent> m_outermostLanes;  ///< that no other ones exceed
    double m_outermostMost = 1;
    std::map<Extent, double> m_leastTrips;
    std::vector<RaggedState> m_labels, m_next;
    std::map<Extent, Tied> m_tiles;  ///< of the level that is being passed, not swept yet
    std::map<std::int32_t, std::vector<std::int32_t>> m_factors;
    std::size_t m_size = 0, m_most = 0, m_bytes = 0;
    std::int64_t m_lanesLeft = 1;
    std::size_t m_level = 0, m_narrow = 0;
    Rank m_rank;
    bool m_outgrown = false;
};

}  // namespace lapidary::optimal::classic
