// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints with their names resolved against a target: who may be kept where, which loops may stand where, in which
// order, with which trip counts. Contradictions among the rules of one place are refused here, with the arithmetic.
// Plain values; no thread rule.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/arch/constraint.h"
#include "core/base/result.h"
#include "core/mapping/target.h"
#include "core/mapspace/permutation/order.h"

namespace lapidary {

/// What factor rules leave of a trip count.
struct FactorRange {
    std::int64_t least = 1;
    std::int64_t most = kMaxBound;
    bool whole = false;  ///< it is the dimension's whole bound
};
using FactorRanges = std::array<FactorRange, kMaxDimensions>;

struct LevelRules {
    unsigned mustKeep = 0;  ///< tensors, bit mask; the outermost level keeps all
    unsigned mayKeep = 0;   ///< tensors to choose from, besides these
    unsigned loops = 0;     ///< dimensions that may have temporal loops here, bit mask
    Precedence precedence;  ///< closed
    FactorRanges factors;
};

struct FanoutRules {
    std::array<unsigned, 2> loops{};  ///< by axis: dimensions that may be unrolled there, bit mask
    FactorRanges factors;             ///< of the product over both axes
    std::int64_t leastLanes = 1;      ///< minimum utilisation x X x Y, rounded up
};

struct MapspaceRules {
    std::vector<LevelRules> levels;
    std::vector<FanoutRules> fanouts;
};

/// Notes name what a preset's constraints speak of and the target lacks; in the user's own, that is an error.
Result<MapspaceRules> resolveConstraints(const Target& target, const Constraints& constraints);

/// What stands against an edit of a design's constraints: names that the target lacks and that did not stand at their
/// place before. The design's own ones may, for it is made for many workloads; what somebody writes now is meant.
Diagnostics newUnknownNames(const Target& target, const Constraints& before, const Constraints& after);

}  // namespace lapidary
