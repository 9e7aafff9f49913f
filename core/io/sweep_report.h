// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a sweep found, as JSON, tables and text. Everything outside "run" is the same for the same sweep, seed and version
// at any thread count. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/explore/sweep.h"
#include "core/explore/sweep_monitor.h"
#include "core/io/provenance.h"
#include "core/io/sweep_file.h"
#include "core/io/table.h"

namespace lapidary {

/// "lapidary/sweep-result/1": the sweep, its points with their layers and mappings, fronts of area and EDP by mapspace,
/// mean improvements over PFM, "run".
Json sweepToJson(const SweepFile& sweep, const SweepResult& result, const Provenance& provenance);

/// One row per point: axes, mapspace, area, EDP, energy, cycles, utilization, improvement over PFM, whether it is on the
/// area-EDP front of all points or of its own mapspace, mappings tried, why there is nothing or that too few were tried.
Table pointTable(const SweepSpec& spec, const SweepResult& result, NumberStyle style);
/// One row per point and layer.
Table layerTable(const SweepSpec& spec, const SweepResult& result, NumberStyle style);

/// "lapidary/network-result/1", of a sweep of one point: the whole network searched layer by layer, equal shapes once.
/// "network", "search", the totals with counts ("edp" = total energy times total cycles, "edp_sum" = sum over layers),
/// "layers" with mappings and counters, "run".
Json networkToJson(const SweepFile& sweep, const SweepResult& result, const Provenance& provenance);
/// The same as text: a row per shape, then the totals.
std::string networkReport(const SweepFile& sweep, const SweepResult& result);

std::string sweepReport(const SweepFile& sweep, const SweepResult& result);

/// A sweep before it runs: its axes, mapspaces, layers and how it searches.
std::string inputReport(const SweepFile& sweep);
Table inputTable(const SweepFile& sweep);

/// One line for a terminal while a sweep runs: "1,026 of 1,035 searches, 43 of 45 points, 39:14, ETA 0:21".
std::string progressLine(const SweepSnapshot& snapshot);

}  // namespace lapidary
