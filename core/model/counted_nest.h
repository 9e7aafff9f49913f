// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lines of a nest with the tiles that a Cost counted: under box halos, without padding or by another tool's rules they
// are not those that follow from the loops alone. Pure functions.
#pragma once

#include <vector>

#include "core/mapping/nest.h"
#include "core/model/cost.h"

namespace lapidary {

/// As describeNest(mapping, target). Requires the mapping's cost on that target.
std::vector<NestLine> describeNest(const Mapping& mapping, const Target& target, const Cost& cost);

/// How full a level's parts get that hold something, by part.
std::vector<PartUse> partsUsed(const LevelCost& level, const TargetLevel& target);

}  // namespace lapidary
