// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which mappings of a space are the same, and why.
//
// 1. Loops of bound 1 do nothing: only the order of the others is walked.
// 2. Two neighbouring temporal loops over a and b of one level may change places if every tensor is indexed by both or
//    by neither, each in a rank of its own. Both orders visit the same settings (a, b), each with the same tails, since
//    tails depend on the loops of one dimension alone. When either loop advances, a tensor indexed by both moves to a
//    tile disjoint from the one before, whichever loop it was: it is fetched whole, once per setting. A tensor indexed
//    by neither sees the loops inside restart, once per setting. So no count changes; with a sliding window, part of
//    the tile could stay, and which part depends on the order.
// 3. Inside the innermost Store there is nothing left whose reuse an order could decide: operands are read once per
//    compute. All orders of these loops are the same.
// 4. The loops of a level that keeps nothing stand under the level above, so several choices may write down the same
//    list: the smallest counts.
//
// Of the orders that 2 and 3 make equal, the representative is the lexicographically smallest one that the level's
// partial order allows: within a run of loops that may change places, the next is always the smallest that may come.

#include "core/mapspace/distinct.h"

#include <algorithm>

namespace lapidary {

namespace {

class DistinctWalk {
public:
    DistinctWalk(const ChoiceSpace& space, const std::function<bool(const Mapping&)>& visit)
        : m_space(space), m_visit(visit), m_levels(space.frame().levels.size()) {
        m_space.start(m_draft);
        m_group = exchangeableDimensions(m_space.target().workload);
        for (std::size_t t = 0; t < space.terms().size(); ++t) {
            if (space.terms()[t].kind == SizeTerm::Kind::keep) m_walked.push_back(t);
        }
        for (std::size_t t = 0; t < space.terms().size(); ++t) {
            if (space.terms()[t].kind == SizeTerm::Kind::chains) m_walked.push_back(t);
        }
    }

    bool walkTerms(std::size_t walked) {
        if (walked == m_walked.size()) {
            findLoops();
            return walkOrders(0, 0, 0);
        }
        const ChoiceTerm& term = m_space.terms()[m_walked[walked]];
        for (std::uint64_t number = 0; number < term.count; ++number) {
            m_space.apply(term, number, m_draft);
            m_choice[m_walked[walked]] = number;
            if (!walkTerms(walked + 1)) return false;
        }
        return true;
    }

private:
    /// The loops with more than one trip of each level, and what the keep choice means for their orders.
    void findLoops() {
        m_ambiguous = false;
        m_innermostStore = 0;
        for (std::size_t l = 0; l < m_levels; ++l) {
            const LevelFrame& level = m_space.frame().levels[l];
            m_loops[l] = 0;
            m_draft.orderSize[l] = 0;
            for (const std::uint8_t d : level.dimensions) {
                if (m_draft.factors[static_cast<std::size_t>(level.temporal[d])].bound == 1) continue;
                m_loops[l] |= Precedence::bit(d);
                ++m_draft.orderSize[l];
            }
            if (m_draft.kept[l]) m_innermostStore = l;
            m_ambiguous |= m_draft.kept[l] == 0 && !level.dimensions.empty();
        }
    }

    /// Walks the orders of level l from `position` on and those of the levels below; `placed` = dimensions so far.
    bool walkOrders(std::size_t l, std::size_t position, unsigned placed) {
        if (l == m_levels) return finish();
        if (position == m_draft.orderSize[l]) return walkOrders(l + 1, 0, 0);
        for (const std::uint8_t d : m_space.frame().levels[l].dimensions) {
            const unsigned outside = m_space.orders(l).precedence().outsideOf(d) & m_loops[l];
            if (!(m_loops[l] & ~placed & Precedence::bit(d)) || outside & ~placed) continue;
            if (couldComeEarlier(d, l, position, outside)) continue;
            m_draft.order[l][position] = d;
            if (!walkOrders(l, position + 1, placed | Precedence::bit(d))) return false;
        }
        return true;
    }

    /// Whether d could have been placed before a larger dimension of the run it would join.
    bool couldComeEarlier(std::uint8_t d, std::size_t l, std::size_t position, unsigned outside) const {
        while (position-- > 0) {
            const std::uint8_t other = m_draft.order[l][position];
            if (outside & Precedence::bit(other) || (m_group[other] != m_group[d] && l < m_innermostStore))
                return false;
            if (other > d) return true;
        }
        return false;
    }

    bool finish() {
        m_space.assemble(m_draft, m_mapping);
        if (m_ambiguous && !isSmallest()) return true;
        return m_visit(m_mapping);
    }

    bool isSmallest() const {
        const auto smallest = m_space.find(m_mapping);
        return std::ranges::all_of(m_walked, [&](std::size_t t) { return (*smallest)[t] == m_choice[t]; });
    }

    const ChoiceSpace& m_space;
    const std::function<bool(const Mapping&)>& m_visit;
    std::size_t m_levels;
    std::vector<std::size_t> m_walked;  ///< terms but the orders, outermost loop of the walk first
    std::array<std::uint8_t, kMaxDimensions> m_group{};
    Choice m_choice{};
    Draft m_draft;
    Mapping m_mapping;
    std::array<unsigned, kMaxLevels> m_loops{};  ///< dimensions, bit mask
    std::size_t m_innermostStore = 0;            ///< its level
    bool m_ambiguous = false;                    ///< a level that keeps nothing could have loops
};

}  // namespace

std::array<std::uint8_t, kMaxDimensions> exchangeableDimensions(const Workload& workload) {
    std::array<std::uint8_t, kMaxDimensions> groups{};
    std::vector<unsigned> users;
    for (int d = 0; d < workload.dimensionCount(); ++d) {
        unsigned mask = 0;
        bool windowed = false;
        for (int t = 0; t < workload.tensorCount(); ++t) {
            const Tensor& tensor = workload.tensors()[static_cast<std::size_t>(t)];
            if (!tensor.uses(d)) continue;
            mask |= 1u << t;
            windowed |= std::ranges::any_of(tensor.ranks, [d](const Rank& rank) {
                return rank.terms.size() > 1 &&
                       std::ranges::any_of(rank.terms, [d](const Term& term) { return term.dimension == d; });
            });
        }
        users.push_back(windowed ? 0 : mask);
        const auto same = windowed ? d : std::ranges::find(users, mask) - users.begin();
        groups[static_cast<std::size_t>(d)] = static_cast<std::uint8_t>(same);
    }
    return groups;
}

void enumerateDistinct(const ChoiceSpace& space, const std::function<bool(const Mapping&)>& visit) {
    DistinctWalk(space, visit).walkTerms(0);
}

}  // namespace lapidary
