// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What SearchOptions::neighbour costs in a search for uneven mappings. It need not be one of the space: a search that finds
// nothing as good has to be made again without it. Pure function.
#pragma once

#include <optional>

#include "core/search/search.h"

namespace lapidary::optimal {

/// Nullopt if there is none, it isn't valid here or surely no mapping of the space, or all that is asked for is more than the
/// best mapping. `evaluator`: null = AccelForge's counts.
std::optional<Score> neighbourScore(const Mapspace& mapspace, const SearchOptions& options, const Evaluator* evaluator);

/// Of a search with a neighbour that is through: whether the neighbour has closed what it was to find.
bool isMissing(const std::optional<Score>& neighbour, const std::optional<Candidate>& best, Metric first);

/// The same question without one, `seconds` later.
SearchOptions alone(SearchOptions options, double seconds);

}  // namespace lapidary::optimal
