// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/first_bound.h"
#include "core/search/optimal/branches.h"
#include "core/search/optimal/classic/tile_search.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/narrator.h"

namespace lapidary::optimal {

namespace {

/// The best mapping of perfect factors, where tables find it: one of the space, too.
/// Not if mappings that are counted have a limit, which it would spend.
std::optional<Mapping> bestOfTables(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                    Narrator& narrator) {
    if (mapspace.options().factorization == Factorization::perfect || options.maxEvaluations || options.wholeFront)
        return std::nullopt;
    const auto part = Mapspace::make(mapspace.targetPtr(), {Factorization::perfect, mapspace.options().constraints});
    if (!part || whyNoTiles(*part, evaluator, options.compat)) return std::nullopt;
    const auto rules = resolveConstraints(part->target(), part->options().constraints);
    if (!rules) return std::nullopt;
    const auto space = ChoiceSpace::make(part->targetPtr(), *rules, part->options().factorization);
    if (!space) return std::nullopt;
    const classic::TileSearch* running = nullptr;
    const auto describe = [&](SearchSnapshot& snapshot) {
        running->judge().describe(snapshot);
        snapshot.certificate = running->certificate();
        // Of a part of the space, so that it bounds nothing.
        snapshot.certificate->bound = snapshot.certificate->gap = std::nullopt;
    };
    classic::TileSearch search(
        *part, *space, evaluator, options, [&] { return narrator.goesOn(describe); },
        [&] { return narrator.seconds(); });
    running = &search;
    search.run();
    const Candidate* best = search.judge().incumbent().best();
    if (!best || !mapspace.indexOf(best->mapping)) return std::nullopt;
    return best->mapping;
}

}  // namespace

Result<SearchResult> searchBranches(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                    Job& job, SearchMonitor* monitor) {
    const auto rules = resolveConstraints(mapspace.target(), mapspace.options().constraints);
    if (!rules) return rules.diagnostics();
    const auto space = ChoiceSpace::make(mapspace.targetPtr(), *rules, mapspace.options().factorization);
    if (!space) return space.diagnostics();
    Narrator narrator(options, job, monitor);
    const std::optional<double> first = firstBound(mapspace, evaluator, options, job);
    const std::optional<Mapping> start = bestOfTables(mapspace, evaluator, options, narrator);
    const BranchSearch* running = nullptr;
    const auto describe = [&](SearchSnapshot& snapshot) {
        if (running) {
            running->judge().describe(snapshot);
            snapshot.certificate = running->certificate();
        }
        stateBound(snapshot, options.objective, first);
    };
    narrator.publish(SearchState::running, describe);
    BranchSearch search(
        mapspace, *space, evaluator, options, [&] { return narrator.goesOn(describe); },
        [&] { return narrator.seconds(); });
    running = &search;
    const bool through = search.run(start ? &*start : nullptr);
    SearchResult result = search.judge().result(through, narrator.cause());
    result.certificate = search.certificate();
    stateBound(result, options.objective, first);
    narrator.end(result, describe);
    return result;
}

}  // namespace lapidary::optimal
