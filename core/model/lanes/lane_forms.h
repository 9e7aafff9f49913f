// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Scores mappings one by one with tapes. Canonical mappings of one mapspace leave out ever other loops, so that hardly two
// have the same nodes; a form has all loops that were met between the same Stores in orders that agree, and mappings are put
// into it with the loops they lack at bound 1; neighbours whose order is of no account (lane_order.h) may stand in any. A
// tape has no branch that depends on the mapping, which is why it beats the kernel although it does more. Scores don't
// depend on what was met before.
// Nothing is kept from one mapping to the next: where a factor moves between two loops, 48 to 58 % of a tape's steps have
// other values (eyeriss-like and simba-like-16, ResNet's 3x3), and tapes are some 43 % of a hill climb, so that a tape which
// leaves the others out could save a fifth of it at most, less what it takes to know them.
// Thread rule: each thread owns its LaneForms.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/cost.h"
#include "core/model/lanes/lane_score.h"
#include "core/model/lanes/lane_tape.h"

namespace lapidary::lanes {

class LaneForms {
public:
    static constexpr int kUsesUntilTape = 96;  ///< recording one takes as long as these gain

    explicit LaneForms(int usesUntilTape = kUsesUntilTape);

    /// False if the mapping has to be counted otherwise. Allocates until it has met enough mappings.
    bool score(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory, Score& score);

private:
    struct CountTape {
        std::uint64_t tails = 0;  ///< loops that have one
        int uses = 0;
        bool refused = false;
        std::unique_ptr<const Tape> tape;
    };
    struct Form {
        std::vector<Node> nodes;
        std::vector<std::uint64_t> stores;  ///< without bounds
        /// Loops by slotOf, for what stands outside of each Store and of the end; -1 = no such loop.
        std::vector<std::int16_t> places;
        std::vector<std::uint8_t> runs;   ///< by loop: of those with the same number, any may come next
        std::vector<std::int16_t> loops;  ///< of the skeleton, -1 = none
        Skeleton skeleton;
        double computes = 1;
        int uses = 0;  ///< since it grew
        std::uint64_t checkTails = 0;
        std::unique_ptr<const Tape> check;
        CountTape general;
        std::vector<CountTape> counts;
    };

    static constexpr std::size_t kSlots = kMaxDimensions * (1 + 2 * kMaxFanouts);
    static constexpr std::size_t kMaxFormLoops = 64;

    static std::size_t slotOf(const Node& node);
    bool describe(const LanePlan& plan, Form& form);
    Form* formOf(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory);
    bool putInto(const Form& form, const Mapping& mapping);
    Form* learn(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory);
    const Tape* checkTape(const LanePlan& plan, Form& form, std::uint64_t tails) const;
    const Tape* generalTape(const LanePlan& plan, Form& form, std::uint64_t tails) const;
    const Tape* countTape(const LanePlan& plan, Form& form, std::uint64_t tails) const;

    /// Two lanes alike: truths are then bits, and nothing is a jump.
    static constexpr int kWidth = 2;

    const int m_usesUntilTape;
    unsigned (*const m_play)(const TapeView&, const double*, const double*, const double*, void*, double*);
    alignas(16) double m_bounds[kWidth * kMaxLoops], m_tails[kWidth * kMaxLoops];
    std::uint64_t m_tailed = 0;  ///< loops
    std::vector<std::unique_ptr<Form>> m_forms;
    std::vector<std::uint16_t> m_runs, m_from;  ///< of what is learned
    std::vector<std::uint8_t> m_seen;           ///< form by hash of the nodes, counted from 1; 0 = none
    int m_hits = 0, m_misses = 0;               ///< mappings that fitted, or for which no form was found or made
    bool m_givenUp = false;                     ///< the loops come in too many orders
};

}  // namespace lapidary::lanes
