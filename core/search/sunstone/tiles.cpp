// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/tiles.h"

#include <algorithm>

namespace lapidary::sunstone {

namespace {

class TileWalk {
public:
    TileWalk(const Problem& problem, const TileQuestion& question, TileCounts& counts,
             const std::function<bool(const Sizes&)>& take)
        : m_problem(problem), m_question(question), m_counts(counts), m_take(take), m_tile(question.base) {
        m_factors.fill(1);
        m_outer.fill(false);
        for (int level = question.level + 1; level < problem.levels(); ++level)
            m_outer[static_cast<std::size_t>(level)] = problem.level(level).bounded();
    }

    bool run() {
        if (!start()) return true;
        return loop(0);
    }

private:
    /// Settles the loops that have no choice and lists the others, those of most divisors last.
    bool start() {
        for (int l = 0; l < m_problem.loops(); ++l) {
            const auto i = static_cast<std::size_t>(l);
            const FactorRange range = rangeOf(i);
            const bool whole = range.whole || m_question.forced >> l & 1;
            if (whole || !(m_question.grows >> l & 1)) {
                const std::int64_t factor = whole ? m_question.rest[i] : 1;
                if (range.whole && m_question.rest[i] != m_problem.bounds()[i]) return false;
                if (factor < range.least || factor > range.most) return false;
                if (factor > 1 && m_question.ownFactors && !(m_problem.level(m_question.level).loops >> l & 1))
                    return false;
                set(i, factor);
            } else {
                m_divisors[i] = m_problem.divisorsOf(l, m_question.rest[i]);
                m_loops.push_back(static_cast<std::uint8_t>(l));
            }
        }
        std::stable_sort(m_loops.begin(), m_loops.end(),
                         [&](std::uint8_t a, std::uint8_t b) { return m_divisors[a].size() < m_divisors[b].size(); });
        for (const std::uint8_t l : m_loops) set(l, leastOf(l));
        return fits();
    }
    FactorRange rangeOf(std::size_t l) const {
        return m_question.ownFactors ? m_problem.level(m_question.level).range[l] : FactorRange();
    }
    std::int64_t leastOf(std::size_t l) const {
        const std::int64_t least = rangeOf(l).least;
        const auto first = std::lower_bound(m_divisors[l].begin(), m_divisors[l].end(), least);
        return first == m_divisors[l].end() ? least : *first;
    }
    void set(std::size_t l, std::int64_t factor) {
        m_factors[l] = factor;
        m_tile[l] = m_question.base[l] * factor;
    }
    bool fits() {
        if (++m_counts.visited % kTickEvery == 0 && m_question.tick && !(*m_question.tick)()) m_stopped = true;
        return m_problem.fits(m_question.level, m_tile) && (!m_question.looksOut || fitsOutside());
    }
    bool fitsOutside() const {
        for (int level = m_question.level + 1; level < m_problem.levels(); ++level) {
            if (!m_outer[static_cast<std::size_t>(level)]) continue;
            Sizes extents = m_tile;
            for (int l = 0; l < m_problem.loops(); ++l)
                extents[static_cast<std::size_t>(l)] *= m_question.outside[static_cast<std::size_t>(l)];
            if (!m_problem.fits(level, extents)) return false;
        }
        return true;
    }
    /// The factor after `factor` that the level's rules allow, 0 = none.
    std::int64_t next(std::size_t l, std::int64_t factor) const {
        const auto above = std::upper_bound(m_divisors[l].begin(), m_divisors[l].end(), factor);
        if (above == m_divisors[l].end() || *above > rangeOf(l).most) return 0;
        return *above;
    }

    /// The one that would make the tile needless, 0 = none.
    std::int64_t better(std::size_t l, std::int64_t factor) const {
        if (!m_question.multiples) return next(l, factor);
        if (m_question.staysOut >> l & 1 || (factor == 1 && (m_question.mayNotEnter >> l & 1))) return 0;
        std::int64_t larger = next(l, factor);
        while (larger != 0 && larger % factor != 0) larger = next(l, larger);
        return larger;
    }
    bool fitsWith(std::size_t l, std::int64_t factor) {
        const std::int64_t now = m_factors[l];
        set(l, factor);
        const bool fitting = fits();
        set(l, now);
        return fitting;
    }

    bool loop(std::size_t index) {
        if (index == m_loops.size()) return accept();
        const std::size_t l = m_loops[index];
        const bool last = index + 1 == m_loops.size();
        const std::int64_t first = m_factors[l];
        if (last && m_question.mayCount && !lastMayCount(l)) return !m_stopped;
        for (std::int64_t factor = first; factor != 0;) {
            const std::int64_t larger = next(l, factor);
            const bool more = larger != 0 && fitsWith(l, larger);
            if (m_stopped) return false;
            if (last && more && m_question.maximalOnly && !m_question.multiples && !isUnit())
                ++m_counts.dominated;
            else if (!loop(index + 1))
                return false;
            if (!more) break;
            set(l, larger);
            factor = larger;
        }
        set(l, first);
        return true;
    }
    /// No tile is better than the one of the largest factor that fits.
    bool lastMayCount(std::size_t l) {
        const std::int64_t first = m_factors[l];
        for (std::int64_t larger = next(l, first); larger != 0 && fitsWith(l, larger); larger = next(l, larger))
            set(l, larger);
        const bool may = (*m_question.mayCount)(m_factors);
        set(l, first);
        m_counts.cut += !may;
        return may;
    }
    bool isUnit() const {
        return m_question.unitToo &&
               std::all_of(m_loops.begin(), m_loops.end(), [&](std::uint8_t l) { return m_factors[l] == leastOf(l); });
    }
    bool accept() {
        if (m_question.maximalOnly && !isUnit()) {
            for (const std::uint8_t l : m_loops) {
                const std::int64_t larger = better(l, m_factors[l]);
                if (larger == 0 || !fitsWith(l, larger)) continue;
                ++m_counts.dominated;
                return true;
            }
        }
        return (!m_question.looksOut && !fitsOutside()) || m_take(m_factors);
    }

    const Problem& m_problem;
    const TileQuestion& m_question;
    TileCounts& m_counts;
    const std::function<bool(const Sizes&)>& m_take;
    static constexpr std::int64_t kTickEvery = 256;
    bool m_stopped = false;
    Sizes m_tile, m_factors{};
    std::vector<std::uint8_t> m_loops;
    std::array<std::span<const std::int64_t>, kMaxDimensions> m_divisors;
    std::array<bool, kMaxLevels> m_outer{};
};

}  // namespace

bool eachTile(const Problem& problem, const TileQuestion& question, TileCounts& counts,
              const std::function<bool(const Sizes&)>& take) {
    return TileWalk(problem, question, counts, take).run();
}

}  // namespace lapidary::sunstone
