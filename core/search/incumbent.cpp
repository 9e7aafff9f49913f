// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/incumbent.h"

#include <algorithm>
#include <cassert>

namespace lapidary {

Incumbent::Incumbent(Objective objective, int top)
    : m_objective(std::move(objective)), m_limit(static_cast<std::size_t>(top)) {
    assert(top >= 1);
}

bool Incumbent::precedes(const Score& score, const Mapping& mapping, const Candidate& other) const {
    const int order = compareScores(m_objective, score, other.score);
    return order != 0 ? order < 0 : canonicalLess(mapping, other.mapping);
}

bool Incumbent::offer(const Mapping& mapping, const Score& score) {
    const bool improves = m_top.empty() || compareScores(m_objective, score, m_top.front().score) < 0;
    if (m_top.size() < m_limit || precedes(score, mapping, m_top.back())) offerToTop(mapping, score);
    offerToFront(mapping, score);
    return improves;
}

void Incumbent::offerToTop(const Mapping& mapping, const Score& score) {
    const auto place = std::partition_point(m_top.begin(), m_top.end(),
                                            [&](const Candidate& kept) { return !precedes(score, mapping, kept); });
    if (place != m_top.begin() && std::prev(place)->mapping == mapping) return;
    m_top.insert(place, Candidate{mapping, score});
    if (m_top.size() > m_limit) m_top.pop_back();
}

void Incumbent::offerToFront(const Mapping& mapping, const Score& score) {
    const auto after =
        std::upper_bound(m_front.begin(), m_front.end(), score.energyPj,
                         [](double energy, const Candidate& kept) { return energy < kept.score.energyPj; });
    auto place = after;
    if (after != m_front.begin()) {
        const auto before = std::prev(after);
        const bool sameEnergy = before->score.energyPj == score.energyPj;
        if (before->score.cycles < score.cycles) return;
        if (before->score.cycles == score.cycles && !(sameEnergy && canonicalLess(mapping, before->mapping))) return;
        if (sameEnergy) place = before;
    }
    const auto keepFrom =
        std::find_if(after, m_front.end(), [&](const Candidate& kept) { return kept.score.cycles < score.cycles; });
    m_front.insert(m_front.erase(place, keepFrom), Candidate{mapping, score});
}

void Incumbent::merge(const Incumbent& other) {
    for (const Candidate& candidate : other.m_top) offer(candidate.mapping, candidate.score);
    for (const Candidate& candidate : other.m_front) offerToFront(candidate.mapping, candidate.score);
}

}  // namespace lapidary
