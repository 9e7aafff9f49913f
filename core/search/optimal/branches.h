// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Branch and bound over a classic mapspace of any kind: what is kept, then one dimension's chain after the other, then
// the orders from the innermost block outwards; children in the order of their bounds. The model itself judges every
// mapping that is left, so that a proof rests on the bounds alone (docs/models/optimal.md, Branch and bound).
// Thread rule: one owner.
#pragma once

#include <functional>
#include <vector>

#include "core/model/evaluator.h"
#include "core/search/optimal/bounds.h"
#include "core/search/optimal/judge.h"

namespace lapidary::optimal {

class BranchSearch {
public:
    /// `tick` as in ChainSearch; `clock` tells the seconds since the start. The arguments must outlive it.
    BranchSearch(const Mapspace& mapspace, const ChoiceSpace& space, const Evaluator& evaluator,
                 const SearchOptions& options, std::function<bool()> tick, std::function<double()> clock);

    /// True once the best is proven. `start`: a mapping of the space to begin with.
    bool run(const Mapping* start = nullptr);
    const Judge& judge() const { return m_judge; }
    Certificate certificate() const;

private:
    struct Child {
        Score least;
        std::uint64_t number = 0;
    };
    bool walkKeeps();
    bool walkChains(std::size_t place);
    bool walkLevels(std::size_t level);
    bool walkOrder(std::size_t level, std::size_t position, unsigned placed);
    bool couldComeEarlier(std::uint8_t d, std::size_t level, std::size_t position, unsigned outside) const;
    /// False, counted, if nothing below can win; else `least` is what it costs at least.
    bool mayWin(Score& least);
    /// Tries `apply(number)` for each number below `count` and enters those that may win, best bound first.
    template <class Apply, class Enter>
    bool walkChildren(std::uint64_t count, bool outermost, const Apply& apply, const Enter& enter);

    const ChoiceSpace& m_space;
    const SearchOptions& m_options;
    std::function<bool()> m_tick;
    Judge m_judge;
    BranchBounds m_bounds;
    std::vector<std::size_t> m_keeps, m_chains;  ///< terms of the space
    std::array<std::uint8_t, kMaxDimensions> m_group{};
    Draft m_draft;
    Known m_known;
    Mapping m_mapping;
    std::array<unsigned, kMaxLevels> m_loops{};
    std::size_t m_innermostStore = 0;
    std::optional<Score> m_bound;
    std::int64_t m_nodes = 0, m_tooLarge = 0, m_closed = 0, m_sameOrders = 0;
    bool m_proven = false;
};

}  // namespace lapidary::optimal
