// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's unrolling principle (ISPASS 2023, III-B): the operand that the order above reuses in time has its traffic
// already, so the array serves the others: only loops that index it, over which another one is broadcast or reduced, are
// unrolled. Which operand that is, is left open here unless told: candidates are those of all of them. Axis after axis is
// filled exactly where the operand's loops do so; where they don't, as far as they can, and with any loops that fill it,
// most of it by the operand's, or, if none do, that use more lanes. The first axis is so filled only if no operand's
// loops fill it exactly. (From counts of the public program.) Pure functions.
#pragma once

#include <functional>
#include <vector>

#include "core/search/sunstone/problem.h"

namespace lapidary::sunstone {

struct Unrolling {
    Sizes factors{};  ///< by loop, over all axes of the gap
    std::int64_t lanes = 1;
};

struct UnrollingRules {
    bool principle = true;                        ///< off: any loops, any fill
    bool underFills = false;                      ///< maximal under-fills beside exact fills
    int operand = -1;                             ///< the tensor that is reused in time, -1 = any
    const std::function<bool()>* tick = nullptr;  ///< called every few hundred products; false ends the listing
};

/// Loops that the principle lets an array unroll if `operand` is reused in time.
Mask unrollable(const Problem& problem, std::size_t operand);

/// All candidates, each once, in a fixed order. Over all operands at least one: no unrolling, unless rules ask for more
/// lanes. With under-fills off an operand may have none, if another one has.
/// `rest`: what is left of the bounds. `visited`, if given, counts the products looked at.
std::vector<Unrolling> unrollings(const Problem& problem, int gap, const Sizes& rest, const UnrollingRules& rules,
                                  std::int64_t* visited = nullptr);

/// Loop factors of each axis of a gap (by axis) that make up an unrolling. Requires one of unrollings().
std::vector<Sizes> splitOverAxes(const Problem& problem, int gap, const Sizes& factors);

}  // namespace lapidary::sunstone
