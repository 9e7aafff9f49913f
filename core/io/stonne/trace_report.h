// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cycles of a fabric run one by one, as JSON, text and a table. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/io/table.h"
#include "core/model/fabric/engine.h"

namespace lapidary::stonne {

/// {"activity": {"working": cycles, ...}, "multiplier_cycles": {"working": multipliers x cycles, ...}, "cycles": [{"cycle", "activity", "packets": [{"port", "kind", "first",
/// "receivers"}], "multipliers", "written", "waiting"}]}; the activities are those of all cycles.
Json traceJson(const fabric::EngineTrace& trace);
/// How many of each, per cycle.
std::string traceText(const fabric::EngineTrace& trace);
/// Which ones, per cycle.
Table traceTable(const fabric::EngineTrace& trace);

}  // namespace lapidary::stonne
