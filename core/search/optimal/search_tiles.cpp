// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/first_bound.h"
#include "core/search/optimal/classic/tile_search.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/narrator.h"

namespace lapidary::optimal {

std::optional<std::string> whyNoTiles(const Mapspace& mapspace, const Evaluator& evaluator,
                                      const std::optional<Compat>& compat) {
    return classic::Shape::whyNot(mapspace, evaluator.semantics(), compat == Compat::accelforge);
}

Result<SearchResult> searchTiles(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                 Job& job, SearchMonitor* monitor, const classic::Rules& tileRules) {
    const auto rules = resolveConstraints(mapspace.target(), mapspace.options().constraints);
    if (!rules) return rules.diagnostics();
    const auto space = ChoiceSpace::make(mapspace.targetPtr(), *rules, mapspace.options().factorization);
    if (!space) return space.diagnostics();
    Narrator narrator(options, job, monitor);
    const std::optional<double> first = firstBound(mapspace, evaluator, options, job);
    const classic::TileSearch* running = nullptr;
    const auto describe = [&](SearchSnapshot& snapshot) {
        if (running) {
            running->judge().describe(snapshot);
            snapshot.certificate = running->certificate();
        }
        stateBound(snapshot, options.objective, first);
    };
    narrator.publish(SearchState::running, describe);
    classic::TileSearch search(
        mapspace, *space, evaluator, options, [&] { return narrator.goesOn(describe); },
        [&] { return narrator.seconds(); }, tileRules);
    running = &search;
    const bool through = search.run();
    SearchResult result = search.judge().result(through, search.outgrown() ? StopCause::memory : narrator.cause());
    result.certificate = search.certificate();
    stateBound(result, options.objective, first);
    narrator.end(result, describe);
    return result;
}

}  // namespace lapidary::optimal
