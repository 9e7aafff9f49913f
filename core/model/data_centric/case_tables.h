// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A dataflow compiled for one layer and array, level by level, as MAESTRO prepares it (reference/maestro, "Levels and
// directives", "Elements per unit"): strides applied, missing dimensions inherited or mapped whole, what a unit holds of each
// dimension and how much of that is new after a step. Fixed size per level, so that a search allocates nothing.
// Each thread owns its tables.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/model/data_centric/dataflow.h"

namespace lapidary::data_centric {

using Sizes = std::array<std::int64_t, kMaxMaps>;

struct LevelTable {
    std::int64_t units = 1;
    int count = 0;                                         ///< of maps, outermost first
    std::array<Map, kMaxMaps> maps{};                      ///< each dimension once
    std::array<int, kMaxMaps> placeOf{};                   ///< dimension -> its map
    int spatial = 0;                                       ///< which map is spatial
    Sizes mapped{}, unique{}, edgeMapped{}, edgeUnique{};  ///< by dimension
    std::int64_t active = 1;                               ///< units at work in an edge position
};

using CaseTables = std::vector<LevelTable>;

/// Requires a checked flow. Reuses the memory of `tables`.
void compile(const Dataflow& flow, const Layer& layer, std::int64_t pes, CaseTables& tables);

}  // namespace lapidary::data_centric
