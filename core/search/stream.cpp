// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stream.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

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
    if (isDataCentric(*options.compat)) {
        if (auto model = dataCentricModel(*options.compat, evaluator.targetPtr()))
            m_directives = std::make_unique<const data_centric::MappingModel>(*std::move(model));
        return;
    }
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

void Stream::consider(const Mapping& mapping, Workspace& work) {
    const std::int64_t position = m_drawn++ * kStreams + m_number;
    Score& score = m_lastScore;
    score = {};
    score.reason = m_mapspace.checkConstraints(mapping);
    if (score.valid())
        score =
            m_directives ? m_directives->score(mapping, work.directives) : m_evaluator.score(mapping, *work.scratch);
    if (score.valid())
        keep(mapping, position);
    else
        m_tally.addInvalid(score.reason, position, mapping);
}

void Stream::considerMany(std::int64_t count, const std::function<void(Rng&, Mapping&)>& draw, Workspace& work) {
    const auto size = static_cast<std::size_t>(std::min(count, budgetLeft()));
    judgeMany(size, draw, work);
    for (std::size_t i = 0; i < size && !finished(); ++i) {
        const std::int64_t position = m_drawn++ * kStreams + m_number;
        const Mapping& mapping = work.batch[work.order[i]];
        m_lastScore = work.scores[work.order[i]];
        if (m_lastScore.valid())
            keep(canonicalOf(mapping), position);
        else if (!m_tally.addAgain(m_lastScore.reason))
            m_tally.addInvalid(m_lastScore.reason, position, canonicalOf(mapping));
    }
}

void Stream::judgeMany(std::size_t size, const std::function<void(Rng&, Mapping&)>& draw, Workspace& work) {
    if (work.batch.size() < size) {
        work.batch.resize(size);
        work.scores.resize(size);
        work.order.resize(size);
    }
    std::size_t passed = 0, refused = size;
    for (std::size_t i = 0; i < size; ++i) {
        draw(m_rng, work.batch[passed]);
        const Reason reason = m_mapspace.checkConstraints(work.batch[passed]);
        if (reason.code == ReasonCode::none) {
            work.order[i] = passed++;
            continue;
        }
        work.order[i] = --refused;
        std::swap(work.batch[passed], work.batch[refused]);
        work.scores[refused] = {};
        work.scores[refused].reason = reason;
    }
    if (m_directives) {
        for (std::size_t i = 0; i < passed; ++i) work.scores[i] = m_directives->score(work.batch[i], work.directives);
        return;
    }
    m_evaluator.score(std::span(work.batch).first(passed), std::span(work.scores).first(passed), *work.scratch);
}

/// Without the loops of bound 1 that drawing left in.
const Mapping& Stream::canonicalOf(const Mapping& whole) {
    m_canonical.nodes.clear();
    for (const Node& node : whole.nodes)
        if (!node.isLoop() || node.bound > 1) m_canonical.nodes.push_back(node);
    m_canonical.paddedBounds = whole.paddedBounds;
    m_canonical.directives = whole.directives;
    return m_canonical;
}

/// A valid mapping with m_lastScore.
void Stream::keep(const Mapping& mapping, std::int64_t position) {
    if (m_sunstone) count(mapping, m_lastScore);
    m_tally.addValid();
    if (m_cloud) m_cloud->add(m_lastScore.energyPj, m_lastScore.cycles);
    if (!m_incumbent.offer(mapping, m_lastScore)) {
        ++m_sinceImprovement;
        return;
    }
    m_sinceImprovement = 0;
    m_improvements.push_back({position + 1, m_watch.seconds(), {mapping, m_lastScore}});
}

}  // namespace lapidary
