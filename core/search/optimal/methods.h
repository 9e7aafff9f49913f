// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ways to a proof behind the algorithm optimal: chains of tiles and regions for uneven placement; for classic mapspaces
// tables of tiles where these can count, else branch and bound.
#pragma once

#include "core/search/optimal/classic/labels.h"
#include "core/search/optimal/regions/rules.h"
#include "core/search/search.h"

namespace lapidary::optimal {

Result<SearchResult> searchChains(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                  Job& job, SearchMonitor* monitor);
/// Designs of any shape, tails, whole fronts; counted by the evaluator (of default semantics if none is given) unless
/// options say as AccelForge does.
Result<SearchResult> searchRegions(const Mapspace& mapspace, const SearchOptions& options, Job& job,
                                   SearchMonitor* monitor, const Evaluator* evaluator = nullptr);
/// With some rules switched off: for tests.
Result<SearchResult> searchRegions(const Mapspace& mapspace, const SearchOptions& options, const regions::Rules& rules,
                                   Job& job, SearchMonitor* monitor, const Evaluator* evaluator = nullptr);
Result<SearchResult> searchBranches(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                    Job& job, SearchMonitor* monitor);

/// Why tables of tiles can't count it; nullopt = they can.
std::optional<std::string> whyNoTiles(const Mapspace& mapspace, const Evaluator& evaluator,
                                      const std::optional<Compat>& compat = {});
Result<SearchResult> searchTiles(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                 Job& job, SearchMonitor* monitor, const classic::Rules& tileRules = {});

}  // namespace lapidary::optimal
