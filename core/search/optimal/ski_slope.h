// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ski slope of a workload (Orojenesis, ISCA 2024): the least words that a mapping moves between backing memory and one
// buffer, by the size of the buffer: a lower bound for designs with a buffer of that size, and what a larger one would save.
// By chains of tiles (docs/models/optimal.md): perfect factors, a Store of its own for each tensor, reuse by where it
// stands, partial sums written and read again. Pure function.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/search/optimal/labels.h"
#include "core/workload/workload.h"

namespace lapidary::optimal {

struct SkiSlopePoint {
    std::int64_t bits = 0;   ///< of the buffer
    std::int64_t words = 0;  ///< to and from the backing memory
    bool operator==(const SkiSlopePoint&) const = default;
};

/// The Pareto points by ascending size, each less traffic than the one before. Refuses what the chains don't cover, and
/// is empty if `tick` gave up.
Result<std::vector<SkiSlopePoint>> skiSlope(const Workload& workload, int wordBits, const Tick& tick);

}  // namespace lapidary::optimal
