// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// RaggedCounter's words of a flow, and its lower bound of an inner part, whatever loops and lanes follow.

#include <algorithm>

#include "core/search/optimal/classic/ragged/state.h"

namespace lapidary::optimal::classic {

namespace {

constexpr double kForEver = 1e300;  ///< trips of a run that leave no more than what has to be fetched anyway

double settingsOf(const Active& lanes, std::int32_t trips) { return (trips - 1.0) * lanes.most + lanes.last; }

/// No fewer, whatever loops and lanes follow; and no more but for lanes that follow.
std::int32_t lanesOnce(const Active& lanes, std::int32_t trips) { return trips == 1 ? lanes.last : lanes.most; }

}  // namespace

Range RaggedCounter::fills(const RaggedState& state, const RaggedFlow& flow) const {
    if (!flow.alive) return flow.fills;
    Range words = flow.base;
    words *= flow.again;
    const unsigned indexed = operandOf(flow).indexed;
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if (!(indexed >> d & 1)) words *= settingsOf(flow.lanes[d], state.trips[d]);
    return words;
}

Range RaggedCounter::asked(const RaggedState& state, const RaggedFlow& flow) const {
    if (!flow.alive) return flow.asked;
    Range words = flow.base;
    words *= flow.askedAgain;
    const unsigned indexed = operandOf(flow).indexed;
    const RaggedFlow* parent = flow.parentFlow < 0 ? nullptr : &state.flow[static_cast<std::size_t>(flow.parentFlow)];
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if (!(indexed >> d & 1)) words *= settingsOf(parent ? parent->lanes[d] : Active{}, state.trips[d]);
    words.low *= flow.share.low;
    words.high *= flow.share.high;
    return words;
}

double RaggedCounter::touched(const RaggedState& state, const RaggedFlow& flow) const {
    double lanes = 1;
    const unsigned indexed = operandOf(flow).indexed;
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if (!(indexed >> d & 1)) lanes *= lanesOnce(flow.lanes[d], state.trips[d]);
    return lanes;
}

double RaggedCounter::leastFills(const RaggedState& state, const RaggedFlow& flow) const {
    if (!flow.alive) return flow.fills.low;
    return static_cast<double>(operandOf(flow).size) * touched(state, flow);
}

double RaggedCounter::leastAsked(const RaggedState& state, const RaggedFlow& flow) const {
    if (!flow.alive) return flow.asked.low;
    const Operand& operand = operandOf(flow);
    const auto size = static_cast<double>(operand.size);
    if (flow.parentFlow < 0 || mergesAlong(operand)) return size;
    return size * touched(state, state.flow[static_cast<std::size_t>(flow.parentFlow)]);
}

double RaggedCounter::idleTrips(const RaggedState& state, std::size_t tensor) const {
    double idle = 1;
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if (!(m_shape.operands()[tensor].indexed >> d & 1)) idle *= state.trips[d];
    return idle;
}

std::size_t RaggedCounter::parentOf(const RaggedFlow& flow, const std::array<unsigned, kLevels>& kept) const {
    if (flow.parent >= 0) return static_cast<std::size_t>(flow.parent);
    std::size_t parent = 0;
    for (std::size_t l = 1; l < static_cast<std::size_t>(flow.child); ++l)
        if (kept[l] >> flow.tensor & 1) parent = l;
    return parent;
}

double RaggedCounter::energyAfter(const RaggedState& state, const RaggedFlow& flow,
                                  const std::array<unsigned, kLevels>& kept, std::int64_t lanesLeft, double run) const {
    double energy = 0;
    const auto t = static_cast<std::size_t>(flow.tensor), child = static_cast<std::size_t>(flow.child);
    const Operand& operand = m_shape.operands()[t];
    const auto size = static_cast<double>(operand.size);
    const double more = std::min(static_cast<double>(lanesLeft), idleTrips(state, t));
    double wanted = asked(state, flow).low / (flow.alive ? run : 1);
    if (flow.parent < 0)
        wanted = std::max(size, mergesAlong(operand) ? 0 : wanted / more);
    else if (flow.alive)
        wanted = std::max(wanted, leastAsked(state, flow));
    if (child < m_shape.levels()) {
        const StoreRates& rates = m_shape.rates().levels[child].stores[t];
        const double words = fills(state, flow).low;
        const double filled = flow.alive ? std::max(words / run, leastFills(state, flow)) : words;
        const double held = operand.isOutput ? size * touched(state, flow) * more : 0;
        double paid = std::max(0.0, filled - held) * rates.fill.value_or(0);
        if (operand.isOutput && m_shape.likeAccelforge()) paid += filled * rates.read.value_or(0);
        energy += paid / static_cast<double>(rates.block);
    }
    const StoreRates& rates = m_shape.rates().levels[parentOf(flow, kept)].stores[t];
    double again = wanted;
    if (operand.isOutput) {
        energy += wanted * rates.update.value_or(0) / static_cast<double>(rates.block);
        // A parent that isn't there yet begins with one lane.
        double first = more;
        if (flow.parentFlow >= 0) first *= touched(state, state.flow[static_cast<std::size_t>(flow.parentFlow)]);
        again = std::max(0.0, again - size * first);
    }
    return energy + again * rates.read.value_or(0) / static_cast<double>(rates.block);
}

double RaggedCounter::least(const RaggedState& state, const std::array<unsigned, kLevels>& kept, std::int64_t lanesLeft,
                            bool goesOn) const {
    double energy = 0;
    for (const RaggedFlow& flow : state.flow)
        energy += energyAfter(state, flow, kept, lanesLeft, flow.alive && goesOn ? kForEver : 1);
    return energy;
}

/// As Counter::Orders. A loop of two trips ends a flow but for the share of its words in lanes that sit out the last one.
class RaggedCounter::Orders {
public:
    Orders(const RaggedCounter& counter, const RaggedState& state, const std::array<unsigned, kLevels>& kept,
           std::int64_t lanesLeft)
        : m_counter(counter), m_state(state), m_kept(kept), m_lanesLeft(lanesLeft) {
        for (std::size_t i = 0; i < state.flow.size(); ++i) {
            if (!state.flow[i].alive) continue;
            m_least[m_size] = energy(i, kForEver);
            m_flow[m_size++] = i;
        }
    }

