// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which rules the search over regions goes by: tests switch each off. Plain value.
#pragma once

#include <cstddef>

namespace lapidary::optimal::regions {

inline constexpr std::size_t kMostRegionBytes = std::size_t{640} << 20;

/// Rules that may be switched off; without them the result is the same, only later.
struct Rules {
    bool dominance = true;  ///< drop labels no better in any number
    bool bound = true;      ///< close what can't beat the best
    bool capacity = true;   ///< drop labels whose open Stores can't fit any more
    bool lanes = true;      ///< drop lanes beyond what is left where fewer do the same
    bool start = true;      ///< a narrow search first, or caps
    bool foresight = true;  ///< bound lanes before they are made, and how many may still come
    bool groups = true;     ///< with foresight: bound choices of as many lanes at once
    bool alike = true;      ///< tell twins and mirrored dimensions once
    bool pasts = true;      ///< with tails: compare where instances have the same words, if nothing else
    bool together = false;  ///< not a rule: only what classic placement has, see Question
    std::size_t mostBytes = kMostRegionBytes;  ///< of tables and labels: more ends the search
};

}  // namespace lapidary::optimal::regions
