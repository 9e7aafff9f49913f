// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The two ways to a proof behind the algorithm optimal: chains of tiles for uneven placement, branch and bound for
// classic mapspaces.
#pragma once

#include "core/search/search.h"

namespace lapidary::optimal {

Result<SearchResult> searchChains(const Mapspace& mapspace, const SearchOptions& options, Job& job,
                                  SearchMonitor* monitor);
Result<SearchResult> searchBranches(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                    Job& job, SearchMonitor* monitor);

}  // namespace lapidary::optimal
