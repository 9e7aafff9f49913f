// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An ordinary mapping as the fabric model runs it: what its spatial loops hold at once is MAERI's tile, the rest is folds,
// which MAERI's controller takes in its own order. Pure functions.
#pragma once

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::fabric {

/// A convolution (dimensions N G C M P Q R S by name or alias) or a matrix product (m, n, k). The halo counts like data.
Result<Layer> layerOf(const Workload& workload);

/// MAERI with as many multipliers as the design has, and the words per cycle that the level above its outermost fanout
/// reads and writes, rounded down to powers of two; 64 of each, at most one per multiplier, where the design doesn't say, with
/// a note. A level between that one and the multipliers which may hold outputs counts as accumulation buffer.
Result<Hardware> hardwareOf(const Architecture& architecture, const Workload& workload);

/// The run, with notes on what the model leaves out. The tile may still be one that MAERI can't run: problemsOf().
Result<Run> runOf(const Mapping& mapping, const Target& target);

}  // namespace lapidary::fabric
