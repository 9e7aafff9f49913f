// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The output-stationary systolic array (Bifrost's TPU): operands enter at the first row and column and move one multiplier
// per cycle, every multiplier accumulates one output. Pure functions.
#pragma once

#include <utility>
#include <vector>

#include "core/model/fabric/hardware.h"
#include "core/model/fabric/layer.h"
#include "core/model/fabric/outcome.h"
#include "core/model/fabric/trace.h"

namespace lapidary::fabric {

/// Outputs that lie in the array at once: `m` rows, `n` columns.
struct SystolicTile {
    std::int64_t m = 1, n = 1;

    bool operator==(const SystolicTile&) const = default;
};

Diagnostics problemsOf(const SystolicTile& tile, const Hardware& hardware);

/// Cycles of one tile of m x n outputs with k products each.
std::int64_t systolicTileCycles(std::int64_t m, std::int64_t n, std::int64_t k, const Hardware& hardware);

/// Full tiles and the one at the edge along one dimension: (size, how many), in this order.
std::vector<std::pair<std::int64_t, std::int64_t>> systolicParts(std::int64_t size, std::int64_t tile);

/// What the array does in one product: tiles of n inside tiles of m. A multiplier at (row, column) of a tile makes its
/// products in cycles 2 + row + column to 1 + k + row + column, the first cycle configures.
void traceSystolic(const GemmShape& shape, const SystolicTile& tile, const Hardware& hardware, EngineTrace& trace);

/// The outcome without energy, of one product (the batch doesn't count).
Outcome runSystolic(const GemmShape& shape, const SystolicTile& tile, const Hardware& hardware);

}  // namespace lapidary::fabric
