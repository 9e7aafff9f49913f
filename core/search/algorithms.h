// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The algorithms, each a loop that feeds the engine. Each returns whether it has seen the whole mapspace.
#pragma once

#include "core/mapspace/mapspace.h"
#include "core/search/engine.h"

namespace lapidary {

/// Independent uniform samples of the raw mapspace, one sequence per stream.
bool searchRandomly(const Mapspace& mapspace, Engine& engine);

/// Every distinct mapping once, in canonical order, dealt out to the streams in turn.
bool searchExhaustively(const Mapspace& mapspace, Engine& engine);

/// Sunstone's search: core/search/sunstone. Refuses what its cost model doesn't know, with the reason.
Result<SearchResult> searchLikeSunstone(const Mapspace& mapspace, const Evaluator& evaluator,
                                        const SearchOptions& options, Job& job, SearchMonitor* monitor);

}  // namespace lapidary
