// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best of what a search has met: the best mapping, the best k distinct mappings and the energy-latency Pareto
// front. Each is a function of the *set* of candidates offered, so neither the order of offers nor the order of merges
// can be seen in it. Thread rule: one owner; streams keep their own and merge afterwards.
#pragma once

#include <vector>

#include "core/search/objective.h"

namespace lapidary {

class Incumbent {
public:
    /// Requires top >= 1.
    Incumbent(Objective objective, int top);

    /// Takes a valid mapping into account. True if it beats all before in objective, energy or cycles (in this order);
    /// one that differs from the best only in canonical order may replace it but is no improvement.
    bool offer(const Mapping& mapping, const Score& score);
    void merge(const Incumbent& other);

    /// Null while nothing was offered.
    const Candidate* best() const { return m_top.empty() ? nullptr : &m_top.front(); }
    /// Best first, no mapping twice.
    const std::vector<Candidate>& top() const { return m_top; }
    /// By ascending energy and descending cycles; of mappings with equal figures the canonically first.
    const std::vector<Candidate>& front() const { return m_front; }

private:
    bool precedes(const Score& score, const Mapping& mapping, const Candidate& other) const;
    void offerToTop(const Mapping& mapping, const Score& score);
    void offerToFront(const Mapping& mapping, const Score& score);

    Objective m_objective;
    std::size_t m_limit;
    std::vector<Candidate> m_top;
    std::vector<Candidate> m_front;
};

}  // namespace lapidary
