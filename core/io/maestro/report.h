// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the data-centric model says about the layers of a MAESTRO network file, as JSON, text and a table. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/io/maestro/files.h"
#include "core/io/table.h"
#include "core/model/data_centric/evaluator.h"

namespace lapidary::maestro {

struct EvaluatedLayer {
    MappedLayer mapped;
    data_centric::Outcome outcome;
};

/// Whose rules count: MAESTRO's, with its quirks, or nullopt for our own, edge-exact.
using Rules = std::optional<data_centric::Quirks>;

/// {"compat": "maestro", "quirks": {...}} or {"rules": "edge-exact"}
Json semanticsJson(const Rules& rules);
Json hardwareJson(const data_centric::Hardware& hardware);

/// {"lapidary", "model": "data-centric", "semantics": {"compat": "maestro", "quirks": {...}} or {"rules": "edge-exact"}, "hardware", "layers": [...]}
/// without "run". Energies in pJ, nJ and energies of one MAC, areas in um^2, powers in mW, times in cycles.
Json reportJson(const std::vector<EvaluatedLayer>& layers, const data_centric::Hardware& hardware, const Rules& rules);
std::string reportText(const std::vector<EvaluatedLayer>& layers, const data_centric::Hardware& hardware,
                       const Rules& rules);
/// One row per layer and tensor.
Table accessTable(const std::vector<EvaluatedLayer>& layers, NumberStyle style);

/// From 10,000 on whole and grouped by commas, else four significant digits.
std::string formatGrouped(double value);

}  // namespace lapidary::maestro
