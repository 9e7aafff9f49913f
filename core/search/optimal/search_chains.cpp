// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/first_bound.h"
#include "core/search/optimal/confirmed.h"
#include "core/search/optimal/join.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/narrator.h"
#include "core/search/optimal/neighbour.h"

namespace lapidary::optimal {

namespace {

Result<Candidate> judged(const ChainSearch& search, const Problem& problem) {
    const double energyPj = problem.exact().energyPj(search.best()->energy, search.best()->cycles);
    return confirmed(search.mapping(), problem.target(), energyPj, search.best()->cycles, nullptr);
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
    narrator.end(result, describe);
    return result;
}

}  // namespace lapidary::optimal
