// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/branches.h"

#include <algorithm>

#include "core/mapspace/distinct.h"

namespace lapidary::optimal {

namespace {

// To begin with some good mapping: walks from random ones, a thousandth of the space at most.
constexpr std::int64_t kWalks = 24, kSteps = 800;
constexpr std::uint64_t kMostSorted = 1 << 16;  ///< children; more are taken as they come, to save memory

/// What bounds rest on. AccelForge counts drains, too, and never less than the reuse model.
Semantics rulesOf(const SearchOptions& options, const Evaluator& evaluator) {
    return options.compat ? Semantics{.drainRead = true} : evaluator.semantics();
}

}  // namespace

BranchSearch::BranchSearch(const Mapspace& mapspace, const ChoiceSpace& space, const Evaluator& evaluator,
                           const SearchOptions& options, std::function<bool()> tick, std::function<double()> clock)
    : m_space(space),
      m_options(options),
      m_tick(std::move(tick)),
      m_judge(mapspace, evaluator, options, m_tick, std::move(clock)),
      m_bounds(space, rulesOf(options, evaluator)) {
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
    if (start) m_judge.take(*start);
    if (!m_bounds.findLeastSteps(m_tick)) return false;
    m_space.start(m_draft);
    m_judge.takeNeighbour();
    if (m_options.wholeFront) m_judge.closeByFront();
    m_proven = m_judge.climb(kWalks, kSteps) && walkKeeps();
    return m_proven;
}

bool BranchSearch::mayWin(Score& least) {
    ++m_nodes;
    const LeastCost cost = m_bounds.of(m_draft, m_known);
    if (!cost.fits) {
        ++m_tooLarge;
        return false;
    }
    least = {{}, cost.energyPj, cost.cycles, cost.cycles};
    if (!m_judge.isClosed(least)) return true;
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
        if (m_judge.isClosed(child.least)) {
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
        return m_judge.judge(m_mapping);
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

Certificate BranchSearch::certificate() const {
    Certificate certificate;
    certificate.method = "branch and bound";
    certificate.nodes = m_nodes + m_judge.judged();
    certificate.closed = {
        {"too-large", "partial mappings whose tiles or lanes don't fit", m_tooLarge},
        {"bound", "partial mappings whose bound is no better than the best one", m_closed},
        {"same-order", "loop orders that cost what another one does", m_sameOrders},
        {"judged", "whole mappings, counted by the model", m_judge.judged()},
    };
    m_judge.state(certificate, m_proven, m_bound);
    return certificate;
}

}  // namespace lapidary::optimal
