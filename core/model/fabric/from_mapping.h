// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ordinary mappings as the fabric model runs them, and tiles as ordinary mappings: what the spatial loops hold at once is
// MAERI's tile or the outputs in a systolic array; of SIGMA they say which operand stays. The rest is folds, which the
// controllers take in their own order. Pure functions.
#pragma once

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::fabric {

/// A convolution (dimensions N G C M P Q R S by name or alias) or a product of two operands, in a batch if the result has more
/// than two ranks. The halo counts like data.
Result<Layer> layerOf(const Workload& workload);

/// What the design doesn't say, or says otherwise.
struct MachineChoice {
    std::optional<Hardware> hardware{};      ///< instead of the design's
    std::optional<Controller> controller{};  ///< of the design's array, instead of its own (MAERI, if it names none)
    std::optional<Layout> layout{};          ///< of convolutions on SIGMA and the systolic array
};

/// As many multipliers as the design has (of a systolic array rows along Y, columns along X), and the words per cycle that
/// the level above its outermost fanout reads and writes, rounded down to powers of two; 64 of each, at most one per
/// multiplier, where the design doesn't say, with a note. On MAERI a level between that one and the multipliers which may
/// hold outputs counts as accumulation buffer.
Result<Hardware> hardwareOf(const Architecture& architecture, const Workload& workload,
                            const MachineChoice& choice = {});

/// The run, with notes on what the model leaves out. The tile may still be one that the machine can't run: problemsOf().
Result<Run> runOf(const Mapping& mapping, const Target& target, const MachineChoice& choice = {});

/// The run's tile as a mapping of the target, loops in the controller's order. Errors for tiles that are no loop nest, and
/// for designs whose fanouts or levels can't hold them. runOf() gives back the tile.
Result<Mapping> mappingOf(const Run& run, const Target& target);

}  // namespace lapidary::fabric
