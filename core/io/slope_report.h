// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A ski slope as text, table and JSON ("lapidary/ski-slope/1", docs/formats/ski_slope.md). Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/explore/slope.h"
#include "core/io/table.h"

namespace lapidary {

/// `design` = its name, empty if there is none.
std::string slopeReport(const Slope& slope, const Workload& workload, const std::string& design);
Json slopeToJson(const Slope& slope, const Workload& workload, const std::string& design, double seconds);
/// One row per point: size in bits and words, least words, how often that is compulsory traffic, MACs per word.
Table slopeTable(const Slope& slope, NumberStyle style);
/// One row per memory of the design.
Table slopeMarkTable(const Slope& slope, NumberStyle style);

}  // namespace lapidary
