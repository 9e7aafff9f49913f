// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/archive.h"

#include <algorithm>

namespace lapidary::optimal::regions {

void Archive::add(Found found) {
    found.worth = m_question.exact().worth(found.energy, found.cycles);
    m_news = true;
    if (m_watcher) m_watcher(found);
    if (m_wholeFront) {
        const Int128 total = m_question.exact().total(found.energy, found.cycles);
        std::erase_if(m_front, [&](const Found& other) {
            return other.cycles >= found.cycles && m_question.exact().total(other.energy, other.cycles) >= total;
        });
        const auto place = std::find_if(m_front.begin(), m_front.end(),
                                        [&](const Found& other) { return other.cycles > found.cycles; });
        m_front.insert(place, found);
    }
    if (!m_best || found.worth < m_best->worth) m_best = std::move(found);
}

std::vector<Found> Archive::front() const {
    if (m_wholeFront) return {m_front.rbegin(), m_front.rend()};
    return m_best ? std::vector<Found>{*m_best} : std::vector<Found>{};
}

}  // namespace lapidary::optimal::regions
