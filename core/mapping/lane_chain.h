// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The loops of one dimension as the lanes of one array see them, outermost first: temporal ones tick, those of outer
// arrays are fixed by the instance looked at, those of the array itself number its lanes, those of inner arrays lie
// below each lane. Since loops count like a mixed-radix counter that ends at D - 1 (Ruby, eq. 5), the lanes at work at any
// time are those of a number below some limit, and the limit never grows in the course of the temporal loops: all of
// an array's phases follow from a few such limits. Immutable; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/steps.h"

namespace lapidary {

enum class LaneRole : std::uint8_t { time, outside, lane, below };

struct ChainLoop {
    LaneRole role = LaneRole::time;
    int node = 0;
    std::int64_t bound = 1, tail = 1;
    std::int64_t stride = 1;  ///< indices per iteration: the product of P inside
    std::int64_t fixed = 0;   ///< iteration of `outside`
    std::int64_t lanes = 1;   ///< of `lane`: lanes per iteration
};

/// What works at one setting of the temporal loops.
struct AtWork {
    std::int64_t lanes = 0;  ///< lanes 0 .. lanes - 1 of the dimension
    std::int64_t work = 0;   ///< compute lanes: those and what lies below them
    bool operator==(const AtWork&) const = default;
};

/// Settings of the temporal loops, one after the other, at which the same works.
struct ChainPhase {
    AtWork atWork;
    std::int64_t settings = 0;
    Digits first;  ///< the first of them; other dimensions' loops 0
};

class LaneChain {
public:
    LaneChain() = default;
    /// `instance` numbers the settings of spatial loops of fanouts before `fanout`, outermost most significant.
    LaneChain(const Mapping& mapping, int dimension, int fanout, std::int64_t instance);

    /// Lanes of the array over this dimension: the product of P there. 1 if it is not unrolled.
    std::int64_t lanes() const { return m_lanes; }
    AtWork atWork(const Digits& digits) const;
    /// First index that a lane works on.
    std::int64_t index(const Digits& digits, std::int64_t lane) const;
    /// Indices that a lane and what lies below it work on over all settings of the temporal loops.
    std::int64_t worked(std::int64_t lane) const;
    /// In the order of time; the first is the largest. Settings sum up to the machine's.
    std::vector<ChainPhase> phases() const;

private:
    /// Combinations of the loops for which `digitOf` says kAny that are within the bound, the others at their digits.
    template <class DigitOf>
    std::int64_t count(DigitOf digitOf) const;
    std::int64_t laneDigit(const ChainLoop& loop, std::int64_t lane) const { return lane / loop.lanes % loop.bound; }
    void add(std::vector<ChainPhase>& phases, const Digits& first, std::int64_t settings) const;

    std::vector<ChainLoop> m_loops;
    std::int64_t m_lanes = 1;
    std::size_t m_nodes = 0;
};

}  // namespace lapidary
