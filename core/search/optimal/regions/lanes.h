// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ways to unroll dimensions over a fanout: per dimension the lanes on both axes together, since only their product
// counts, and one split that fits the axes. Pure functions.
#pragma once

#include <optional>

#include "core/search/optimal/labels.h"
#include "core/search/optimal/regions/question.h"

namespace lapidary::optimal::regions {

struct LaneChoice {
    std::array<std::int32_t, kMostDimensions> lanes{};  ///< by dimension
    std::array<std::int32_t, kMostDimensions> onX{};    ///< of these
    std::int64_t product = 1;
};

/// Most lanes first. Where constraints count the lanes of a mapping and tails may cut them, each split is a choice. Nullopt
/// if `tick` gave up, or if there are more than three million.
std::optional<std::vector<LaneChoice>> laneChoicesOf(const Question& question, int fanout, const Tick& tick);

/// Whether constraints allow the choice where `left` trips remain per dimension.
bool isAllowed(const Question& question, int fanout, const LaneChoice& choice,
               const std::array<std::int64_t, kMostDimensions>& left);

}  // namespace lapidary::optimal::regions
