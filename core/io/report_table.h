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
/// Four significant digits for people.
std::string realCell(double value, NumberStyle style);
/// "unknown" for people, empty if exact.
std::string energyCell(const std::optional<double>& picojoules, NumberStyle style);
std::string shareText(std::int64_t part, std::int64_t whole);

/// Instances that one read of the level above serves, mean over its words; nullopt if nothing was delivered.
std::optional<double> meanMulticast(const TensorCost& cost);

/// One row per level and tensor it stores, then one for the compute.
Table trafficTable(const Cost& cost, const Target& target, NumberStyle style);
/// One row per port if time is counted by ports, else none.
Table portTable(const Cost& cost, NumberStyle style);
/// One row per mapping, best first.
/// `options`: whose rules count.
Table candidateTable(const std::vector<Candidate>& candidates, const Evaluator& evaluator, NumberStyle style,
                     const SearchOptions& options = {});
Table reasonTable(const Counters& counters, const Target& target, NumberStyle style);
Table termTable(const Mapspace& mapspace, NumberStyle style = NumberStyle::exact);

/// A run's improvements in the order in which they came.
struct TracedRun {
    int number = 1;
    Metric metric{};
    const std::vector<Improvement>* trace = nullptr;
};
Table traceTable(const std::vector<TracedRun>& runs, NumberStyle style);

}  // namespace lapidary
