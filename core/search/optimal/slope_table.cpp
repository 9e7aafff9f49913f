// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/slope_table.h"

#include <algorithm>

namespace lapidary::optimal {

SlopeTable::SlopeTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs)
    : m_problem(problem), m_lattice(lattice), m_costs(costs), m_pools(problem.allTensors()) {
    for (Pool& pool : m_pools) pool.begin.assign(lattice.size(), 0), pool.count.assign(lattice.size(), 0);
    for (std::size_t t = 0; t < problem.tensorCount(); ++t) {
        // Partial sums come back and go again.
        const std::int64_t each = problem.tensor(t).isOutput ? 2 : 1;
        std::vector<std::int64_t>& words = m_words.emplace_back(lattice.size());
        for (TileNumber tile = 0; tile < lattice.size(); ++tile) words[tile] = each * costs.fills(t, tile);
    }
}

bool SlopeTable::build(const Tick& tick) {
    findLeast();
    placeTogether();
    const unsigned all = m_problem.allTensors();
    for (TileNumber tile = m_lattice.size(); tile-- > 0;) {
        if (!tick()) return false;
        m_pools[0].begin[tile] = static_cast<std::uint32_t>(m_pools[0].labels.size());
        m_pools[0].count[tile] = 1;
        m_pools[0].labels.push_back({});
        for (unsigned set = 1; set <= all; ++set) fill(set, tile);
    }
    return true;
}

void SlopeTable::findLeast() {
    m_least = m_words;
    for (std::vector<std::int64_t>& least : m_least)
        for (TileNumber tile = 0; tile < m_lattice.size(); ++tile)
            for (std::size_t d = 0; d < m_lattice.dimensions(); ++d)
                for (const Lattice::Step& step : m_lattice.primesDown(d, m_lattice.digit(tile, d)))
                    least[tile] = std::min(least[tile], least[tile - step.up]);
}

/// Whole chains to begin with: all Stores at one tile.
void SlopeTable::placeTogether() {
    for (TileNumber tile = 0; tile < m_lattice.size(); ++tile) offer(cost(m_problem.allTensors(), tile, tile));
}

SkiSlopePoint SlopeTable::cost(unsigned tensors, TileNumber at, TileNumber credited) const {
    SkiSlopePoint sum;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t) {
        if (!(tensors >> t & 1)) continue;
        sum.bits += m_costs.volume(t, at) * m_problem.tensor(t).bits[1];
        sum.words += m_words[t][credited];
    }
    return sum;
}

unsigned SlopeTable::sliding(unsigned among, std::size_t dimension) const {
    unsigned tensors = 0;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        if (among >> t & 1 && m_problem.tensor(t).window[dimension]) tensors |= 1u << t;
    return tensors;
}

bool SlopeTable::isBeaten(const SkiSlopePoint& least) const {
    const auto above =
        std::upper_bound(m_points.begin(), m_points.end(), least.bits,
                         [](std::int64_t bits, const SkiSlopePoint& point) { return bits < point.bits; });
    return above != m_points.begin() && std::prev(above)->words <= least.words;
}

void SlopeTable::offer(const SkiSlopePoint& whole) {
    if (isBeaten(whole)) return;
    const auto first =
        std::lower_bound(m_points.begin(), m_points.end(), whole.bits,
                         [](const SkiSlopePoint& point, std::int64_t bits) { return point.bits < bits; });
    const auto last =
        std::find_if(first, m_points.end(), [&](const SkiSlopePoint& point) { return point.words < whole.words; });
    m_points.insert(m_points.erase(first, last), whole);
}

/// Labels one step further; those that may still become better than every whole chain go into the buffer.
void SlopeTable::take(unsigned set, TileNumber tile, std::span<const SkiSlopePoint> from, const SkiSlopePoint& added) {
    if (from.empty()) return;
    SkiSlopePoint rest = added;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        if (!(set >> t & 1)) rest.bits += m_problem.tensor(t).bits[1], rest.words += m_least[t][tile];
    for (const SkiSlopePoint& label : from)
        if (!isBeaten({label.bits + rest.bits, label.words + rest.words}))
            m_buffer.push_back({label.bits + added.bits, label.words + added.words});
}

void SlopeTable::fill(unsigned set, TileNumber tile) {
    const bool whole = set == m_problem.allTensors();
    m_buffer.clear();
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        if (set >> t & 1) take(set, tile, m_pools[set & ~(1u << t)].at(tile), cost(1u << t, tile, tile));
    for (std::size_t d = 0; d < m_lattice.dimensions(); ++d) {
        const std::size_t digit = m_lattice.digit(tile, d);
        if (!whole)
            for (const Lattice::Step& step : m_lattice.primesUp(d, digit))
                take(set, tile, m_pools[set].at(tile + step.up), {});
        const unsigned slides = sliding(set, d);
        if (slides == 0) continue;
        for (const Lattice::Step& step : m_lattice.factorsUp(d, digit))
            for (unsigned own = slides; own != 0; own = (own - 1) & slides)
                take(set, tile, m_pools[set & ~own].at(tile + step.up), cost(own, tile, tile + step.up));
    }
    if (whole) {
        for (const SkiSlopePoint& label : m_buffer) offer(label);
        return;
    }
    std::sort(m_buffer.begin(), m_buffer.end(), [](const SkiSlopePoint& a, const SkiSlopePoint& b) {
        return std::pair(a.bits, a.words) < std::pair(b.bits, b.words);
    });
    Pool& pool = m_pools[set];
    pool.begin[tile] = static_cast<std::uint32_t>(pool.labels.size());
    for (const SkiSlopePoint& label : m_buffer)
        if (pool.labels.size() == pool.begin[tile] || label.words < pool.labels.back().words)
            pool.labels.push_back(label);
    pool.count[tile] = static_cast<std::uint32_t>(pool.labels.size()) - pool.begin[tile];
}

}  // namespace lapidary::optimal
