// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cycles of a fabric run one by one and in bins, as JSON, text and a table. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/io/table.h"
#include "core/model/fabric/trace.h"

namespace lapidary::stonne {

/// {"sections": [{"from", "to", "product", "number", "neurons": [[first, size]]}], "cycles": [{"cycle", "activity",
/// "packets": [{"port", "kind", "first", "receivers"}], "multipliers", "written", "waiting"}]}; products count from 1.
Json traceJson(const fabric::EngineTrace& trace);
/// How many of each, per cycle.
std::string traceText(const fabric::EngineTrace& trace);
/// Which ones, per cycle.
Table traceTable(const fabric::EngineTrace& trace);

/// {"width", "activity": {"working": cycles, ...}, "bins": [{"from", "to", "products", "utilization", "activity"}]}.
Json timelineJson(const fabric::Timeline& timeline, std::int64_t multipliers);
/// Sums, and of several bins per cent.
std::string timelineText(const fabric::Timeline& timeline, std::int64_t multipliers);
Table timelineTable(const fabric::Timeline& timeline, std::int64_t multipliers, NumberStyle style);

}  // namespace lapidary::stonne
