// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/search/bounds/first_bound.h"
#include "core/search/optimal/confirmed.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/narrator.h"
#include "core/search/optimal/neighbour.h"
#include "core/search/optimal/regions/region_search.h"

namespace lapidary::optimal {

namespace {

Result<Candidate> judgedByModel(const regions::Found& found, const regions::Question& question,
                                const Evaluator* evaluator) {
    const double energyPj = question.exact().energyPj(found.energy, found.cycles);
    return confirmed(regions::mappingOf(found.nest, question), question.target(), energyPj, found.cycles, evaluator);
}

}  // namespace

Result<SearchResult> searchRegions(const Mapspace& mapspace, const SearchOptions& options, Job& job,
                                   SearchMonitor* monitor, const Evaluator* evaluator) {
    return searchRegions(mapspace, options, {}, job, monitor, evaluator);
}

Result<SearchResult> searchRegions(const Mapspace& mapspace, const SearchOptions& options, const regions::Rules& rules,
                                   Job& job, SearchMonitor* monitor, const Evaluator* evaluator) {
    using regions::Question;
    std::optional<Evaluator> own;
    if (options.compat == Compat::accelforge) {
        evaluator = nullptr;
    } else if (!evaluator) {
        auto made = Evaluator::make(mapspace.targetPtr());
        if (!made) return made.diagnostics();
        evaluator = &own.emplace(*std::move(made));
    }
    const auto question =
        Question::make(mapspace, options.objective, evaluator ? &evaluator->semantics() : nullptr, rules.alike);
    if (!question) return question.diagnostics();
    Question perfect = *question;
    perfect.forgetTails();
    const Evaluator::ScratchPtr scratch = evaluator ? evaluator->makeScratch() : nullptr;
    const regions::Judge judge = [&](const Mapping& mapping) -> std::optional<regions::Judged> {
        const Score score = evaluator->score(mapping, *scratch);
        if (!score.valid()) return std::nullopt;
        return regions::Judged{score.energyPj, score.cycles};
    };
    Narrator narrator(options, job, monitor);
    regions::RegionSearch* running = nullptr;
    std::optional<Candidate> shown;
    const std::optional<double> first =
        firstBound(mapspace, evaluator ? evaluator->semantics() : Semantics{}, options, job);
    const auto describe = [&](SearchSnapshot& snapshot) {
        if (running && running->archive().best() && running->archive().improved())
            if (auto candidate = judgedByModel(*running->archive().best(), *question, evaluator))
                shown = *std::move(candidate);
        snapshot.best = shown;
        if (running) snapshot.certificate = running->certificate();
        stateBound(snapshot, options.objective, first);
    };
    narrator.publish(SearchState::running, describe);
    regions::RegionSearch search(
        *question, perfect, options.wholeFront, rules, [&] { return narrator.goesOn(describe); }, judge);
    search.archive().setGap(options.gap);
    // Where tails are tried, not proven, nothing tells what is worse.
    std::optional<Score> neighbour;
    if (!question->byReuse() || !question->tails()) neighbour = neighbourScore(mapspace, options, evaluator);
    if (neighbour) search.archive().setCut(Cut(question->exact().roughly(neighbour->energyPj, neighbour->cycles)));
    running = &search;
    const auto hint = [&](Question other) {
        Question without = other;
        without.forgetTails();
        search.take({std::move(other), std::move(without)});
    };
    if (question->byReuse() && question->tails()) {
        // Tables can't count these tails: mappings that are good by other counts are tried.
        if (const auto made = Question::make(mapspace, options.objective); made && made->uncountedPort().empty())
            hint(*made);
    }
    SearchResult result;
    const auto finished = search.run();
    if (!finished) return finished.diagnostics();
    // A classic mapping is one of these, too: where its best is proven with tails, nothing worse is shown.
    if (!*finished && narrator.cause() == StopCause::none && question->byReuse() && question->tails() &&
        !whyNoTiles(mapspace, *evaluator)) {
        SearchOptions classic = options;
        classic.placement = Placement::classic;
        classic.wholeFront = false;
        if (classic.maxSeconds) *classic.maxSeconds = std::max(0.0, *classic.maxSeconds - narrator.seconds());
        const auto found = searchTiles(mapspace, *evaluator, classic, job, nullptr);
        if (found && found->best) search.tryMapping(found->best->mapping);
    }
    if (search.outgrown() && !search.archive().best())
        return error(regions::whyOutgrown(rules),
                     "search with --placement classic, or make the memories or the workload smaller");
    for (const regions::Found& found : search.archive().front()) {
        auto candidate = judgedByModel(found, *question, evaluator);
        if (!candidate) return candidate.diagnostics();
        result.front.push_back(*std::move(candidate));
    }
    if (search.archive().best()) {
        auto candidate = judgedByModel(*search.archive().best(), *question, evaluator);
        if (!candidate) return candidate.diagnostics();
        result.best = *std::move(candidate);
        result.top = {*result.best};
        result.trace = {{search.certificate().nodes, narrator.seconds(), *result.best}};
    }
    if (*finished && isMissing(neighbour, result.best, options.objective.metrics.front()))
        return searchRegions(mapspace, alone(options, narrator.seconds()), rules, job, monitor, evaluator);
    result.proven = *finished && !search.endedByGap();
    const bool isStopped = narrator.cause() != StopCause::none;
    result.cause = *finished || (!isStopped && !search.outgrown()) ? StopCause::complete
                   : isStopped                                     ? narrator.cause()
                                                                   : StopCause::memory;
    if (*finished && search.endedByGap()) result.cause = StopCause::gap;
    result.certificate = search.certificate();
    if (!*finished && !isStopped) result.certificate->reason = search.reason();
    stateBound(result, options.objective, first);
    narrator.end(result, describe);
    return result;
}

}  // namespace lapidary::optimal
