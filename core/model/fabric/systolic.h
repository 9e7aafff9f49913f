// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The output-stationary systolic array (Bifrost's TPU): operands enter at the first row and column and move one multiplier
// per cycle, every multiplier accumulates one output. Pure functions.
#pragma once

#include "core/model/fabric/hardware.h"
#include "core/model/fabric/layer.h"
#include "core/model/fabric/outcome.h"

namespace lapidary::fabric {

/// Outputs that lie in the array at once: `m` rows, `n` columns.
struct SystolicTile {
    std::int64_t m = 1, n = 1;

    bool operator==(const SystolicTile&) const = default;
};

Diagnostics problemsOf(const SystolicTile& tile, const Hardware& hardware);

/// Cycles of one tile of m x n outputs with k products each.
std::int64_t systolicTileCycles(std::int64_t m, std::int64_t n, std::int64_t k, const Hardware& hardware);

/// The outcome without energy, of one product (the batch doesn't count).
Outcome runSystolic(const GemmShape& shape, const SystolicTile& tile, const Hardware& hardware);

}  // namespace lapidary::fabric
