// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// RaggedCounter's words of a flow, and its lower bound of an inner part, whatever loops and lanes follow.

#include <algorithm>

#include "core/search/optimal/classic/ragged/state.h"

namespace lapidary::optimal::classic {

namespace {

double settingsOf(const Active& lanes, std::int32_t trips) { return (trips - 1.0) * lanes.most + lanes.last; }

/// No fewer, whatever loops and lanes follow; and no more but for lanes that follow.
std::int32_t lanesOnce(const Active& lanes, std::int32_t trips) { return trips == 1 ? lanes.last : lanes.most; }

}  // namespace

Range RaggedCounter::fills(const RaggedState& state, const RaggedFlow& flow) const {
    if (!flow.alive) return flow.fills;
    Range words = flow.base;
    const unsigned indexed = operandOf(flow).indexed;
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if (!(indexed >> d & 1)) words *= settingsOf(flow.lanes[d], state.trips[d]);
    return words;
}

Range RaggedCounter::asked(const RaggedState& state, const RaggedFlow& flow) const {
    if (!flow.alive) return flow.asked;
    Range words = flow.base;
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

double RaggedCounter::least(const RaggedState& state, const std::array<unsigned, kLevels>& kept,
                            std::int64_t lanesLeft, bool goesOn) const {
    double energy = 0;
    for (std::size_t i = 0; i < state.flows; ++i) {
        const RaggedFlow& flow = state.flow[i];
        const auto t = static_cast<std::size_t>(flow.tensor), child = static_cast<std::size_t>(flow.child);
        const Operand& operand = m_shape.operands()[t];
        const auto size = static_cast<double>(operand.size);
        const double more = std::min(static_cast<double>(lanesLeft), idleTrips(state, t));
        double wanted = goesOn ? leastAsked(state, flow) : asked(state, flow).low;
        if (flow.parent < 0 && !(flow.alive && goesOn))
            wanted = std::max(size, mergesAlong(operand) ? 0 : wanted / more);
        if (child < m_shape.levels()) {
            const StoreRates& rates = m_shape.rates().levels[child].stores[t];
            const double filled = goesOn ? leastFills(state, flow) : fills(state, flow).low;
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
        energy += again * rates.read.value_or(0) / static_cast<double>(rates.block);
    }
    return energy;
}

}  // namespace lapidary::optimal::classic
