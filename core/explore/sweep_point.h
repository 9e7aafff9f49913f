// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of a sweep that concern one point: its design, the search of one of its layers, its totals. Used by
// runSweep and its tests. Pure functions of their arguments.
#pragma once

#include "core/explore/sweep.h"
#include "core/mapspace/mapspace.h"

namespace lapidary {

/// Paths of axes that change a bound of the layers instead of the design.
inline constexpr std::string_view kBoundsPrefix = "bounds.";

/// The point with its design and area, or with the reason why the design is refused; nothing searched yet.
SweepPoint pointAt(const SweepSpec& spec, std::size_t index);

/// The layer, with the bounds that axes of the sweep give it, on the point's design. Requires a point with a design.
Result<TargetPtr> targetOf(const SweepSpec& spec, const SweepPoint& point, const Workload& layer);
/// The mapspace that is searched at a point.
MapspaceOptions mapspaceOf(const SweepSpec& spec, const SweepPoint& point);

/// Never fails: what goes wrong is in LayerOutcome::failure. Requires a point with a design.
LayerOutcome searchLayer(const SweepSpec& spec, const SweepPoint& point, const Workload& layer, Job& job);

/// The outcome of a search that is known from elsewhere, such as a saved session: target and figures are found again from
/// the mapping, which has to be well-formed on targetOf; counters and cause remain to be set.
LayerOutcome knownOutcome(const SweepSpec& spec, const SweepPoint& point, const Workload& layer,
                          std::optional<Mapping> best);
/// Whether every layer was searched to its own end or could not be searched, so that searching again adds nothing.
bool isSettled(const SweepPoint& point);

/// Sets the totals of a point from its outcomes. `layers` are the unique ones.
void addTotals(SweepPoint& point, const std::vector<Layer>& layers, const SweepSpec& spec);

}  // namespace lapidary
