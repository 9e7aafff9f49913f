// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/first_bound.h"
#include "core/search/optimal/classic/tile_search.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/narrator.h"

namespace lapidary::optimal {

std::optional<std::string> whyNoTiles(const Mapspace& mapspace, const Evaluator& evaluator) {
    return classic::Shape::whyNot(mapspace, evaluator.semantics());
}

Result<SearchResult> searchTiles(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                 Job& job, SearchMonitor* monitor, const classic::Rules& tileRules) {
    const auto rules = resolveConstraints(mapspace.target(), mapspace.options().constraints);
    if (!rules) return rules.diagnostics();
    const auto space = ChoiceSpace::make(mapspace.targetPtr(), *rules, mapspace.options().factorization);
    if (!space) return space.diagnostics();
    Narrator narrator(options, job, monitor);
    const classic::TileSearch* running = nullptr;
    const auto describe = [&](SearchSnapshot& snapshot) {
        if (running->incumbent().best()) snapshot.best = *running->incumbent().best();
        snapshot.trace = running->improvements();
        snapshot.counters = running->counters();
        snapshot.certificate = running->certificate();
        stateBound(snapshot, options.objective, {});
    };
    classic::TileSearch search(
        mapspace, *space, evaluator, options, [&] { return narrator.goesOn(describe); },
        [&] { return narrator.seconds(); }, tileRules);
    running = &search;
    SearchResult result;
    result.proven = search.run();
    result.cause = result.proven          ? StopCause::complete
                   : search.outgrown()    ? StopCause::memory
                   : search.budgetSpent() ? StopCause::evaluations
                                          : narrator.cause();
    if (search.incumbent().best()) result.best = *search.incumbent().best();
    if (result.best) result.top = result.front = {*result.best};
    result.counters = search.counters();
    result.trace = search.improvements();
    result.certificate = search.certificate();
    stateBound(result, options.objective, {});
    result.spaceSize = mapspace.size();
    result.seconds = narrator.seconds();
    narrator.publish(result.cause == StopCause::byHand ? SearchState::stopped : SearchState::finished, describe);
    return result;
}

}  // namespace lapidary::optimal
