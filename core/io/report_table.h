// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of results: traffic of a cost, best mappings and reasons of a search, terms of a mapspace. Each for people or
// exact, so that text reports and CSV files cannot differ in what they say. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/search_json.h"
#include "core/io/table.h"

namespace lapidary {

std::string cell(std::int64_t count, NumberStyle style);
/// "unknown" for people, empty if exact.
std::string energyCell(const std::optional<double>& picojoules, NumberStyle style);
std::string shareText(std::int64_t part, std::int64_t whole);

/// One row per level and tensor it stores, then one for the compute.
Table trafficTable(const Cost& cost, const Target& target, NumberStyle style);
/// One row per mapping, best first.
Table candidateTable(const std::vector<Candidate>& candidates, const Evaluator& evaluator, NumberStyle style);
Table reasonTable(const Counters& counters, const Target& target, NumberStyle style);
Table termTable(const Mapspace& mapspace);

}  // namespace lapidary
