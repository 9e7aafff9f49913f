// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Dominance for parts with tails at every fanout: which of two of the same tile, thus with the same trips left, can be left
// out, whatever follows. docs/models/optimal.md, Tails at every fanout, proves it. Thread rule: one owner.
#pragma once

#include "core/search/optimal/classic/dominance.h"
#include "core/search/optimal/classic/ragged/state.h"

namespace lapidary::optimal::classic {

class RaggedDominance {
public:
    RaggedDominance(const RaggedCounter& counter, const Kept& kept, const Rules& rules);

    /// A fanout is known from now on in all parts.
    void unrolled(std::size_t fanout);
    /// Good parts are enough: ports may make some worse than they seem.
    void ignorePorts() { m_ports = false; }
    /// Of one tile: leaves out what another one beats; how many.
    std::int64_t prune(std::vector<RaggedState>& labels) const;

private:
    using Idle = std::array<double, kMaxTensors>;
    /// Words of a part and of another one, which all that follows multiplies by the same number: at least `least`, at most 1.
    struct Pair {
        double own = 0, other = 0, least = 1;
        double more() const { return own >= other ? own - other : (own - other) * least; }
    };
    /// What is asked of a flow again and again.
    struct FlowDigest {
        Range fills, asked;
        double leastFills = 0, leastAsked = 0;
        double leastTouched = 1, mostTouched = 1;  ///< lanes so far that touch first
        bool even = true;  ///< all lanes over dimensions that don't index the tensor work to the end
    };
    struct Digest {
        const RaggedState* state = nullptr;
        double now = 0;  ///< energy, if nothing is reused or merged any more, about
        std::array<FlowDigest, kFlows> flow;
        std::array<double, kLevels> instances{};  ///< the most of each level
    };
    struct Prices {
        double fill = 0, read = 0, update = 0, rounded = 0;  ///< per word; words more that rounding may make one
    };
    Digest digestOf(const RaggedState& state) const;
    bool beats(const Digest& a, const Digest& b, const Idle& idle) const;
    bool dominates(const Digest& a, const Digest& b, const Idle& idle) const;
    bool isCheaper(const Digest& a, const Digest& b, bool even, const Idle& idle) const;
    /// How `own` may be reused later, `other` may at most, and both by the same.
    bool fadeAlike(const Digest& a, const Digest& b, std::size_t i) const;
    bool fadesNoWorse(const RaggedState& a, const RaggedState& b, std::size_t i) const;
    bool holdsNoLess(const RaggedFlow& a, const RaggedFlow& b) const;
    bool touchesNoWorse(const Digest& a, const Digest& b, std::size_t flow, double words, double idle) const;
    Pair fillsOf(const Digest& a, const Digest& b, std::size_t i, bool alike, double idle) const;
    Pair askedOf(const Digest& a, const Digest& b, std::size_t i, bool alike, double idle) const;
    double mostInstances(const RaggedState& state, std::size_t level) const;
    std::int64_t lanesTo(std::size_t level) const;

    const RaggedCounter& m_counter;
    const Shape& m_shape;
    const Kept m_kept;
    const Rules m_rules;
    std::array<std::array<Prices, kMaxTensors>, kLevels> m_prices{};
    std::array<double, kLevels> m_lanesTo{};
    unsigned m_known = 0;  ///< fanouts, bit mask
    bool m_ports = false;  ///< some port is limited: words of each instance count
};

}  // namespace lapidary::optimal::classic
