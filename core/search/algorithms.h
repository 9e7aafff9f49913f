// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The algorithms, each a loop that feeds the engine. Each returns whether it has seen the whole mapspace.
#pragma once

#include "core/mapspace/mapspace.h"
#include "core/search/engine.h"

namespace lapidary {

/// Independent uniform samples of the raw mapspace, one sequence per stream.
bool searchRandomly(const Mapspace& mapspace, Engine& engine);

/// Samples of the mappings that respect the limits, or factors drawn again where no mapping can be valid: random_pruned.h.
bool searchRandomlyPruned(const Mapspace& mapspace, Engine& engine);

/// Every distinct mapping once, in canonical order, dealt out to the streams in turn.
bool searchExhaustively(const Mapspace& mapspace, Engine& engine);

// Walks over choices of the mapspace, one per stream; see Mapspace::step. They begin where FittingDraw puts them.

/// Takes a neighbour that is no worse. After `patience` steps without an improvement it begins anew elsewhere.
bool searchByClimbing(const Mapspace& mapspace, const SearchOptions& options, Engine& engine);

/// Takes a neighbour that is worse with probability exp(-ln(new / old) / T); T falls geometrically from hot to cold over
/// the budget, without a budget over and over again.
bool searchByAnnealing(const Mapspace& mapspace, const SearchOptions& options, Engine& engine);

/// Steady state: the child of two mappings, each the better of two drawn from the population, takes every term of its
/// choice from one of them, changes by a step or more, and takes the place of the worst if it is better and new.
bool searchByBreeding(const Mapspace& mapspace, const SearchOptions& options, Engine& engine);

/// Sunstone's search: core/search/sunstone. Refuses what its cost model doesn't know, with the reason.
Result<SearchResult> searchLikeSunstone(const Mapspace& mapspace, const Evaluator& evaluator,
                                        const SearchOptions& options, Job& job, SearchMonitor* monitor);

/// The best mapping and its proof: core/search/optimal. Refuses what the proof doesn't cover (optimal/covers.h).
Result<SearchResult> searchOptimally(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                     Job& job, SearchMonitor* monitor);

}  // namespace lapidary
