// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/tables.h"

#include <algorithm>

namespace lapidary::optimal {

bool TileCosts::build(const Problem& problem, const Lattice& lattice, const Tick& tick) {
    for (std::size_t t = 0; t < problem.tensorCount(); ++t) {
        std::vector<std::int64_t> volume(lattice.size()), fills(lattice.size());
        for (TileNumber number = 0; number < lattice.size(); ++number) {
            if (!tick()) return false;
            const Tile tile = lattice.tile(number);
            volume[number] = problem.volume(t, tile);
            fills[number] = volume[number];
            for (std::size_t d = 0; d < lattice.dimensions(); ++d) fills[number] *= problem.bounds()[d] / tile[d];
        }
        m_least.push_back(*std::min_element(fills.begin(), fills.end()));
        m_volume.push_back(std::move(volume));
        m_fills.push_back(std::move(fills));
    }
    return true;
}

ChainTable::ChainTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs, std::size_t level)
    : m_problem(problem), m_lattice(lattice), m_costs(costs), m_level(level), m_pools(problem.allTensors() + 1) {
    for (LabelPool& pool : m_pools) pool.reset(lattice.size());
}

std::int64_t ChainTable::bitsOf(unsigned tensors, TileNumber tile) const {
    std::int64_t bits = 0;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        if (tensors >> t & 1) bits += m_costs.volume(t, tile) * m_problem.tensor(t).bits[m_level];
    return bits;
}

unsigned ChainTable::sliding(unsigned among, std::size_t dimension) const {
    unsigned tensors = 0;
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        if (among >> t & 1 && m_problem.tensor(t).window[dimension]) tensors |= 1u << t;
    return tensors;
}

template <class Visit>
void ChainTable::forOrigins(unsigned placed, TileNumber tile, bool outwards, const Visit& visit) const {
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        if (placed >> t & 1)
            visit(placed & ~(1u << t), tile, ChainStep{ChainStep::Kind::store, 1u << t, 0, 1}, tile, tile);
    for (std::size_t d = 0; d < m_lattice.dimensions(); ++d) {
        const std::size_t digit = m_lattice.digit(tile, d);
        const auto there = [&](const Lattice::Step& step) { return outwards ? tile + step.up : tile - step.up; };
        for (const Lattice::Step& step : outwards ? m_lattice.primesUp(d, digit) : m_lattice.primesDown(d, digit))
            visit(placed, there(step), ChainStep{ChainStep::Kind::loop, 0, d, step.factor}, tile, tile);
        const unsigned slides = sliding(placed, d);
        if (slides == 0) continue;
        for (const Lattice::Step& step : outwards ? m_lattice.factorsUp(d, digit) : m_lattice.factorsDown(d, digit)) {
            const TileNumber from = there(step), inside = outwards ? tile : from, outside = outwards ? from : tile;
            for (unsigned own = slides; own != 0; own = (own - 1) & slides)
                visit(placed & ~own, from, ChainStep{ChainStep::Kind::window, own, d, step.factor}, inside, outside);
        }
    }
}

void ChainTable::fill(unsigned placedTensors, TileNumber tile, bool outwards) {
    const bool complete = placedTensors == m_problem.allTensors();
    m_buffer.clear();
    std::int64_t fitting = 0;
    const std::int64_t open = openBits(placedTensors, tile);
    forOrigins(placedTensors, tile, outwards,
               [&](unsigned from, TileNumber there, const ChainStep& step, TileNumber at, TileNumber credited) {
                   const Label added = step.tensors ? placed({}, step.tensors, at, credited) : Label{};
                   const auto labels = m_pools[from].at(there);
                   m_counts.made += static_cast<std::int64_t>(labels.size());
                   for (const Label& label : labels) {
                       Label next = label + added;
                       if (!fits(next.numbers[0] + open)) {
                           ++m_counts.tooLarge;
                           continue;
                       }
                       if (complete) next.numbers[0] = 0;
                       ++fitting;
                       addToFront(m_buffer, next, m_width);
                   }
               });
    sortFront(m_buffer);
    m_counts.dominated += fitting - static_cast<std::int64_t>(m_buffer.size());
    m_pools[placedTensors].put(tile, m_buffer);
    m_kept += m_buffer.size();
}

bool ChainTable::findOrigin(unsigned placedTensors, TileNumber tile, const Label& label, bool outwards,
                            Origin& origin) const {
    const bool complete = placedTensors == m_problem.allTensors();
    const std::int64_t open = openBits(placedTensors, tile);
    bool found = false;
    forOrigins(placedTensors, tile, outwards,
               [&](unsigned from, TileNumber there, const ChainStep& step, TileNumber at, TileNumber credited) {
                   for (const Label& each : m_pools[from].at(there)) {
                       if (found) return;
                       Label next = step.tensors ? placed(each, step.tensors, at, credited) : each;
                       if (!fits(next.numbers[0] + open)) continue;
                       if (complete) next.numbers[0] = 0;
                       if (next != label) continue;
                       found = true;
                       origin = {from, there, each, step};
                   }
               });
    return found;
}

