// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/neighbour.h"

#include <algorithm>

#include "core/mapping/validity.h"
#include "core/model/compat/accelforge.h"

namespace lapidary::optimal {

std::optional<Score> neighbourScore(const Mapspace& mapspace, const SearchOptions& options,
                                    const Evaluator* evaluator) {
    if (!options.neighbour || options.gap || options.wholeFront) return std::nullopt;
    const Mapping& mapping = *options.neighbour;
    if (!mapping.paddedBounds.empty() || hasErrors(checkForm(mapping, mapspace.target()))) return std::nullopt;
    const bool tails = std::ranges::any_of(mapping.nodes, [](const Node& node) { return node.tail != node.bound; });
    if (tails && mapspace.options().factorization == Factorization::perfect) return std::nullopt;
    if (evaluator) {
        const Score score = evaluator->score(mapping, *evaluator->makeScratch());
        return score.valid() ? std::optional(score) : std::nullopt;
    }
    const auto cost = accelforge::evaluate(mapping, mapspace.target());
    if (!cost || !cost->valid) return std::nullopt;
    return Score{{}, cost->energyPj.value_or(0), cost->cycles, cost->steps};
}

bool isMissing(const std::optional<Score>& neighbour, const std::optional<Candidate>& best, Metric first) {
    constexpr double kRounding = 1e-8;
    return neighbour && (!best || valueOf(first, best->score) > valueOf(first, *neighbour) * (1 + kRounding));
}

SearchOptions alone(SearchOptions options, double seconds) {
    options.neighbour.reset();
    if (options.maxSeconds) *options.maxSeconds = std::max(0.0, *options.maxSeconds - seconds);
    return options;
}

}  // namespace lapidary::optimal
