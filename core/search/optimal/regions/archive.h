// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best nests found so far: one, or the whole energy-latency front. What can't enter any more is closed. One owner.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "core/search/optimal/regions/outer.h"

namespace lapidary::optimal::regions {

struct Found {
    std::int64_t energy = 0;  ///< scaled, leakage not included
    std::int64_t cycles = 0;
    Worth worth{};
    Nest nest;
};

class Archive {
public:
    Archive(const Question& question, bool wholeFront)
        : m_question(question), m_wholeFront(wholeFront), m_byFront(wholeFront) {}
    /// SearchOptions::gap.
    void setGap(std::optional<double> gap) { m_gap = GapRule(gap); }

    /// What the mapping of a neighbouring design costs here: worse isn't wanted.
    void setCut(const Cut& cut) { m_cut = cut; }
    void heedCut(bool heeds) { m_heedsCut = heeds; }

    /// Nothing with at least this energy and these cycles enters.
    bool closes(std::int64_t energy, std::int64_t cycles) const {
        if (m_heedsCut && m_cut && m_cut.closes(m_question.exact().worth(energy, cycles))) return true;
        if (!m_best) return false;
        if (!m_byFront) {
            const Worth least = m_question.exact().worth(energy, cycles);
            return !(least < m_best->worth) || m_gap.closes(least, m_best->worth);
        }
        const Int128 total = m_question.exact().total(energy, cycles);
        for (const Found& found : m_front)
            if (found.cycles <= cycles && m_question.exact().total(found.energy, found.cycles) <= total) return true;
        return false;
    }
    /// Some point of the front is no worse than anything of more energy (leakage included) and at least these cycles.
    bool closesAbove(double energy, std::int64_t cycles) const {
        return std::any_of(m_front.begin(), m_front.end(), [&](const Found& found) {
            return found.cycles <= cycles &&
                   static_cast<double>(m_question.exact().total(found.energy, found.cycles)) <= energy;
        });
    }
    /// Requires that it isn't closed.
    void add(Found found);
    /// Is shown everything that enters.
    void watch(std::function<void(const Found&)> watcher) { m_watcher = std::move(watcher); }
    bool wantsFront() const { return m_wholeFront; }
    /// Of a whole front: whether each of its points closes, as at first, or the best by the objective alone.
    void closeByFront(bool byFront) { m_byFront = m_wholeFront && byFront; }
    const std::optional<Found>& best() const { return m_best; }
    /// By ascending energy; the best alone unless the whole front is asked for.
    std::vector<Found> front() const;
    /// The least that was closed only for the gap that was asked for.
    const std::optional<Worth>& closedByGap() const { return m_gap.closed(); }
    bool improved() {
        const bool news = m_news;
        m_news = false;
        return news;
    }

private:
    const Question& m_question;
    bool m_wholeFront, m_byFront, m_news = false, m_heedsCut = true;
    Cut m_cut;
    mutable GapRule m_gap;
    std::optional<Found> m_best;
    std::function<void(const Found&)> m_watcher;
    std::vector<Found> m_front;  ///< by ascending cycles
};

}  // namespace lapidary::optimal::regions