/// Steps in the order of the walk back to the beginning: outwards for the outer table, inwards for the inner one.
Chain ChainTable::trace(unsigned placedTensors, TileNumber tile, Label label, bool outwards) const {
    Chain chain;
    const TileNumber end = outwards ? m_lattice.whole() : 0;
    while (placedTensors != 0 || tile != end) {
        Origin origin;
        if (!findOrigin(placedTensors, tile, label, outwards, origin)) return {};
        chain.push_back(origin.step);
        placedTensors = origin.placed, tile = origin.tile, label = origin.label;
    }
    if (outwards) std::reverse(chain.begin(), chain.end());
    return chain;
}

OuterTable::OuterTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs, bool withWords)
    : ChainTable(problem, lattice, costs, 1), m_withWords(withWords) {
    m_width = withWords ? 4 : 2;
}

Label OuterTable::placed(Label label, unsigned tensors, TileNumber at, TileNumber credited) const {
    label.numbers[0] += bitsOf(tensors, at);
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t) {
        if (!(tensors >> t & 1)) continue;
        const std::int64_t words = m_costs.fills(t, credited);
        label.numbers[1] += m_problem.tensor(t).rates.outer * words;
        if (m_withWords) label.numbers[m_problem.tensor(t).isOutput ? 2 : 3] += words;
    }
    return label;
}

bool OuterTable::build(const Tick& tick) {
    m_least.assign(m_lattice.size(), kNoWay);
    const unsigned all = m_problem.allTensors();
    for (TileNumber tile = m_lattice.size(); tile-- > 0;) {
        m_pools[0].put(tile, {Label{}});
        for (unsigned set = 1; set <= all; ++set) {
            if (outgrown() || !tick()) return false;
            fill(set, tile, true);
        }
        if (const auto labels = at(all, tile); !labels.empty()) m_least[tile] = labels.front().numbers[1];
    }
    return true;
}

Label OuterTable::aboveLabel(const Label& from, unsigned own, TileNumber tile, std::size_t dimension,
                             TileNumber up) const {
    const unsigned credited = sliding(own, dimension);
    return placed(placed(from, credited, tile, up), own & ~credited, tile, tile);
}

std::vector<Label> OuterTable::above(TileNumber tile, std::size_t dimension, const Lattice::Step& loop) const {
    std::vector<Label> labels;
    const unsigned all = m_problem.allTensors();
    const TileNumber up = tile + loop.up;
    for (unsigned own = all; own != 0; --own)
        for (const Label& from : at(all & ~own, up)) {
            Label label = aboveLabel(from, own, tile, dimension, up);
            if (!fits(label.numbers[0])) continue;
            label.numbers[0] = 0;
            addToFront(labels, label, m_width);
        }
    sortFront(labels);
    return labels;
}

Chain OuterTable::chainAbove(TileNumber tile, std::size_t dimension, const Lattice::Step& loop,
                             const Label& label) const {
    const unsigned all = m_problem.allTensors();
    const TileNumber up = tile + loop.up;
    for (unsigned own = all; own != 0; --own)
        for (const Label& from : at(all & ~own, up)) {
            Label next = aboveLabel(from, own, tile, dimension, up);
            if (!fits(next.numbers[0])) continue;
            next.numbers[0] = 0;
            if (next != label) continue;
            Chain chain = trace(all & ~own, up, from, true);
            chain.push_back({ChainStep::Kind::window, own, dimension, loop.factor});
            return chain;
        }
    return {};
}

InnerTable::InnerTable(const Problem& problem, const Lattice& lattice, const TileCosts& costs)
    : ChainTable(problem, lattice, costs, 2) {
    m_width = 1 + problem.tensorCount();
}

Label InnerTable::placed(Label label, unsigned tensors, TileNumber at, TileNumber credited) const {
    label.numbers[0] += bitsOf(tensors, at);
    for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
        if (tensors >> t & 1) label.numbers[1 + t] += m_costs.fills(t, credited);
    return label;
}

std::int64_t InnerTable::openBits(unsigned placedTensors, TileNumber tile) const {
    return bitsOf(m_problem.allTensors() & ~placedTensors, tile);
}

Words InnerTable::words(const Label& label) const {
    Words words{};
    std::copy(label.numbers.begin() + 1, label.numbers.end(), words.begin());
    return words;
}

bool InnerTable::build(const Tick& tick) {
    const unsigned all = m_problem.allTensors();
    m_leastFills.assign(m_problem.tensorCount(), OuterTable::kNoWay);
    for (TileNumber tile = 0; tile < m_lattice.size(); ++tile) {
        bool any = fits(openBits(0, tile));
        m_pools[0].put(tile, any ? std::vector<Label>{Label{}} : std::vector<Label>{});
        for (unsigned set = 1; set <= all; ++set) {
            if (outgrown() || !tick()) return false;
            fill(set, tile, false);
            any = any || !at(set, tile).empty();
        }
        if (any) m_reached.push_back(tile);
        for (const Label& label : at(all, tile))
            for (std::size_t t = 0; t < m_problem.tensorCount(); ++t)
                m_leastFills[t] = std::min(m_leastFills[t], label.numbers[1 + t]);
        if (!at(all, tile).empty()) m_complete.push_back(tile);
    }
    return true;
}

}  // namespace lapidary::optimal
