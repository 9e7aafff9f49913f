// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/refine.h"

#include <algorithm>

#include "core/base/parallel.h"

namespace lapidary {

namespace {

constexpr std::uint64_t kMostSteps = 4;  ///< at once, so that a valley need not be crossed in one

Score judged(const Mapspace& mapspace, const Evaluator& evaluator, const Mapping& mapping,
             Evaluator::Scratch& scratch) {
    Score score;
    score.reason = mapspace.checkConstraints(mapping);
    return score.valid() ? evaluator.score(mapping, scratch) : score;
}

/// One walk, with what it needs.
struct Walk {
    Candidate best;
    std::int64_t judged = 0;
};

void walk(const Mapspace& mapspace, const Evaluator& evaluator, const RefineOptions& options, std::uint64_t stream,
          Job& job, Walk& walk) {
    const auto index = mapspace.indexOf(walk.best.mapping);
    if (!index) return;
    const auto scratch = evaluator.makeScratch();
    Rng rng(options.seed, stream);
    MapspaceChoice at = choiceAt(mapspace, *index), next{};
    Score score = walk.best.score;
    Mapping mapping;
    for (std::int64_t i = 0; i < options.steps && !job.stopRequested(); ++i) {
        next = at;
        if (!mapspace.step(rng, next)) return;
        for (std::uint64_t more = 1; more < kMostSteps && rng.below(2) == 0; ++more) mapspace.step(rng, next);
        mapspace.assemble(next, mapping);
        const Score found = judged(mapspace, evaluator, mapping, *scratch);
        ++walk.judged;
        if (!found.valid() || compareScores(options.objective, found, score) > 0) continue;
        at = next;
        score = found;
        if (const Candidate candidate{mapping, found}; better(options.objective, candidate, walk.best))
            walk.best = candidate;
    }
}

/// Valid ones only, best first.
std::vector<Candidate> judgedDrafts(const Mapspace& mapspace, const Evaluator& evaluator,
                                    const std::vector<Candidate>& drafts, const RefineOptions& options, Job& job) {
    std::vector<Candidate> all(drafts.size());
    parallelFor(options.threads, drafts.size(), [&](std::size_t i) {
        all[i].mapping = drafts[i].mapping;
        all[i].score.reason.code = ReasonCode::factor;
        if (job.stopRequested()) return;
        const auto scratch = evaluator.makeScratch();
        all[i].score = judged(mapspace, evaluator, drafts[i].mapping, *scratch);
    });
    std::erase_if(all, [](const Candidate& each) { return !each.score.valid(); });
    std::ranges::sort(all, [&](const Candidate& a, const Candidate& b) { return better(options.objective, a, b); });
    return all;
}

}  // namespace

MapspaceChoice choiceAt(const Mapspace& mapspace, BigInt index) {
    MapspaceChoice choice{};
    for (std::size_t t = mapspace.terms().size(); t-- > 0;) {
        const BigInt& count = mapspace.terms()[t].count;
        choice[t] = static_cast<std::uint64_t>(*toInt64(BigInt(index % count)));
        index /= count;
    }
    return choice;
}

Refined refine(const Mapspace& mapspace, const Evaluator& evaluator, const std::vector<Candidate>& drafts,
               const RefineOptions& options, Job& job) {
    Refined result;
    const std::vector<Candidate> starts = judgedDrafts(mapspace, evaluator, drafts, options, job);
    result.judged = result.fromDrafts = std::ssize(drafts);
    std::vector<Walk> walks(std::min(starts.size(), static_cast<std::size_t>(std::max(options.walks, 1))));
    for (std::size_t i = 0; i < walks.size(); ++i) walks[i].best = starts[i];
    parallelFor(options.threads, walks.size(),
                [&](std::size_t i) { walk(mapspace, evaluator, options, i, job, walks[i]); });
    for (const Walk& each : walks) {
        result.judged += each.judged;
        if (!result.best || better(options.objective, each.best, *result.best)) result.best = each.best;
    }
    return result;
}

}  // namespace lapidary
