// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What both proofs of classic mapspaces share: whole mappings counted by the model itself, the best of them (or the whole
// energy-latency front), and what can't be better any more. Bounds are sums of doubles; the margin is far below what one
// word more or less makes, and far above what rounding does. Thread rule: one owner.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/model/evaluator.h"
#include "core/model/rates.h"
#include "core/search/counters.h"
#include "core/search/incumbent.h"
#include "core/search/optimal/certificate.h"
#include "core/search/search.h"

namespace lapidary::optimal {

class Judge {
public:
    /// `tick`: false = the search has to end. `clock` tells the seconds since the start. The arguments must outlive it.
    Judge(const Mapspace& mapspace, const Evaluator& evaluator, const SearchOptions& options,
          const std::function<bool()>& tick, std::function<double()> clock);

    /// Counts a mapping and keeps it if it is good. `promised`: the largest bound that could have closed it on its way; one
    /// that turns out to cost less was met by chance, and gives way to the first of the same cost that no bound hides.
    /// False once the search has to end.
    bool judge(const Mapping& mapping, Score* found = nullptr, const Score* promised = nullptr);
    /// A mapping that is known already: it counts even if there is no time left.
    void take(const Mapping& mapping);
    /// Some walks from random mappings, to begin with a good one; together a thousandth of the space at most.
    bool climb(std::int64_t walks, std::int64_t steps);
    /// What SearchOptions::neighbour costs here, if it is one of the space and valid: of mappings that cost the same the
    /// search finds the one that it would find without.
    void takeNeighbour();

    /// Nothing that costs at least this much can be better than what was found, or enter the front.
    bool isClosed(const Score& least);
    /// From now on each point of the front closes, not the best alone.
    void closeByFront() { m_byFront = true; }
    bool budgetSpent() const { return m_spent; }
    /// Something was closed only because the gap that was asked for is reached.
    bool endedByGap() const { return m_closedByGap.has_value(); }

    const Incumbent& incumbent() const { return m_incumbent; }
    const std::vector<Improvement>& improvements() const { return m_improvements; }
    std::int64_t judged() const { return m_judged; }
    Counters counters() const;
    /// Bound and gap: `open` = the least of all that isn't closed, if known.
    void state(Certificate& certificate, bool proven, const std::optional<Score>& open) const;
    /// Nothing is better than `least` in the first metric.
    void raise(Certificate& certificate, double least) const;
    void describe(SearchSnapshot& snapshot) const;
    /// Of a search that ended; `cause` = why it had to, if it isn't through.
    SearchResult result(bool through, StopCause cause) const;

private:
    Score scoreOf(const Mapping& mapping);
    bool closedByBest(const Score& least, const Score& best);
    /// Whether the best so far is another one now.
    bool replaces(const Score& score, const Score* promised);

    const Mapspace& m_mapspace;
    const Evaluator& m_evaluator;
    const SearchOptions& m_options;
    const std::function<bool()>& m_tick;
    std::function<double()> m_clock;
    const Metric m_first;
    Evaluator::ScratchPtr m_scratch;
    const Rates m_rates;
    Incumbent m_incumbent;
    Tally m_tally;
    std::vector<Improvement> m_improvements;
    std::optional<Score> m_neighbour;     ///< what is worse can't be the best
    std::optional<double> m_closedByGap;  ///< the least that was closed though it may be better
    std::int64_t m_judged = 0;
    bool m_byFront = false, m_spent = false;
    bool m_byChance = false;  ///< the best so far is one that its bounds hid
};

}  // namespace lapidary::optimal
