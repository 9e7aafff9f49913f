// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One mapping under the reuse model and on the fabric, as JSON, text and a table. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/explore/fabric_compare.h"
#include "core/io/table.h"

namespace lapidary::stonne {

/// {"schema": "lapidary/fabric-compare/1", "fabric": the report, "figures": [{"key", "unit", "reuse", "fabric", "ratio"}],
/// "error", "terms": [{"key", "cycles", "why"}]}.
Json comparisonJson(const FabricComparison& comparison);
std::string comparisonText(const FabricComparison& comparison);
/// Figures of both, then the terms of the difference in cycles.
Table comparisonTable(const FabricComparison& comparison, NumberStyle style);

}  // namespace lapidary::stonne
