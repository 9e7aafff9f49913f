// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search of Sunstone looked at from inside, found by searching again: what alpha-beta saw, what the arrays could unroll, and
// what the search would have cost with each principle off. In stages, so that a watcher sees the first before the last
// is there. Searches end after a count of looks instead of a time, so that the same question has the same answer on any
// machine; what was cut short says so. One thread; results depend on the question alone.
#pragma once

#include <memory>
#include <optional>

#include "core/base/job.h"
#include "core/search/sunstone/ablation.h"
#include "core/search/sunstone/unrolling_record.h"

namespace lapidary::sunstone {

struct Inside {
    BoundTrace trace;                     ///< of the search as asked
    bool traceComplete = true;            ///< false: cut short
    std::vector<UnrollingRecord> arrays;  ///< from the innermost outwards
    std::vector<Ablation> ablations;      ///< as asked first, then by ablationSettings(), as far as they are there
    std::optional<Ablation> allOff;       ///< with every principle off, where more than one is on; the last to be there
    bool complete = false;                ///< all of them are there
};

/// Looks of a search at most: some seconds each.
inline constexpr std::int64_t kMostLooks = 400'000;

/// The first stage: all but what principles cost. `best`, if there is one, says what the arrays had left.
Inside insideOf(const Problem& problem, const Options& options, Metric metric, const Mapping* best, Job& job,
                std::int64_t mostLooks = kMostLooks);
/// One principle more, in the end all of them off; sets `complete` with the last.
void addAblation(Inside& inside, const Problem& problem, const Options& options, Metric metric, Job& job,
                 std::int64_t mostLooks = kMostLooks);

/// The search without a principle, by PrincipleRecord::key; empty = as asked. Null until it is there.
const Ablation* ablationOf(const Inside& inside, std::string_view principle);

}  // namespace lapidary::sunstone
