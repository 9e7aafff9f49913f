// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of a sweep that concern one point: its design, the search of one of its layers, its totals. Used by
// runSweep and its tests. Pure functions of their arguments.
#pragma once

#include "core/explore/sweep.h"

namespace lapidary {

/// Paths of axes that change a bound of the layers instead of the design.
inline constexpr std::string_view kBoundsPrefix = "bounds.";

/// The point with its design and area, or with the reason why the design is refused; nothing searched yet.
SweepPoint pointAt(const SweepSpec& spec, std::size_t index);

/// Never fails: what goes wrong is in LayerOutcome::failure. Requires a point with a design.
LayerOutcome searchLayer(const SweepSpec& spec, const SweepPoint& point, const Workload& layer, Job& job);

/// Sets the totals of a point from its outcomes. `layers` are the unique ones.
void addTotals(SweepPoint& point, const std::vector<Layer>& layers);

}  // namespace lapidary
