// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/judge.h"

#include <algorithm>

#include "core/mapping/validity.h"
#include "core/model/compat/accelforge.h"
#include "core/search/bounds/space_bound.h"

namespace lapidary::optimal {

namespace {

/// What bounds close is worse than the best by at least minus this share of it.
constexpr double kJudgeMargin = 1e-11;

}  // namespace

Judge::Judge(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
             const std::function<bool()>& tick, std::function<double()> clock)
    : m_mapspace(mapspace),
      m_evaluator(evaluator),
      m_options(options),
      m_tick(tick),
      m_clock(std::move(clock)),
      m_first(options.objective.metrics.front()),
      m_scratch(evaluator.makeScratch()),
      m_rates(mapspace.target()),
      m_incumbent(options.objective, 1) {}

Score Judge::scoreOf(const Mapping& mapping) {
    Score score;
    score.reason = m_mapspace.checkConstraints(mapping);
    if (!score.valid()) return score;
    if (m_options.compat != Compat::accelforge) return m_evaluator.score(mapping, *m_scratch);
    score.reason = m_evaluator.limits(mapping, *m_scratch);
    if (!score.valid()) return score;
    if (mapping.paddedBounds.empty()) return accelforge::score(mapping, m_mapspace.target(), m_rates);
    const Cost cost = costOf(m_options, mapping, m_evaluator);
    return {{}, cost.energyPj.value_or(0), cost.cycles, cost.steps};
}

bool Judge::judge(const Mapping& mapping, Score* found, const Score* promised) {
    if (!m_tick()) return false;
    m_spent = m_options.maxEvaluations && m_judged >= *m_options.maxEvaluations;
    if (m_spent) return false;
    const std::int64_t position = m_judged++;
    const Score score = scoreOf(mapping);
    if (found) *found = score;
    if (!score.valid()) {
        m_tally.addInvalid(score.reason, position, mapping);
        return true;
    }
    m_tally.addValid();
    if (!m_options.wholeFront && !replaces(score, promised)) return true;
    if (m_incumbent.offer(mapping, score)) m_improvements.push_back({position + 1, m_clock(), {mapping, score}});
    return true;
}

bool Judge::replaces(const Score& score, const Score* promised) {
    const bool byChance = promised && valueOf(m_first, *promised) > valueOf(m_first, score) * (1 + kJudgeMargin);
    // Of mappings that cost the same, the first: which others are met depends on what was closed until then.
    if (const Candidate* reached = m_incumbent.best()) {
        const int order = compareScores(m_options.objective, score, reached->score);
        if (order > 0 || (order == 0 && (byChance || !m_byChance))) return false;
        if (order == 0) m_incumbent = Incumbent(m_options.objective, 1);
    }
    m_byChance = byChance;
    return true;
}

void Judge::take(const Mapping& mapping) {
    const Score score = scoreOf(mapping);
    if (score.valid() && m_incumbent.offer(mapping, score))
        m_improvements.push_back({m_judged, m_clock(), {mapping, score}});
}

bool Judge::climb(std::int64_t walks, std::int64_t steps) {
    Rng rng(m_options.seed, 0);
    Mapping mapping;
    MapspaceChoice here{}, next{};
    Score reached;
    const auto size = toInt64(m_mapspace.size());
    const std::int64_t most = size ? std::min(*size / 1000, walks * steps) : walks * steps;
    for (std::int64_t i = 0; i < most; ++i) {
        if (i % steps == 0) {
            m_mapspace.draw(rng, here);
            next = here;
        }
        m_mapspace.assemble(next, mapping);
        Score score;
        if (!judge(mapping, &score)) return false;
        if (i % steps == 0 || !reached.valid() ||
            (score.valid() && compareScores(m_options.objective, score, reached) <= 0)) {
            here = next;
            reached = score;
        }
        next = here;
        if (!m_mapspace.step(rng, next)) break;
    }
    return true;
}

void Judge::takeNeighbour() {
    if (!m_options.neighbour || m_options.gap || m_options.wholeFront) return;
    if (hasErrors(checkForm(*m_options.neighbour, m_mapspace.target()))) return;
    if (!m_mapspace.indexOf(*m_options.neighbour)) return;
    const Score score = scoreOf(*m_options.neighbour);
    if (score.valid()) m_neighbour = score;
}

bool Judge::closedByBest(const Score& least, const Score& best) {
    const auto decide = [](double bound, double reached) {
        if (bound > reached) return 1;
        return bound < reached * (1 - kJudgeMargin) ? -1 : 0;
    };
    if (m_byChance) return valueOf(m_first, least) > valueOf(m_first, best) * (1 + kJudgeMargin);
    for (const Metric metric : m_options.objective.metrics)
        if (const int order = decide(valueOf(metric, least), valueOf(metric, best))) return order > 0;
    if (const int order = decide(least.energyPj, best.energyPj)) return order > 0;
    return least.cycles >= best.cycles;
}

bool Judge::isClosed(const Score& least) {
    if (m_neighbour && valueOf(m_first, least) > valueOf(m_first, *m_neighbour) * (1 + kJudgeMargin)) return true;
    if (m_byFront)
        return std::ranges::any_of(m_incumbent.front(), [&](const Candidate& point) {
            return point.score.cycles <= least.cycles && point.score.energyPj * (1 - kJudgeMargin) <= least.energyPj;
        });
    const Candidate* reached = m_incumbent.best();
    if (!reached) return false;
    if (closedByBest(least, reached->score)) return true;
    if (!m_options.gap) return false;
    const double value = valueOf(m_first, least);
    if (gapOf(valueOf(m_first, reached->score), value) > *m_options.gap) return false;
    m_closedByGap = std::min(m_closedByGap.value_or(value), value);
    return true;
}

Counters Judge::counters() const {
    Counters counters = m_tally.counters(m_mapspace.target());
    counters.drawn = m_judged;
    return counters;
}

void Judge::state(Certificate& certificate, bool proven, const std::optional<Score>& open) const {
    const Candidate* best = m_incumbent.best();
    if (proven && best) certificate.bound = valueOf(m_first, best->score);
    if (!proven && open) certificate.bound = valueOf(m_first, *open);
    if (certificate.bound && m_closedByGap) certificate.bound = std::min(*certificate.bound, *m_closedByGap);
    if (!best || !certificate.bound) return;
    const double reached = valueOf(m_first, best->score);
    certificate.bound = std::min(*certificate.bound, reached);
    certificate.gap = gapOf(reached, *certificate.bound);
}

void Judge::raise(Certificate& certificate, double least) const {
    const Candidate* best = m_incumbent.best();
    if (certificate.bound && *certificate.bound >= least) return;
    certificate.bound = least;
    if (!best) return;
    const double reached = valueOf(m_first, best->score);
    certificate.bound = std::min(least, reached);
    certificate.gap = gapOf(reached, *certificate.bound);
}

void Judge::describe(SearchSnapshot& snapshot) const {
    if (m_incumbent.best()) snapshot.best = *m_incumbent.best();
    if (m_options.wholeFront) snapshot.front = m_incumbent.front();
    snapshot.trace = m_improvements;
    snapshot.counters = counters();
}

SearchResult Judge::result(bool through, StopCause cause) const {
    SearchResult result;
    result.proven = through && !m_closedByGap;
    result.cause =
        through ? (m_closedByGap ? StopCause::gap : StopCause::complete) : (m_spent ? StopCause::evaluations : cause);
    if (m_incumbent.best()) result.best = *m_incumbent.best();
    // What else was met is no list of the next best ones, nor, unless it is asked for, a whole front.
    if (result.best) result.top = result.front = {*result.best};
    if (m_options.wholeFront) result.front = m_incumbent.front();
    result.counters = counters();
    result.trace = m_improvements;
    result.spaceSize = m_mapspace.size();
    return result;
}

}  // namespace lapidary::optimal
