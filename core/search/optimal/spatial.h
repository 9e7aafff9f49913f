// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The spatial choices of the one fanout: only the product per dimension enters the cost, so every product that fits X
// times Y is one choice, however the axes share it. Pure functions.
#pragma once

#include <optional>
#include <vector>

#include "core/search/optimal/problem.h"

namespace lapidary::optimal {

/// All vectors of lanes, in a fixed order; the first one is all ones. Nullopt if `tick` gave up.
std::optional<std::vector<Tile>> laneChoices(const Problem& problem, const Tick& tick);
/// The part of each dimension's lanes that goes on X (the rest on Y). Requires a choice of laneChoices.
Tile shareOfX(const Problem& problem, const Tile& lanes);

}  // namespace lapidary::optimal
