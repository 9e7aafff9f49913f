// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stream.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lapidary {

namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

/// Positions 0 .. total - 1 are dealt out in turn, so the streams' shares are exactly these.
std::int64_t shareOf(std::int64_t total, int stream) { return total / kStreams + (stream < total % kStreams ? 1 : 0); }

}  // namespace

Stream::Stream(int number, const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
               const StopWatch& watch)
    : m_mapspace(mapspace),
      m_evaluator(evaluator),
      m_watch(watch),
      m_number(number),
      m_budget(options.maxEvaluations ? shareOf(*options.maxEvaluations, number) : kUnlimited),
      m_victory(options.victory.value_or(kUnlimited)),
      m_rng(options.seed, static_cast<std::uint64_t>(number)),
      m_scratch(evaluator.makeScratch()),
      m_incumbent(options.objective, options.top),
      m_cloud(options.cloud ? std::make_unique<CloudCounter>() : nullptr) {
    if (!options.compat) return;
    if (auto model = sunstone::Model::make(evaluator.targetPtr()))
        m_sunstone = std::make_unique<const sunstone::Model>(*std::move(model));
}

/// Cycles as the Cost has them.
void Stream::count(const Mapping& mapping, Score& score) const {
    const auto tiling = m_sunstone->tilingOf(mapping);
    if (!tiling) return;
    const sunstone::Evaluation found = m_sunstone->evaluate(*tiling);
    score.energyPj = found.energyPj;
    score.cycles = static_cast<std::int64_t>(std::ceil(found.cycles));
}

std::optional<double> Stream::shareSpent() const {
    if (m_budget == kUnlimited) return std::nullopt;
    return static_cast<double>(m_drawn) / static_cast<double>(std::max<std::int64_t>(m_budget, 1));
}

/// With the numbers of the mapping shown, where it breaks the same limit first.
void Stream::addExample(const Reason& reason, std::int64_t position, const Mapping& mapping) {
    const Reason own = limits(mapping);
    const bool same = own.code == reason.code && own.level == reason.level && own.fanout == reason.fanout &&
                      own.tensor == reason.tensor && own.dimension == reason.dimension;
    m_tally.addInvalid(same ? own : reason, position, mapping);
}

void Stream::consider(const Mapping& mapping) {
    const std::int64_t position = m_drawn++ * kStreams + m_number;
    Score& score = m_lastScore;
    score = {};
    score.reason = m_mapspace.checkConstraints(mapping);
    if (score.valid()) score = m_evaluator.score(mapping, *m_scratch);
    if (score.valid() && m_sunstone) count(mapping, score);
    if (!score.valid()) {
        m_tally.addInvalid(score.reason, position, mapping);
        return;
    }
    m_tally.addValid();
    if (m_cloud) m_cloud->add(score.energyPj, score.cycles);
    if (!m_incumbent.offer(mapping, score)) {
        ++m_sinceImprovement;
        return;
    }
    m_sinceImprovement = 0;
    m_improvements.push_back({position + 1, m_watch.seconds(), {mapping, score}});
}

}  // namespace lapidary
