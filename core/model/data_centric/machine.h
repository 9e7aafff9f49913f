// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A design as the data-centric model sees it: how many PEs, what L1 and L2 hold, how fast the network and the off-chip link
// are, what a MAC and an access cost. Pure functions.
#pragma once

#include "core/arch/architecture.h"
#include "core/model/data_centric/hardware.h"

namespace lapidary::data_centric {

/// PEs: the product of the fanouts. L2: the level above the outermost fanout; L1: the innermost level, below all of them.
/// Capacities in words, all partitions together; bandwidths: what a level delivers (read, else shared), rounded down. Energies
/// of a word in those of a MAC, MAESTRO's where the design has none. Notes say what the model leaves out. Refuses designs
/// without a fanout, without a level on either side, or with less than a word per cycle.
Result<Hardware> hardwareOf(const Architecture& architecture);

}  // namespace lapidary::data_centric
