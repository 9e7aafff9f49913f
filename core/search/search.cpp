// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

#include <array>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/search/algorithms.h"
#include "core/search/bounds/first_bound.h"
#include "core/search/engine.h"
#include "core/search/optimal/covers.h"

namespace lapidary {

std::span<const KeyEntry<Algorithm>> keyTable(Algorithm) {
    static constexpr std::array<KeyEntry<Algorithm>, 8> table{{
        {Algorithm::random, "random", "Random", "independent uniform samples of the mapspace", "Ruby IV-A"},
        {Algorithm::randomPruned, "random-pruned", "Random, pruned",
         "independent samples of the mappings that respect fanouts, capacities and constraints", ""},
        {Algorithm::exhaustive, "exhaustive", "Exhaustive", "every distinct mapping once; proves the best", ""},
        {Algorithm::hillClimb, "hill-climb", "Hill climbing", "steps that make it better, from many beginnings", ""},
        {Algorithm::annealing, "annealing", "Simulated annealing", "steps that may make it worse, ever less likely",
         "Kirkpatrick, Gelatt, Vecchi 1983"},
        {Algorithm::genetic, "genetic", "Genetic", "mappings that inherit factors, orders and keeps of two others", ""},
        {Algorithm::sunstone, "sunstone", "Sunstone",
         "level by level, only orders, tiles and unrollings that its principles leave; perfect factors",
         "Sunstone III and IV"},
        {Algorithm::optimal, "optimal", "Optimal",
         "the best of the whole mapspace, with the proof that nothing is better", "docs/models/optimal.md"},
    }};
    return table;
}

std::span<const KeyEntry<Placement>> keyTable(Placement) {
    static constexpr std::array<KeyEntry<Placement>, 2> table{{
        {Placement::classic, "classic", "Classic", "one Store per level, at the head of its block of loops", ""},
        {Placement::uneven, "uneven", "Uneven", "a Store of its own for each tensor and level, anywhere in the nest",
         "ZigZag; docs/models/optimal.md"},
    }};
    return table;
}

std::span<const KeyEntry<StopCause>> keyTable(StopCause) {
    static constexpr std::array<KeyEntry<StopCause>, 9> table{{
        {StopCause::none, "none", "Not stopped", "the search still runs", ""},
        {StopCause::exhausted, "exhausted", "Whole mapspace seen", "every distinct mapping was judged", ""},
        {StopCause::evaluations, "evaluations", "Evaluations spent", "the budget of mappings was drawn", ""},
        {StopCause::seconds, "seconds", "Time is up", "the time limit was reached", ""},
        {StopCause::victory, "victory", "Victory condition",
         "every stream met the given number of valid mappings in a row without an improvement", "Ruby IV-A"},
        {StopCause::byHand, "by-hand", "Stopped by hand", "someone stopped it", ""},
        {StopCause::complete, "complete", "Nothing left to try",
         "the algorithm has followed everything that its rules leave", ""},
        {StopCause::gap, "gap", "Gap closed", "nothing can be better by more than the gap that was asked for", ""},
        {StopCause::memory, "memory", "Out of memory", "the tables of a proof outgrew what they may take", ""},
    }};
    return table;
}

namespace {

constexpr std::int64_t kMaxExhaustive = 1'000'000'000;

std::optional<Diagnostic> refusal(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options) {
    if (mapspace.targetPtr() != evaluator.targetPtr())
        return error("the mapspace and the evaluator speak of different targets");
    if (options.threads < 1) return error("a search needs at least 1 thread");
    if (options.top < 1) return error("a search keeps at least 1 mapping");
    if (options.objective.metrics.empty()) return error("a search needs an objective");
    if (options.maxEvaluations && *options.maxEvaluations < 1) return error("at least 1 evaluation must be allowed");
    if (options.maxSeconds && !(*options.maxSeconds > 0)) return error("the time limit must be more than 0 seconds");
    if (options.victory && *options.victory < 1) return error("the victory condition must be at least 1");
    if (options.gap && !(*options.gap >= 0 && *options.gap < 1)) return error("the gap must be at least 0 and below 1");
    if (options.gap && options.wholeFront) return error("a whole front has no gap", "ask for one of both");
    if (options.gap && options.compat && isDataCentric(*options.compat))
        return error("no bound is known by the rules of --compat " + std::string(keyOf(*options.compat)) +
                         ", so there is no gap to stop at",
                     "leave --gap or --compat out");
    if (options.algorithm == Algorithm::exhaustive && mapspace.size() > bigInt(kMaxExhaustive))
        return error("the mapspace has " + groupedDigits(toDecimal(mapspace.size())) +
                         " candidates, exhaustive search takes at most " + formatCount(kMaxExhaustive),
                     "constrain the mapspace or search randomly");
    const WalkSettings& walk = options.walk;
    if (walk.patience < 1 || walk.patience > kMaxPatience)
        return error("the patience must be 1 to 1,000,000,000 steps");
    if (!(walk.cold > 0) || !(walk.hot >= walk.cold) || walk.hot > kMaxTemperature)
        return error("temperatures must be above 0 and at most 100, the last no higher than the first");
    if (walk.population < 2 || walk.population > kMaxPopulation) return error("a population has 2 to 10,000 mappings");
    if (!endsByItself(options.algorithm) && !options.maxEvaluations && !options.maxSeconds && !options.victory)
        return error("a " + lowered(entryOf(options.algorithm).label) + " search never ends by itself",
                     "limit the evaluations or seconds, or give a victory condition");
    if (options.compat && isDataCentric(*options.compat)) {
        if (options.algorithm == Algorithm::sunstone || options.algorithm == Algorithm::optimal)
            return error(
                std::string(entryOf(options.algorithm).label) + " counts by the reuse model, not by directives",
                "search with random, exhaustive, hill-climb, annealing or genetic");
        const auto model = dataCentricModel(*options.compat, evaluator.targetPtr());
        if (!model) return model.diagnostics().front();
    }
    if (options.algorithm == Algorithm::optimal) return optimal::whatIsMissing(mapspace, evaluator, options);
    if (options.placement != Placement::classic)
        return error("only the algorithm optimal places Stores unevenly", "search with --algorithm optimal");
    if (options.compat && !isDataCentric(*options.compat) &&
        (options.algorithm != Algorithm::sunstone || *options.compat != Compat::sunstone))
        return error("a search counts by the reuse model, or by --compat sunstone with the algorithm sunstone",
                     "leave --compat out");
    return std::nullopt;
}

bool run(const SearchOptions& options, const Mapspace& mapspace, Engine& engine) {
    switch (options.algorithm) {
    case Algorithm::random: return searchRandomly(mapspace, engine);
    case Algorithm::randomPruned: return searchRandomlyPruned(mapspace, engine);
    case Algorithm::exhaustive: return searchExhaustively(mapspace, engine);
    case Algorithm::hillClimb: return searchByClimbing(mapspace, options, engine);
    case Algorithm::annealing: return searchByAnnealing(mapspace, options, engine);
    case Algorithm::genetic: return searchByBreeding(mapspace, options, engine);
    case Algorithm::sunstone:
    case Algorithm::optimal: return false;  // have an end of their own
    }
    return false;
}

}  // namespace

Cost costOf(const SearchOptions& options, const Mapping& mapping, const Evaluator& evaluator) {
    if (!options.compat) return evaluator.evaluate(mapping);
    auto cost = evaluateLike(*options.compat, mapping, evaluator.targetPtr());
    return cost ? *std::move(cost) : evaluator.evaluate(mapping);
}

SearchSnapshot SearchMonitor::snapshot() const {
    const std::lock_guard lock(m_mutex);
    return m_snapshot;
}

void SearchMonitor::publish(SearchSnapshot snapshot) {
    const std::lock_guard lock(m_mutex);
    std::swap(m_snapshot, snapshot);
}

Result<SearchResult> search(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                            Job& job, SearchMonitor* monitor) {
    if (auto reason = refusal(mapspace, evaluator, options)) return *std::move(reason);
    if (options.algorithm == Algorithm::sunstone) return searchLikeSunstone(mapspace, evaluator, options, job, monitor);
    if (options.algorithm == Algorithm::optimal) {
        return searchOptimally(mapspace, evaluator, options, job, monitor);
    }
    Engine engine(mapspace, evaluator, options, job, monitor);
    const bool exhausted = run(options, mapspace, engine);
    return engine.finish(exhausted);
}

}  // namespace lapidary
