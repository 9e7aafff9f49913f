// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Sunstone's unrolling principle (ISPASS 2023, III-B) keeps and drops of one array, as a table to draw and to read out:
// each product of loops that fits, how much of the array it uses, and why it was kept or dropped. Pure functions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/search/sunstone/options.h"
#include "core/search/sunstone/split.h"

namespace lapidary::sunstone {

struct UnrollingRow {
    std::vector<std::string> axes;  ///< by axis of the array: "P7", "K2 C2", "1"
    std::int64_t lanes = 1;
    double utilization = 0;  ///< of the array
    bool kept = false;
    bool chosen = false;  ///< by the best mapping
    std::string reason;
};

struct UnrollingRecord {
    std::string level;               ///< the memory right inside the array: "PE"
    std::vector<std::string> axes;   ///< "PE.X 14", outermost first
    std::int64_t lanes = 1;          ///< of the array
    std::string left;                ///< "P7 K2", what is left to unroll; "nothing"
    std::string operand;             ///< the tensor that the order above reuses, if the search settled the order first
    std::vector<UnrollingRow> rows;  ///< kept ones first, then by lanes
    std::int64_t kept = 0, dropped = 0;
    std::int64_t leftOut = 0;  ///< dropped ones beyond the limit of rows
    bool complete = true;      ///< false: `tick` ended it
};

/// Gaps that hold an array of more than one lane, from the innermost outwards.
std::vector<int> gapsWithArrays(const Problem& problem);

/// Of a gap with an array. What the loops have left there follows from `split`, the best mapping, as the search came by it;
/// without one, all of the bounds are left. `tick` as in UnrollingRules.
UnrollingRecord unrollingRecord(const Problem& problem, int gap, const Options& options, const MappingSplit* split,
                                std::size_t mostRows, const std::function<bool()>* tick = nullptr);

}  // namespace lapidary::sunstone
