// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Counting as AccelForge does (Turbo-Charged Mapper, arXiv 2602.15172, and LoopTree): a Store is filled once per setting
// of every loop outside it - reuse lies in where it stands, not in what it happens to hold - except for the overlap of
// sliding windows in the first loop outside it. In a classic mapping (one Store per level) the innermost run of loops
// that don't index a tensor is passed over, up to the next Store, as that mapper moves the Store there. Lanes that ask for the same
// are served by one read, and refilled partial sums go to each of them; drains are read at the child.
// docs/models/compat-accelforge.md has the rules and where they differ from the program. Pure functions.
#pragma once

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"
#include "core/model/rates.h"

namespace lapidary::accelforge {

/// All figures; also for mappings that aren't valid (reasons). Requires a well-formed mapping. Refused: outputs with
/// sliding windows.
Result<Cost> evaluate(const Mapping& mapping, const Target& target);

/// What searches compare of a valid mapping that has no loops of one trip and no padding. `rates`: of the target, made once. Not for outputs
/// with sliding windows.
Score score(const Mapping& mapping, const Target& target, const Rates& rates);

}  // namespace lapidary::accelforge
