// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reports for the terminal: what a count, an evaluation or a search found, most important first. Pure functions.
#pragma once

#include <string>

#include "core/io/search_json.h"

namespace lapidary {

std::string countReport(const SpaceCounts& counts, const Mapspace& mapspace);
/// `tool`: whose rules counted, if not the cost's semantics.
std::string costReport(const Cost& cost, const Target& target, std::optional<Compat> tool = {});
std::string searchReport(const SearchResult& result, const SearchOptions& options, const Mapspace& mapspace,
                         const Evaluator& evaluator);

/// "compat sunstone", "data-centric model, rules edge-exact"
std::string rulesText(Compat tool);

/// EDP in J·s if the design has a clock, else in J·cycles, with the prefix that suits.
std::string edpText(double edp, const Architecture& design, int digits = 4);

/// "1.72 µJ·s, gap 12.3 %", in the unit of the metric.
std::string boundText(double bound, const std::optional<double>& gap, Metric metric, const Architecture& design);

/// What a cost could not count because the design lacks figures, in one line: "leakage of 3 parts, area of DRAM, the change
/// of GLB from 128 KiB". The notes themselves name them all. Empty if nothing is lacking.
std::string lackingText(const std::vector<std::string>& notes);

/// One line for a terminal while a search runs: "12,000 drawn, 3.1 % valid, 45,000/s, best edp 1.2 µJ·s".
std::string progressLine(const SearchSnapshot& snapshot, const Objective& objective, const Architecture& design);

}  // namespace lapidary