    double least() {
        Runs runs;
        runs.fill(1);
        double left = 1;
        for (std::size_t d = 0; d < m_counter.m_shape.dims(); ++d) left *= m_state.trips[d];
        go((1u << m_size) - 1, 0, left, runs, 0);
        return m_best;
    }

private:
    using Runs = std::array<double, kFlows>;

    double energy(std::size_t i, double run) const {
        return m_counter.energyAfter(m_state, m_state.flow[i], m_kept, m_lanesLeft, run);
    }
    double extra(std::size_t a, const Runs& runs) const {
        return std::max(0.0, energy(m_flow[a], runs[a]) - m_least[a]);
    }
    const Operand& operand(std::size_t a) const { return m_counter.operandOf(m_state.flow[m_flow[a]]); }
    unsigned endedBy(unsigned alive, std::size_t d) const {
        unsigned ended = 0;
        for (std::size_t a = 0; a < m_size; ++a)
            if (alive >> a & 1 && (operand(a).indexed & ~operand(a).sliding) >> d & 1) ended |= 1u << a;
        return ended;
    }
    /// Of the words that a loop over d moves: with u trips left outside all lanes those that sit out one have no more
    /// than 1 / (u - 1) of them.
    double moved(std::size_t d) const {
        if (m_counter.m_shape.likeAccelforge()) return 1;
        const auto lanes = static_cast<std::int32_t>(std::min<std::int64_t>(m_lanesLeft, m_state.trips[d]));
        const std::int32_t trips = (m_state.trips[d] + lanes - 1) / lanes;
        return trips < 3 ? 0 : 1 - 1.0 / (trips - 1);
    }

    void go(unsigned alive, unsigned used, double left, Runs runs, double sum) {
        if (sum >= m_best) return;
        const std::size_t dims = m_counter.m_shape.dims();
        // What ends nothing comes first.
        for (std::size_t d = 0; d < dims; ++d) {
            if (used >> d & 1 || m_state.trips[d] == 1 || endedBy(alive, d) != 0) continue;
            lengthen(alive, d, runs);
            used |= 1u << d;
            left /= m_state.trips[d];
        }
        // All that is left may be lanes; or the next loop lengthens the run of what it doesn't move.
        if (left <= static_cast<double>(m_lanesLeft) * (1 + 1e-9) || alive == 0) {
            double all = sum;
            for (std::size_t a = 0; a < m_size; ++a)
                if (alive >> a & 1) all += extra(a, runs);
            m_best = std::min(m_best, all);
            if (alive == 0) return;
        }
        for (std::size_t d = 0; d < dims; ++d) {
            if (used >> d & 1 || m_state.trips[d] == 1) continue;
            const unsigned ended = endedBy(alive, d);
            double next = sum;
            for (std::size_t a = 0; a < m_size; ++a)
                if (ended >> a & 1) next += moved(d) * extra(a, runs);
            Runs longer = runs;
            lengthen(alive & ~ended, d, longer);
            go(alive & ~ended, used | 1u << d, left / m_state.trips[d], longer, next);
        }
    }
    void lengthen(unsigned alive, std::size_t d, Runs& runs) const {
        for (std::size_t a = 0; a < m_size; ++a)
            if (alive >> a & 1) runs[a] = operand(a).sliding >> d & 1 ? kForEver : runs[a] * m_state.trips[d];
    }

    const RaggedCounter& m_counter;
    const RaggedState& m_state;
    const std::array<unsigned, kLevels>& m_kept;
    const std::int64_t m_lanesLeft;
    std::array<std::size_t, kFlows> m_flow{};
    std::array<double, kFlows> m_least{};
    std::size_t m_size = 0;
    double m_best = kForEver;
};

double RaggedCounter::leastOfOrders(const RaggedState& state, const std::array<unsigned, kLevels>& kept,
                                    std::int64_t lanesLeft) const {
    return state.anyAlive() ? Orders(*this, state, kept, lanesLeft).least() : 0;
}

}  // namespace lapidary::optimal::classic
