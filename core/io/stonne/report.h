// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the fabric model says about one layer, as JSON, text and a table. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/io/table.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::stonne {

/// {"lapidary", "model": "fabric", "valid", "reasons", "layer", "hardware", "tile", "cycles", "multiplications", "sram"
/// {weight_reads, input_reads, psum_reads, psum_writes}, "psums", "macs", "utilization", "counters", "energy"} without
/// "run".
Json reportJson(const fabric::Run& run, const fabric::Outcome& outcome);
/// The same for a run that is ruled out: "valid": false and why.
Json refusalJson(const fabric::Run& run, const Diagnostics& reasons);
std::string reportText(const fabric::Run& run, const fabric::Outcome& outcome);
/// One row per component.
Table componentTable(const fabric::Outcome& outcome, NumberStyle style);

Json hardwareJson(const fabric::Hardware& hardware);
Json layerJson(const fabric::Layer& layer);
Json tileJson(const fabric::Tile& tile);

}  // namespace lapidary::stonne
