// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/first_bound.h"
#include "core/search/optimal/classic/tile_search.h"
#include "core/search/optimal/classic_form.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/narrator.h"
#include "core/search/optimal/neighbour.h"

namespace lapidary::optimal {

namespace {

/// Classic mappings are uneven ones, too. Where tables of tiles outgrow their memory, what regions prove of uneven placement is a
/// bound, and the proof if a classic mapping is as good; under the default semantics regions leave out what isn't classic.
bool settleByRegions(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options, Job& job,
                     double seconds, classic::TileSearch& search) {
    SearchOptions uneven = alone(options, seconds);
    uneven.placement = Placement::uneven;
    uneven.gap.reset();
    const bool byReuse = options.compat != Compat::accelforge;
    const Candidate* best = search.judge().incumbent().best();
    if (byReuse && best) uneven.neighbour = std::make_shared<const Mapping>(best->mapping);
    regions::Rules rules;
    rules.together = byReuse;
    const auto found = searchRegions(mapspace, uneven, rules, job, nullptr, &evaluator);
    if (!found || !found->certificate) return false;
    const std::int64_t nodes = found->certificate->nodes;
    if (!found->proven || !found->best) {
        if (found->certificate->bound) search.raiseBound(*found->certificate->bound, nodes);
        return false;
    }
    return search.settle(classicOf(found->best->mapping, mapspace, evaluator, *evaluator.makeScratch()),
                         found->best->score, nodes);
}

}  // namespace

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
    bool through = search.run();
    const bool tails = mapspace.options().factorization == Factorization::rubyS;
    if (!through && search.outgrown() && tails) {
        if (tileRules.regions && !options.wholeFront && !options.maxEvaluations)
            through = settleByRegions(mapspace, evaluator, options, job, narrator.seconds(), search);
        if (!through) search.goNarrow();
    }
    narrator.goesOn(describe);  // regions may have been stopped meanwhile
    const bool byHand = narrator.cause() == StopCause::byHand;
    SearchResult result =
        search.judge().result(through, search.outgrown() && !byHand ? StopCause::memory : narrator.cause());
    result.certificate = search.certificate();
    stateBound(result, options.objective, first);
    narrator.end(result, describe);
    return result;
}

}  // namespace lapidary::optimal
