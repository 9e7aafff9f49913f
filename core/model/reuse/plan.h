// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A target and semantics, flattened for counting: what each tensor is along each rank, and which of its shapes the
// closed forms cover. Made once per Evaluator, immutable.
#pragma once

#include <array>
#include <bit>

#include "core/mapping/target.h"
#include "core/model/port_plan.h"
#include "core/model/rates.h"
#include "core/model/reuse/clip.h"
#include "core/model/reuse/rank_shape.h"
#include "core/model/semantics.h"

namespace lapidary::reuse {

using DimensionMask = std::uint32_t;

constexpr DimensionMask bit(int dimension) { return DimensionMask{1} << dimension; }
/// The first dimension of a mask that has some.
constexpr std::size_t lowest(DimensionMask mask) { return static_cast<std::size_t>(std::countr_zero(mask)); }

struct TensorPlan {
    bool isOutput = false;
    bool shortRanks = true;  ///< no rank has more than two terms
    bool windowed = false;   ///< some rank has two terms or more
    bool box = false;        ///< tiles are bounding boxes
    /// Tiles that stay or move by windows are beyond the closed forms: long ranks, outputs with windows.
    bool closedTiles = true;
    bool oneAxis = false;       ///< windowed, under the one-axis rule
    DimensionMask windows = 0;  ///< dimensions in ranks of two terms or more
    DimensionMask used = 0;     ///< dimensions that index it
    int rankCount = 0;          ///< ranks that some dimension indexes; 0 if !shortRanks
    std::array<RankShape, kMaxRanks> ranks;
    std::array<DimensionMask, kMaxRanks> rankDimensions{};
    std::array<std::int8_t, kMaxDimensions> rankOf{};  ///< by dimension, -1 = none
    unsigned clipped = 0;                              ///< ranks with padding that isn't fetched
    std::array<Clip, kMaxRanks> clips;                 ///< of those
    DimensionMask clippedDimensions = 0;               ///< dimensions of such ranks, long ones too
};

struct Plan {
    TargetPtr target;
    Semantics semantics;
    Rates rates;
    int dimensionCount = 0;
    int tensorCount = 0;
    bool needsDetail = false;  ///< children may have to be looked at one by one: hops, sharing per network, neighbours
    std::array<TensorPlan, kMaxTensors> tensors;
    PortPlan ports;  ///< empty unless time is counted by ports

    Plan(TargetPtr target, const Semantics& semantics);
};

/// What can't be counted, or not in 64 bits.
Diagnostics checkCountable(const Target& target, const Semantics& semantics);

}  // namespace lapidary::reuse
