// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which of two inner parts of the same tile can be left out, whatever follows: flow by flow, or by what both cost in sum
// at the worst. docs/models/optimal.md, Tables of tiles, proves it. Thread rule: one owner.
#pragma once

#include "core/search/optimal/classic/outer.h"

namespace lapidary::optimal::classic {

/// Rules that can be switched off, each alone; the result stays the same (tested).
struct Rules {
    bool dominated = true;   ///< parts that are worse in each flow are left out
    bool dearer = true;      ///< parts that cost more in sum, whatever follows, are left out
    bool keptBound = true;   ///< choices of what is kept are closed by their bound
    bool labelBound = true;  ///< parts are closed by their bound before they are looked into
    bool orderBound = true;  ///< that counts what any order of the loops outside moves
    bool lanesBound = true;  ///< so are the outermost lanes,
    bool joinBound = true;   ///< and parts with these lanes
    bool caps = true;        ///< what costs much more than the bound of all isn't looked at in the first passes
    std::size_t mostParts = 200'000;  ///< partial mappings held at once; more end the search
    bool tailBound = true;            ///< lanes with tails, and parts with them, are closed by their bound
    bool tailEnds = true;  ///< so is what goes on being reused, by what the next loop ends, whatever its trips
    bool regions = true;   ///< where tables outgrow memory, what regions prove of uneven placement closes what is open
};

/// An order of all inner parts (State, RaggedState), by how they are built alone.
template <class Part>
bool builtBefore(const Part& a, const Part& b) {
    if (a.choice != b.choice) return a.choice < b.choice;
    for (std::size_t l = 0; l < kLevels; ++l) {
        if (a.loopCount[l] != b.loopCount[l]) return a.loopCount[l] < b.loopCount[l];
        for (std::size_t i = 0; i < a.loopCount[l]; ++i) {
            const Step &one = a.loops[l][i], &other = b.loops[l][i];
            if (one.dimension != other.dimension) return one.dimension < other.dimension;
            if (one.trips != other.trips) return one.trips < other.trips;
        }
    }
    return false;
}

class Dominance {
public:
    /// Parts inside the lanes below `outermost`.
    Dominance(const Counter& counter, const Kept& kept, std::size_t outermost, const Rules& rules);

    /// A fanout is known from now on in all parts.
    void unrolled(std::size_t fanout) { m_known |= 1u << fanout; }
    std::int64_t lanesLeft() const;
    /// Leaves out what another one of its tile beats; how many.
    std::int64_t prune(std::vector<State>& labels) const;

private:
    /// By tensor: settings still outside of the dimensions that don't index it.
    using Idle = std::array<double, kMaxTensors>;
    /// Words of a part and of another one, which all that follows multiplies by the same number: at least `least`, at most 1.
    struct Pair {
        double own = 0, other = 0, least = 1;
        double more() const { return own >= other ? own - other : (own - other) * least; }
    };
    bool beats(const State& a, const State& b, const Idle& idle) const;
    bool dominates(const State& a, const State& b) const;
    bool flowDominates(const State& a, const State& b, std::size_t i) const;
    /// Whatever follows, `a` costs no more than `b`.
    bool isCheaper(const State& a, const State& b, const Idle& idle) const;
    Pair fillsOf(const Flow& a, const Flow& b, double idle) const;
    Pair askedOf(const Flow& a, const Flow& b, std::size_t parent, double idle) const;
    std::size_t parentOf(const Flow& flow) const;
    double mostInstances(const State& state, std::size_t level) const;
    /// Lanes that may still come between here and a level.
    std::int64_t lanesTo(std::size_t level) const;

    const Counter& m_counter;
    const Kept m_kept;
    const Rules m_rules;
    unsigned m_known = 0;       ///< fanouts, bit mask
    bool m_exactLanes = false;  ///< accesses of blocks, or ports, inside: lanes have to be equal
    bool m_ports = false;       ///< some port is limited: energy isn't all
};

}  // namespace lapidary::optimal::classic
