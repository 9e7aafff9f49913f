// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/branches.h"

#include <algorithm>

#include "core/mapping/validity.h"
#include "core/mapspace/distinct.h"

namespace lapidary::optimal {

namespace {

// To begin with some good mapping: walks from random ones, a thousandth of the space at most.
constexpr std::int64_t kWalks = 24, kSteps = 800;
constexpr std::uint64_t kMostSorted = 1 << 16;  ///< children; more are taken as they come, to save memory
/// Bounds are sums of doubles. What they close is worse than the best by at least minus this share of it, which is far
/// below what one word more or less makes, and far above what rounding does.
constexpr double kBranchMargin = 1e-11;

}  // namespace

BranchSearch::BranchSearch(const Mapspace& mapspace, const ChoiceSpace& space, const Evaluator& evaluator,
                           const SearchOptions& options, std::function<bool()> tick, std::function<double()> clock)
    : m_mapspace(mapspace),
      m_space(space),
      m_evaluator(evaluator),
      m_options(options),
      m_tick(std::move(tick)),
      m_clock(std::move(clock)),
      m_bounds(space, evaluator.semantics()),
      m_scratch(evaluator.makeScratch()),
      m_incumbent(options.objective, 1) {
    for (std::size_t t = 0; t < space.terms().size(); ++t) {
        if (space.terms()[t].kind == SizeTerm::Kind::keep) m_keeps.push_back(t);
        if (space.terms()[t].kind == SizeTerm::Kind::chains) m_chains.push_back(t);
    }
    // Once all that may be unrolled is known, the steps are.
    std::ranges::stable_sort(m_chains, [&](std::size_t a, std::size_t b) {
        const ChoiceTerm &first = space.terms()[a], &second = space.terms()[b];
        return std::pair(!m_bounds.unrolls(first.where), first.count) <
               std::pair(!m_bounds.unrolls(second.where), second.count);
    });
    m_group = exchangeableDimensions(m_space.target().workload);
}

bool BranchSearch::run(const Mapping* start) {
    if (start) take(*start);
    if (!m_bounds.findLeastSteps(m_tick)) return false;
    m_space.start(m_draft);
    takeNeighbour();
    climb();
    m_proven = walkKeeps();
    return m_proven;
}

void BranchSearch::climb() {
    Rng rng(m_options.seed, 0);
    Mapping mapping;
    MapspaceChoice here{}, next{};
    const auto size = toInt64(m_mapspace.size());
    const std::int64_t most = size ? std::min(*size / 1000, kWalks * kSteps) : kWalks * kSteps;
    for (std::int64_t i = 0; i < most; ++i) {
        if (i % kSteps == 0) {
            m_mapspace.draw(rng, here);
            next = here;
        }
        m_mapspace.assemble(next, mapping);
        Score score;
        if (!judge(mapping, &score)) return;
        const bool first = i % kSteps == 0 || !m_here.valid();
        if (first || (score.valid() && compareScores(m_options.objective, score, m_here) <= 0)) {
            here = next;
            m_here = score;
        }
        next = here;
        if (!m_mapspace.step(rng, next)) return;
    }
}

bool BranchSearch::judge(const Mapping& mapping, Score* found) {
    if (!m_tick()) return false;
    m_spent = m_options.maxEvaluations && m_judged >= *m_options.maxEvaluations;
    if (m_spent) return false;
    const std::int64_t position = m_judged++;
    Score score;
    score.reason = m_mapspace.checkConstraints(mapping);
    if (score.valid()) score = m_evaluator.score(mapping, *m_scratch);
    if (found) *found = score;
    if (!score.valid()) {
        m_tally.addInvalid(score.reason, position, mapping);
        return true;
    }
    m_tally.addValid();
    if (m_incumbent.offer(mapping, score)) m_improvements.push_back({position + 1, m_clock(), {mapping, score}});
    return true;
}

/// What is known already counts, even if there is no time left.
void BranchSearch::take(const Mapping& mapping) {
    const Score score = m_evaluator.score(mapping, *m_scratch);
    if (!score.valid() || m_mapspace.checkConstraints(mapping).code != ReasonCode::none) return;
    if (m_incumbent.offer(mapping, score)) m_improvements.push_back({0, m_clock(), {mapping, score}});
}

/// Only its cost is used: of mappings that cost the same the walk finds the one that it would find without.
void BranchSearch::takeNeighbour() {
    if (!m_options.neighbour || hasErrors(checkForm(*m_options.neighbour, m_space.target()))) return;
    if (!m_mapspace.indexOf(*m_options.neighbour)) return;
    if (m_mapspace.checkConstraints(*m_options.neighbour).code != ReasonCode::none) return;
    const Score score = m_evaluator.score(*m_options.neighbour, *m_scratch);
    if (score.valid()) m_neighbour = score;
}

bool BranchSearch::isClosed(const Score& least) const {
    const auto decide = [](double bound, double reached) {
        if (bound > reached) return 1;
        return bound < reached * (1 - kBranchMargin) ? -1 : 0;
    };
    const Metric first = m_options.objective.metrics.front();
    if (m_neighbour && valueOf(first, least) > valueOf(first, *m_neighbour) * (1 + kBranchMargin)) return true;
    const Candidate* best = m_incumbent.best();
    if (!best) return false;
    for (const Metric metric : m_options.objective.metrics)
        if (const int order = decide(valueOf(metric, least), valueOf(metric, best->score))) return order > 0;
    if (const int order = decide(least.energyPj, best->score.energyPj)) return order > 0;
    return least.cycles >= best->score.cycles;
}

bool BranchSearch::mayWin(Score& least) {
    ++m_nodes;
    const LeastCost cost = m_bounds.of(m_draft, m_known);
    if (!cost.fits) {
        ++m_tooLarge;
        return false;
    }
    least = {{}, cost.energyPj, cost.cycles, cost.cycles};
    if (!isClosed(least)) return true;
    ++m_closed;
    return false;
}

bool BranchSearch::walkKeeps() {
    std::uint64_t count = 1;  // kept below what wraps: a walk over so many never ends
    for (const std::size_t term : m_keeps)
        count = std::min(count * m_space.terms()[term].count, std::uint64_t{1} << 48);
    const auto apply = [this](std::uint64_t number) {
        for (const std::size_t term : m_keeps) {
            const ChoiceTerm& keep = m_space.terms()[term];
            m_space.apply(keep, number % keep.count, m_draft);
            number /= keep.count;
        }
        m_innermostStore = 0;
        for (std::size_t l = 0; l < m_space.frame().levels.size(); ++l)
            if (m_draft.kept[l]) m_innermostStore = l;
    };
    return walkChildren(count, true, apply, [this] { return walkChains(0); });
}

template <class Apply, class Enter>
bool BranchSearch::walkChildren(std::uint64_t count, bool outermost, const Apply& apply, const Enter& enter) {
    std::vector<Child> children;
    for (std::uint64_t number = 0; number < count; ++number) {
        if (!m_tick()) return false;
        apply(number);
        Child child{{}, number};
        if (!mayWin(child.least)) continue;
        if (count <= kMostSorted)
            children.push_back(child);
        else if (!enter())
            return false;
    }
    std::stable_sort(children.begin(), children.end(), [this](const Child& a, const Child& b) {
        return compareScores(m_options.objective, a.least, b.least) < 0;
    });
    for (const Child& child : children) {
        if (outermost) m_bound = child.least;
        if (isClosed(child.least)) {
            ++m_closed;
            continue;
        }
        apply(child.number);
        if (!enter()) return false;
    }
    return true;
}

bool BranchSearch::walkChains(std::size_t place) {
    if (place == m_chains.size()) {
        for (std::size_t l = 0; l < m_space.frame().levels.size(); ++l) {
            m_loops[l] = 0;
            m_draft.orderSize[l] = 0;
            for (const std::uint8_t d : m_space.frame().levels[l].dimensions) {
                const auto slot = static_cast<std::size_t>(m_space.frame().levels[l].temporal[d]);
                if (m_draft.factors[slot].bound == 1) continue;
                m_loops[l] |= 1u << d;
                ++m_draft.orderSize[l];
            }
        }
        return walkLevels(m_space.frame().levels.size());
    }
    const ChoiceTerm& term = m_space.terms()[m_chains[place]];
    m_known.dimensions |= 1u << term.where;
    const auto apply = [&](std::uint64_t number) { m_space.apply(term, number, m_draft); };
    const bool goesOn = walkChildren(term.count, false, apply, [&] { return walkChains(place + 1); });
    m_known.dimensions &= ~(1u << term.where);
    return goesOn;
}

/// Orders of the levels below `level` are known.
bool BranchSearch::walkLevels(std::size_t level) {
    if (level == 0) {
        m_space.assemble(m_draft, m_mapping);
        return judge(m_mapping);
    }
    const bool goesOn = walkOrder(level - 1, 0, 0);
    m_known.orders &= ~(1u << (level - 1));
    return goesOn;
}

bool BranchSearch::walkOrder(std::size_t level, std::size_t position, unsigned placed) {
    if (position == m_draft.orderSize[level]) {
        m_known.orders |= 1u << level;
        Score least;
        // With a single order the bound is the one that was asked before.
        const bool asked = position < 2 || mayWin(least);
        const bool goesOn = !asked || (m_tick() && walkLevels(level));
        m_known.orders &= ~(1u << level);
        return goesOn;
    }
    for (const std::uint8_t d : m_space.frame().levels[level].dimensions) {
        const unsigned outside = m_space.orders(level).precedence().outsideOf(d) & m_loops[level];
        if (!(m_loops[level] & ~placed & 1u << d) || outside & ~placed) continue;
        if (couldComeEarlier(d, level, position, outside)) {
            ++m_sameOrders;
            continue;
        }
        m_draft.order[level][position] = d;
        if (!walkOrder(level, position + 1, placed | 1u << d)) return false;
    }
    return true;
}

/// As core/mapspace/distinct.cpp, rules 2 and 3.
bool BranchSearch::couldComeEarlier(std::uint8_t d, std::size_t level, std::size_t position, unsigned outside) const {
    while (position-- > 0) {
        const std::uint8_t other = m_draft.order[level][position];
        if (outside & 1u << other || (m_group[other] != m_group[d] && level < m_innermostStore)) return false;
        if (other > d) return true;
    }
    return false;
}

Counters BranchSearch::counters() const {
    Counters counters = m_tally.counters(m_space.target());
    counters.drawn = m_judged;
    return counters;
}

Certificate BranchSearch::certificate() const {
    Certificate certificate;
    certificate.method = "branch and bound";
    certificate.nodes = m_nodes + m_judged;
    certificate.closed = {
        {"too-large", "partial mappings whose tiles or lanes don't fit", m_tooLarge},
        {"bound", "partial mappings whose bound is no better than the best one", m_closed},
        {"same-order", "loop orders that cost what another one does", m_sameOrders},
        {"judged", "whole mappings, counted by the model", m_judged},
    };
    const Candidate* best = m_incumbent.best();
    const Metric shown = m_options.objective.metrics.front();
    if (m_proven && best) certificate.bound = valueOf(shown, best->score);
    if (!m_proven && m_bound) certificate.bound = valueOf(shown, *m_bound);
    if (!best || !certificate.bound) return certificate;
    const double reached = valueOf(shown, best->score);
    certificate.bound = std::min(*certificate.bound, reached);
    certificate.gap = reached > 0 ? (reached - *certificate.bound) / reached : 0;
    return certificate;
}

}  // namespace lapidary::optimal
