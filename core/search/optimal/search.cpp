// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/algorithms.h"
#include "core/search/optimal/covers.h"
#include "core/search/optimal/methods.h"
#include "core/search/optimal/problem.h"
#include "core/search/optimal/regions/question.h"

namespace lapidary {

namespace optimal {

namespace {

/// Three levels and one fanout have tables of their own.
bool goesByChains(const Mapspace& mapspace, const SearchOptions& options) {
    return options.compat == Compat::accelforge && !options.wholeFront &&
           Problem::make(mapspace, options.objective).ok();
}

/// What those rules don't state, or state otherwise than the bounds.
std::optional<Diagnostic> whyNotLikeAccelforge(const Target& target) {
    for (const Tensor& tensor : target.workload.tensors())
        for (const Rank& rank : tensor.ranks)
            if (tensor.isOutput && rank.terms.size() > 1)
                return error("compat accelforge knows no outputs with sliding windows, found " + tensor.name,
                             "leave --compat out");
    for (const Fanout& fanout : target.architecture.fanouts())
        if (!fanout.reduction && fanout.x * fanout.y > 1)
            return error(
                "compat accelforge adds partial sums on every fanout, found " + fanout.name + " without reduction",
                "leave --compat out");
    return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> whatIsMissing(const Mapspace& mapspace, const Evaluator& evaluator,
                                        const SearchOptions& options) {
    if (options.placement == Placement::uneven) {
        if (goesByChains(mapspace, options)) return std::nullopt;
        const bool byReuse = options.compat != Compat::accelforge;
        const auto question =
            regions::Question::make(mapspace, options.objective, byReuse ? &evaluator.semantics() : nullptr);
        if (!question) return question.diagnostics().front();
        return std::nullopt;
    }
    if (options.compat == Compat::accelforge) return whyNotLikeAccelforge(mapspace.target());
    if (options.compat)
        return error("optimal counts by the reuse model, or by --compat accelforge",
                     "leave --compat and --model out, or search with --algorithm sunstone for --compat sunstone");
    const Semantics& semantics = evaluator.semantics();
    if (semantics.padding) return error("optimal has no bound for zeros that aren't fetched", "leave --padding out");
    if (semantics.linkTransfers)
        return error("optimal has no bound for words that neighbours give each other",
                     "leave --compat timeloop out, or search with random-pruned, hill-climb, annealing, genetic or "
                     "exhaustive, which count by it");
    return std::nullopt;
}

}  // namespace optimal

Result<SearchResult> searchOptimally(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
                                     Job& job, SearchMonitor* monitor) {
    if (options.compat == Compat::accelforge && evaluator.semantics() != Semantics{}) {
        // What fits is asked of the evaluator: by AccelForge's tiles, which are the default's.
        const auto plain = Evaluator::make(mapspace.targetPtr());
        if (!plain) return plain.diagnostics();
        return searchOptimally(mapspace, *plain, options, job, monitor);
    }
    if (options.placement == Placement::uneven)
        return optimal::goesByChains(mapspace, options)
                   ? optimal::searchChains(mapspace, evaluator, options, job, monitor)
                   : optimal::searchRegions(mapspace, options, job, monitor, &evaluator);
    if (!optimal::whyNoTiles(mapspace, evaluator, options.compat))
        return optimal::searchTiles(mapspace, evaluator, options, job, monitor);
    return optimal::searchBranches(mapspace, evaluator, options, job, monitor);
}

}  // namespace lapidary
