// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The row-stationary mapping of Eyeriss (Chen et al., ISCA 2016, section V; JSSC 2017, section III and Table III) as a loop nest on
// a design of DRAM, GLB, scratchpads and one fanout between the last two. Pure functions.
#pragma once

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::validation {

/// The paper's letters. A PE set is as many rows as the filter has and e columns.
struct RowStationary {
    std::int64_t m = 1;  ///< output channels whose sums lie in the GLB
    std::int64_t n = 1;  ///< images in one pass
    std::int64_t e = 1;  ///< output rows in one pass
    std::int64_t p = 1;  ///< output channels in one PE
    std::int64_t q = 1;  ///< input channels in one PE
    std::int64_t r = 1;  ///< PE sets that take different input channels
    std::int64_t t = 1;  ///< PE sets that take different output channels
    bool operator==(const RowStationary&) const = default;
};
std::string toText(const RowStationary& letters);

/// Outermost first, per group: batch / n, M / m, Q / e and, innermost, C / (q r) from DRAM; m / (p t), n and the output
/// columns from the GLB, sums of a pass staying there; then the lanes; then a filter row, q and p in each PE. Sets that are
/// wider than the array are cut and lie one below the other. Dimensions are those of conv2d(); rows of the output are Q
/// there. Nothing if the sets don't fit the fanout.
std::optional<Mapping> rowStationaryMapping(const RowStationary& letters, const Target& target);

struct RowStationaryChoice {
    RowStationary letters;
    Mapping mapping;
    std::int64_t valid = 0;  ///< combinations that fit
};
/// Among all letters that divide their bounds (e also: cuts the output into equal parts, the last one smaller), the one
/// with the least energy, which is what the papers optimise for; of equals the fastest. Nothing if none fits.
std::optional<RowStationaryChoice> bestRowStationary(const TargetPtr& target);

}  // namespace lapidary::validation
