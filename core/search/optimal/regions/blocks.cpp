// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/blocks.h"

#include <algorithm>

namespace lapidary::optimal::regions {

Blocks::Blocks(const Question& question, const Plan& plan) : m_question(question) {
    int outer = 0, levels = 0;
    for (std::size_t r = 0; r < question.regions().size(); ++r) {
        m_levelOf.emplace_back(plan.all(r) + 1, outer);
        for (unsigned placed = 0; placed <= plan.all(r); ++placed)
            for (const PlannedStore& store : plan.stores(r))
                if (!(placed & store.bit)) m_levelOf[r][placed] = std::max(m_levelOf[r][placed], store.level);
        outer = m_levelOf[r][0];
        levels += static_cast<int>(question.regions()[r].levels.size());
    }
    for (int l = 0; l < levels; ++l) {
        m_noted.push_back(0), m_outside.emplace_back();
        for (std::size_t d = 0; d < question.dimensions(); ++d) {
            const unsigned mask = question.level(l).precedence.outsideOf(question.dimensionOf(d));
            for (std::size_t other = 0; other < question.dimensions(); ++other)
                if (mask >> question.dimensionOf(other) & 1) m_outside.back()[d] |= 1u << other;
            if (m_outside.back()[d] != 0) m_noted.back() |= m_outside.back()[d] | 1u << d;
            if (question.limitsTrips(l, d)) m_noted.back() |= 1u << d;
        }
        if (l > outer) m_fits = m_fits && mayBeEmpty(l);
    }
    findMost();
}

void Blocks::findMost() {
    std::array<std::int64_t, kMostDimensions> lanes{};
    lanes.fill(1);
    const std::size_t dimensions = m_question.dimensions();
    for (const Region& region : m_question.regions()) {
        m_most.emplace_back();
        std::array<std::int64_t, kMostDimensions> most = lanes;
        const auto times = [&](std::array<std::int64_t, kMostDimensions>& product, std::size_t d, std::int64_t more) {
            const std::int64_t bound = m_question.bound(d);
            product[d] = std::min(bound, product[d] * std::min(bound, more));
        };
        for (std::size_t l = 0; l < m_noted.size(); ++l) {
            const LevelRules& rules = m_question.level(static_cast<int>(l));
            for (std::size_t d = 0; d < dimensions; ++d) {
                const auto dimension = static_cast<std::size_t>(m_question.dimensionOf(d));
                if (rules.loops >> dimension & 1) times(most, d, rules.factors[dimension].most);
            }
            m_most.back().push_back(most);
        }
        for (const int number : region.fanouts) {
            const Fanout& fanout = m_question.target().architecture.fanouts()[static_cast<std::size_t>(number)];
            const unsigned onX = m_question.unrollable(number, Axis::x), onY = m_question.unrollable(number, Axis::y);
            for (std::size_t d = 0; d < dimensions; ++d)
                times(lanes, d, (onX >> d & 1 ? fanout.x : 1) * (onY >> d & 1 ? fanout.y : 1));
        }
    }
}

bool Blocks::leavesRoom(std::size_t region, unsigned placed, const Axes& axes, const Place& place) const {
    if (!limited()) return true;
    const auto& most = m_most[region][static_cast<std::size_t>(levelOf(region, placed))];
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (axes.at(d, place).left > most[d]) return false;
    return true;
}

bool Blocks::mayEnd(int level, std::size_t d, std::int64_t trips) const {
    if (!m_question.limitsTrips(level, d)) return true;
    const FactorRange& range = m_question.level(level).factors[static_cast<std::size_t>(m_question.dimensionOf(d))];
    return trips >= range.least && trips <= range.most && (!range.whole || trips == m_question.bound(d));
}

bool Blocks::mayBeEmpty(int level) const {
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (!mayEnd(level, d, 1)) return false;
    return true;
}

bool Blocks::allows(int level, std::size_t d, std::int64_t factor, const Axes& axes, const Place& place) const {
    const int dimension = m_question.dimensionOf(d);
    const LevelRules& rules = m_question.level(level);
    if (!(rules.loops >> dimension & 1)) return false;
    if (m_question.limitsTrips(level, d) &&
        axes.at(d, place).here * factor > rules.factors[static_cast<std::size_t>(dimension)].most)
        return false;
    for (std::size_t other = 0; other < m_question.dimensions(); ++other)
        if ((outside(level, d) >> other & 1) && axes.at(other, place).here > 1) return false;
    return true;
}

bool Blocks::pass(std::size_t region, unsigned before, unsigned after, const Axes& axes, Place& place) const {
    const int from = levelOf(region, before), to = levelOf(region, after);
    if (!limited() || from == to) return true;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (!mayEnd(from, d, axes.at(d, place).here)) return false;
        place[d] = axes.at(d, place).base;
    }
    for (int level = to + 1; level < from; ++level)
        if (!mayBeEmpty(level)) return false;
    return true;
}

bool Blocks::allowsRest(const Axes& axes, const Place& place) const {
    if (!limited()) return true;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        const AxisState& state = axes.at(d, place);
        if (!mayEnd(0, d, state.here * state.left)) return false;
        if (state.left > 1 && !allows(0, d, state.left, axes, place)) return false;
    }
    return true;
}

Nest Blocks::rest(const Axes& axes, const Place& place) const {
    Nest nest;
    unsigned open = 0;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (axes.at(d, place).left > 1) open |= 1u << d;
    while (open != 0) {
        // An order without contradiction has an outermost one.
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
            if (!(open >> d & 1) || (limited() && (outside(0, d) & open) != 0)) continue;
            nest.push_back({.kind = NestStep::Kind::loop, .dimension = d, .factor = axes.at(d, place).left});
            open &= ~(1u << d);
            break;
        }
    }
    return nest;
}

}  // namespace lapidary::optimal::regions
