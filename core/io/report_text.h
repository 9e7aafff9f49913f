// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reports for the terminal: what a count, an evaluation or a search found, most important first. Pure functions.
#pragma once

#include <string>

#include "core/io/search_json.h"

namespace lapidary {

std::string countReport(const SpaceCounts& counts, const Mapspace& mapspace);
std::string costReport(const Cost& cost, const Target& target);
std::string searchReport(const SearchResult& result, const SearchOptions& options, const Mapspace& mapspace,
                         const Evaluator& evaluator);

/// One line for a terminal while a search runs: "12,000 drawn, 3.1 % valid, 45,000/s, best EDP 1.2e9".
std::string progressLine(const SearchSnapshot& snapshot, const Objective& objective);

}  // namespace lapidary
