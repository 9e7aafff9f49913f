// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tape: what the lane kernel does for one skeleton, written down as a list of steps without a jump. It is recorded by
// running the kernel on symbols (lane_traced.cpp), so that its figures are the kernel's, bit by bit; constants, repeated and
// unused steps are gone from it. Machines (lane_machine.inc) play it for as many lanes as they have.
// Plain values, immutable once recorded.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/lanes/lane_plan.h"

namespace lapidary::lanes {

/// Truths are values with all bits set, or none (one lane: 1 and 0).
enum class TapeOp : std::uint16_t {
    add,
    subtract,
    multiply,
    divide,
    negate,
    floor,
    ceil,
    least,
    most,
    less,
    atMost,
    equal,
    differs,
    both,
    either,
    butNot,  ///< a and not b
    invert,
    pick,        ///< a ? b : c
    commonUnit,  ///< greatest common divisor, 1 if one of them is 1
};
inline constexpr int kTapeOps = static_cast<int>(TapeOp::commonUnit) + 1;

/// Neighbouring steps of one kind: what to do next is a guess for the machine, so that long runs are quick.
struct TapeRun {
    TapeOp op;
    std::uint16_t count;
};

struct TapeStep {
    std::uint16_t to, a, b, c;  ///< places
};

/// Failing checks by number; see LaneResults.
struct LaneCheck {
    LaneFailure failure;
    std::uint8_t place, detail;
};
struct LaneChecks {
    static constexpr int kMost = 2 * kMaxFanouts + kMaxLoops * kMaxTensors + kMaxLevels * kMaxParts;
    int count = 0;
    LaneCheck list[kMost];
};

inline constexpr int kTapeResults =
    3;  ///< check: number of the failing check and what it needs; all: energy, cycles, steps
inline constexpr int kMaxTapePlaces = 1024;  ///< of values at a time
inline constexpr int kTapeVectors = 4;       ///< that a machine works on at once, lest it wait for itself

struct TapeConstant {
    double value;
    std::uint16_t place;
};
struct TapeInput {
    std::uint16_t loop, place;
};

/// What a machine reads.
struct TapeView {
    const TapeConstant* constants = nullptr;
    const TapeInput *bounds = nullptr, *tails = nullptr;
    const TapeRun* runs = nullptr;
    const TapeStep* steps = nullptr;
    int constantCount = 0, boundCount = 0, tailCount = 0, runCount = 0;
    int loops = 0;                   ///< of the skeleton
    int computes = -1;               ///< place, -1 = not needed
    int results[kTapeResults] = {};  ///< places
    int plain = 0;                   ///< place of a truth
};

struct Tape {
    std::vector<TapeConstant> constants;
    std::vector<TapeInput> bounds, tails;
    std::vector<TapeRun> runs;
    std::vector<TapeStep> steps;
    TapeView view;
    LaneChecks checks;
};

/// Null if the kernel can't be written down so. `loopTails`: loops that may have a tail, as a bit mask; mappings may have
/// fewer of them.
std::unique_ptr<const Tape> recordTape(const LanePlan& plan, const Skeleton& skeleton, std::uint64_t loopTails,
                                       LaneWork work);

}  // namespace lapidary::lanes
