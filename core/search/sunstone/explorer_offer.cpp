// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Complete mappings: the order of every level, and which of them are worth being told.

#include <algorithm>

#include "core/search/sunstone/explorer_state.h"

namespace lapidary::sunstone {

namespace {

/// The order of least energy among those that take at most `cycles`; the first of equals. -1 = none.
int cheapestWithin(const std::vector<BoundaryCost>& byOrder, double cycles) {
    int best = -1;
    for (std::size_t o = 0; o < byOrder.size(); ++o)
        if (byOrder[o].cycles <= cycles && (best < 0 || byOrder[o].energy < byOrder[nth(best)].energy))
            best = static_cast<int>(o);
    return best;
}

}  // namespace

bool Explorer::complete(const State& state) {
    if (!tick()) return false;
    ++m_counters.mappings;
    Solution solution;
    solution.temporal = state.temporal;
    solution.spatial = state.spatial;
    Sizes tile = state.temporal[0];
    for (int b = 0; b + 1 < m_problem.levels(); ++b) {
        m_costs.boundary(b, tile, state.spatial[nth(b)], state.temporal[nth(b + 1)], m_byOrder[nth(b)]);
        m_counters.evaluations += static_cast<std::int64_t>(m_byOrder[nth(b)].size());
        for (int l = 0; l < m_problem.loops(); ++l)
            tile[nth(l)] *= state.spatial[nth(b)][nth(l)] * state.temporal[nth(b + 1)][nth(l)];
    }
    return offerBest(solution, m_problem.macs() / state.lanes);
}

/// Orders of one level have no bearing on others but through the slowest of all: for each time that the whole may take,
/// each level's cheapest order within it.
bool Explorer::offerBest(Solution& solution, double laneCycles) {
    const int boundaries = m_problem.levels() - 1;
    std::vector<double> times{laneCycles};
    for (int b = 0; b < boundaries; ++b)
        for (const BoundaryCost& cost : m_byOrder[nth(b)])
            if (cost.cycles > laneCycles) times.push_back(cost.cycles);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    for (const double time : times) {
        solution.energy = m_costs.computeEnergy();
        solution.cycles = laneCycles;
        bool possible = true;
        for (int b = 0; b < boundaries && possible; ++b) {
            const int order = cheapestWithin(m_byOrder[nth(b)], time);
            possible = order >= 0;
            if (!possible) break;
            const BoundaryCost& cost = m_byOrder[nth(b)][nth(order)];
            solution.order[nth(b + 1)] = static_cast<std::uint16_t>(order);
            solution.energy += cost.energy;
            solution.cycles = std::max(solution.cycles, cost.cycles);
        }
        if (possible && !offerIfWanted(solution)) return false;
    }
    return true;
}

bool Explorer::offerIfWanted(const Solution& solution) {
    const double worth = value(solution.energy, solution.cycles);
    m_best = std::min(m_best, worth);
    const bool top = m_bestValues.size() < m_top || worth < m_bestValues.back();
    const bool front = std::none_of(m_front.begin(), m_front.end(), [&](const auto& other) {
        return other.first <= solution.energy && other.second <= solution.cycles;
    });
    if (!top && !front) return true;
    if (top) {
        m_bestValues.insert(std::upper_bound(m_bestValues.begin(), m_bestValues.end(), worth), worth);
        if (m_bestValues.size() > m_top) m_bestValues.pop_back();
    }
    if (front) {
        std::erase_if(m_front, [&](const auto& other) {
            return other.first >= solution.energy && other.second >= solution.cycles;
        });
        m_front.emplace_back(solution.energy, solution.cycles);
    }
    return m_hooks.offer(solution);
}

Mapping mappingOf(const Problem& problem, const Costs& costs, const Solution& solution) {
    Mapping mapping;
    for (int m = problem.levels() - 1; m >= 0; --m) {
        const int level = problem.levels() - 1 - m;
        if (problem.level(m).stored != 0) mapping.nodes.push_back(store(level, problem.level(m).stored));
        // The innermost level's order has no bearing on traffic.
        const LoopOrder& order = costs.orders(m)[solution.order[nth(m)]];
        for (std::size_t i = order.size(); i-- > 0;) {
            const std::int64_t factor = solution.temporal[nth(m)][order[i]];
            if (factor > 1) mapping.nodes.push_back(temporal(problem.dimensionOf(order[i]), factor, factor));
        }
        if (m == 0) break;
        const Gap& gap = problem.gap(m - 1);
        const std::vector<Sizes> axes = splitOverAxes(problem, m - 1, solution.spatial[nth(m - 1)]);
        for (std::size_t a = 0; a < gap.axes.size(); ++a)
            for (int l = 0; l < problem.loops(); ++l)
                if (const std::int64_t factor = axes[a][nth(l)]; factor > 1)
                    mapping.nodes.push_back(
                        spatial(problem.dimensionOf(l), factor, factor, gap.axes[a].fanout, gap.axes[a].axis));
    }
    return mapping;
}

}  // namespace lapidary::sunstone
