// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ski slope of a workload beside the memories of a design: how few words may pass between backing memory and a buffer
// of any size (core/search/optimal/ski_slope.h), and where each memory of the design stands on that curve.
// Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/base/job.h"
#include "core/search/optimal/ski_slope.h"

namespace lapidary {

/// A memory below the outermost one: all its instances, and all their partitions, as one buffer.
struct SlopeMark {
    std::string memory;
    int level = 0;
    std::int64_t instances = 1;
    std::int64_t bits = 0;              ///< usable, of all instances
    std::optional<std::int64_t> words;  ///< least traffic at that size; nullopt = not one word of each tensor fits
};

struct Slope {
    int wordBits = 16;
    std::int64_t macs = 0;
    std::int64_t compulsory = 0;                 ///< words: each element of each tensor once
    std::vector<optimal::SkiSlopePoint> points;  ///< by ascending size, each less traffic than the one before
    std::vector<SlopeMark> marks;                ///< outermost first; without unbounded memories
};

/// Of a workload in words of `wordBits` (tensors with a width of their own keep it); with the memories of `design`, if
/// there is one. Refuses what the tables don't cover. Nullopt in the result never: a stopped job is an error.
Result<Slope> slopeOf(const Workload& workload, const Architecture* design, int wordBits, Job& job);

/// The same curve with the memories of another design.
Slope withMarks(Slope slope, const Architecture& design);

/// The word width that a design's outermost level has.
int slopeWordBits(const Architecture& design);

/// Least traffic with a buffer of that size; nullopt if it is smaller than the first point's.
std::optional<std::int64_t> leastWords(const Slope& slope, std::int64_t bits);

}  // namespace lapidary
