// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Counter's lower bounds of inner parts, whatever loops and lanes follow.

#include <algorithm>

#include "core/search/optimal/classic/state.h"

namespace lapidary::optimal::classic {

namespace {

constexpr double kForever = 1e300;  ///< trips of a run that leave no more than what has to be fetched anyway

}  // namespace

double Counter::energyOf(const State& state, const Flow& flow, const std::array<unsigned, kLevels>& kept, double more,
                         double fills, double asked) const {
    double energy = 0;
    const auto t = static_cast<std::size_t>(flow.tensor), child = static_cast<std::size_t>(flow.child);
    const Operand& operand = m_shape.operands()[t];
    const auto size = static_cast<double>(operand.size);
    const auto price = [](std::optional<double> pj, const StoreRates& rates) {
        return pj.value_or(0) / static_cast<double>(rates.block);
    };
    if (child < m_shape.levels()) {
        const StoreRates& rates = m_shape.rates().levels[child].stores[t];
        if (operand.isOutput && m_shape.likeAccelforge()) energy += fills * price(rates.read, rates);
        if (operand.isOutput) fills = std::max(0.0, fills - size * static_cast<double>(flow.touched) * more);
        energy += fills * price(rates.fill, rates);
    }
    std::size_t parent = 0;
    for (std::size_t l = 1; l < child && flow.parent < 0; ++l)
        if (kept[l] >> t & 1) parent = l;
    if (flow.parent >= 0) parent = static_cast<std::size_t>(flow.parent);
    const StoreRates& rates = m_shape.rates().levels[parent].stores[t];
    if (operand.isOutput) {
        energy += asked * price(rates.update, rates);
        const double touched = flow.parentFlow < 0
                                   ? 1
                                   : static_cast<double>(state.flow[static_cast<std::size_t>(flow.parentFlow)].touched);
        asked = std::max(0.0, asked - size * touched * more);
    }
    return energy + asked * price(rates.read, rates);
}

double Counter::energyAfter(const State& state, const Flow& flow, const std::array<unsigned, kLevels>& kept,
                            std::int64_t lanesLeft, double run) const {
    const auto t = static_cast<std::size_t>(flow.tensor);
    const Operand& operand = m_shape.operands()[t];
    const auto size = static_cast<double>(operand.size);
    const auto more = static_cast<double>(std::min(lanesLeft, idleOutside(state, t)));
    const double words = static_cast<double>(flow.fills()) / run;
    const double fills = flow.alive ? std::max(words, static_cast<double>(leastFills(flow))) : words;
    double asked = 0;
    if (flow.parent < 0)
        asked = std::max(size, mergesAlong(operand) ? 0 : words / static_cast<double>(flow.merged) / more);
    else if (flow.alive)
        asked = std::max(static_cast<double>(flow.asked()) / run, static_cast<double>(leastAsked(flow)));
    else
        asked = static_cast<double>(flow.asked());
    return energyOf(state, flow, kept, more, fills, asked);
}

double Counter::leastInner(const State& state, const std::array<unsigned, kLevels>& kept,
                           std::int64_t lanesLeft) const {
    double energy = 0;
    for (std::size_t i = 0; i < state.flows; ++i)
        energy += energyAfter(state, state.flow[i], kept, lanesLeft, state.flow[i].alive ? kForever : 1);
    return energy;
}

/// Orders of the loops outside, from the inside on, until nothing is alive any more. Each dimension comes with all that is
/// left of it, and a flow is reused over all that come before one that moves it.
class Counter::Orders {
public:
    Orders(const Counter& counter, const State& state, const std::array<unsigned, kLevels>& kept,
           std::int64_t lanesLeft)
        : m_counter(counter), m_state(state), m_kept(kept), m_lanesLeft(lanesLeft) {
        for (std::size_t i = 0; i < state.flows; ++i)
            if (state.flow[i].alive) m_alive.push(i, energy(i, kForever));
        for (std::size_t d = 0; d < counter.m_shape.dims(); ++d)
            m_left[d] = counter.m_shape.bounds()[d] / state.tile[d];
    }

