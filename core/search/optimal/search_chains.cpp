// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "core/mapping/validity.h"
#include "core/model/compat/accelforge.h"
#include "core/search/bounds/first_bound.h"
#include "core/search/optimal/join.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/narrator.h"
#include "core/search/optimal/neighbour.h"

namespace lapidary::optimal {

namespace {

/// The best mapping, counted by the model itself. A table that counts otherwise has proven nothing.
Result<Candidate> judged(const ChainSearch& search, const Problem& problem) {
    Candidate candidate{search.mapping(), {}};
    const Diagnostics malformed = checkForm(candidate.mapping, problem.target());
    if (hasErrors(malformed)) return malformed;
    const auto cost = accelforge::evaluate(candidate.mapping, problem.target());
    if (!cost) return cost.diagnostics();
    candidate.score.energyPj = cost->energyPj.value_or(0);
    candidate.score.cycles = cost->cycles;
    candidate.score.steps = cost->steps;
    const double expected = problem.exact().energyPj(search.best()->energy, search.best()->cycles);
    const bool equal = std::abs(candidate.score.energyPj - expected) <= 1e-9 * std::abs(expected) &&
                       cost->cycles == search.best()->cycles && cost->valid;
    if (!equal)
        return error("the tables and the model count the best mapping differently, so nothing is proven",
                     "please report this with the workload and the design");
    return candidate;
}

}  // namespace

Result<SearchResult> searchChains(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                  Job& job, SearchMonitor* monitor) {
    const auto problem = Problem::make(mapspace, options.objective);
    if (!problem) return problem.diagnostics();
    Narrator narrator(options, job, monitor);
    const std::optional<double> first = firstBound(mapspace, evaluator, options, job);
    ChainSearch* running = nullptr;
    std::optional<Candidate> shown;
    const auto describe = [&](SearchSnapshot& snapshot) {
        if (running && running->best() && running->improved())
            if (auto candidate = judged(*running, *problem)) shown = *std::move(candidate);
        snapshot.best = shown;
        if (running) snapshot.certificate = running->certificate();
        stateBound(snapshot, options.objective, first);
    };
    narrator.publish(SearchState::running, describe);
    ChainSearch search(*problem, options.gap, [&] { return narrator.goesOn(describe); });
    running = &search;
    const std::optional<Score> neighbour = neighbourScore(mapspace, options, nullptr);
    if (neighbour) search.setCut(Cut(problem->exact().roughly(neighbour->energyPj, neighbour->cycles)));
    SearchResult result;
    const bool finished = search.run();
    if (search.outgrown())
        return error("a table of partial chains would take more than " +
                         std::to_string(ChainTable::kMostLabels * sizeof(Label) >> 20) + " MiB",
                     "search with --placement classic, or make the memories or the workload smaller");
    if (search.best()) {
        auto candidate = judged(search, *problem);
        if (!candidate) return candidate.diagnostics();
        result.best = *std::move(candidate);
        result.top = result.front = {*result.best};
        result.trace = {{search.certificate().nodes, narrator.seconds(), *result.best}};
    }
    if (finished && isMissing(neighbour, result.best, options.objective.metrics.front()))
        return searchChains(mapspace, evaluator, alone(options, narrator.seconds()), job, monitor);
    result.proven = finished && !search.endedByGap();
    result.cause = !finished ? narrator.cause() : search.endedByGap() ? StopCause::gap : StopCause::complete;
    result.certificate = search.certificate();
    stateBound(result, options.objective, first);
    result.seconds = narrator.seconds();
    narrator.publish(result.cause == StopCause::byHand ? SearchState::stopped : SearchState::finished, describe);
    return result;
}

}  // namespace lapidary::optimal
