// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bound and the gap that a search states, whatever its algorithm. Pure functions.
#pragma once

#include "core/search/search.h"

namespace lapidary {

/// What no mapping of the space can beat, in the first metric of the objective, known before any is drawn. Nullopt where
/// the data-centric rules count, energies are unknown, or the job is stopped.
std::optional<double> firstBound(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                 Job& job);

/// The same by these rules.
std::optional<double> firstBound(const Mapspace& mapspace, const Semantics& rules, const SearchOptions& options,
                                 Job& job);

/// The larger of what a proof has come to and the first bound, but no more than what was reached; with its gap.
void stateBound(SearchResult& result, const Objective& objective, const std::optional<double>& first);
void stateBound(SearchSnapshot& snapshot, const Objective& objective, const std::optional<double>& first);

}  // namespace lapidary