    double least() {
        Runs runs;
        runs.fill(1);
        std::int64_t left = 1;
        for (std::size_t d = 0; d < m_counter.m_shape.dims(); ++d) left *= m_left[d];
        go((1u << m_alive.size) - 1, 0, left, runs, 0);
        return m_least;
    }

private:
    using Runs = std::array<double, kFlows>;
    struct Alive {
        std::array<std::size_t, kFlows> flow{};
        std::array<double, kFlows> least{};
        std::size_t size = 0;
        void push(std::size_t i, double energy) {
            flow[size] = i;
            least[size++] = energy;
        }
    };

    double energy(std::size_t i, double run) const {
        return m_counter.energyAfter(m_state, m_state.flow[i], m_kept, m_lanesLeft, run);
    }
    double extra(std::size_t a, const Runs& runs) const {
        return std::max(0.0, energy(m_alive.flow[a], runs[a]) - m_alive.least[a]);
    }
    const Operand& operand(std::size_t a) const {
        return m_counter.m_shape.operands()[static_cast<std::size_t>(m_state.flow[m_alive.flow[a]].tensor)];
    }
    /// Of the flows `alive` those that a loop over d ends.
    unsigned endedBy(unsigned alive, std::size_t d) const {
        unsigned ended = 0;
        for (std::size_t a = 0; a < m_alive.size; ++a)
            if (alive >> a & 1 && (operand(a).indexed & ~operand(a).sliding) >> d & 1) ended |= 1u << a;
        return ended;
    }

    void go(unsigned alive, unsigned used, std::int64_t left, Runs runs, double sum) {
        if (sum >= m_least) return;
        // What ends nothing comes first.
        for (std::size_t d = 0; d < m_counter.m_shape.dims(); ++d) {
            if (used >> d & 1 || m_left[d] == 1 || endedBy(alive, d) != 0) continue;
            lengthen(alive, d, runs);
            used |= 1u << d;
            left /= m_left[d];
        }
        // All that is left may be lanes; or the next loop lengthens the run of what it doesn't move.
        if (left <= m_lanesLeft || alive == 0) {
            double all = sum;
            for (std::size_t a = 0; a < m_alive.size; ++a)
                if (alive >> a & 1) all += extra(a, runs);
            m_least = std::min(m_least, all);
            if (alive == 0) return;
        }
        for (std::size_t d = 0; d < m_counter.m_shape.dims(); ++d) {
            if (used >> d & 1 || m_left[d] == 1) continue;
            const unsigned ended = endedBy(alive, d);
            double next = sum;
            for (std::size_t a = 0; a < m_alive.size; ++a)
                if (ended >> a & 1) next += extra(a, runs);
            Runs longer = runs;
            lengthen(alive & ~ended, d, longer);
            go(alive & ~ended, used | 1u << d, left / m_left[d], longer, next);
        }
    }

    void lengthen(unsigned alive, std::size_t d, Runs& runs) const {
        for (std::size_t a = 0; a < m_alive.size; ++a)
            if (alive >> a & 1) runs[a] = operand(a).sliding >> d & 1 ? kForever : runs[a] * m_left[d];
    }

    const Counter& m_counter;
    const State& m_state;
    const std::array<unsigned, kLevels>& m_kept;
    const std::int64_t m_lanesLeft;
    double m_least = kForever;
    Alive m_alive;
    std::array<std::int32_t, kDims> m_left{};
};

double Counter::leastOfOrders(const State& state, const std::array<unsigned, kLevels>& kept,
                              std::int64_t lanesLeft) const {
    return state.anyAlive() ? Orders(*this, state, kept, lanesLeft).least() : 0;
}

}  // namespace lapidary::optimal::classic
