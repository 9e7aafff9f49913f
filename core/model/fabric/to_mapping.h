// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tile of MAERI as an ordinary mapping, and a machine as a design: the way back from from_mapping.h. Pure functions.
#pragma once

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::fabric {

/// What the array holds at once are spatial loops on the design's fanouts, the rest temporal loops over the outermost memory,
/// those that move over one neuron's outputs innermost, since weights stay in the array; with tails where sizes don't divide.
/// runOf() of it has that tile. An error if the tile doesn't fit on the axes of the design's fanouts.
Result<Mapping> mappingOf(const Tile& tile, const Target& target);

/// The design with as many multipliers, words per cycle and accumulation buffer as the machine has: hardwareOf() of it is
/// that machine. Errors say what a design can't express.
Result<Architecture> designWith(const Architecture& design, const Workload& workload, const Hardware& hardware);

}  // namespace lapidary::fabric
