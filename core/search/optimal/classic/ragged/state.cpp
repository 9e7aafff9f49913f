// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/ragged/state.h"

#include <algorithm>
#include <bit>
#include <map>

namespace lapidary::optimal::classic {

namespace {

std::int32_t ceilTrips(std::int32_t a, std::int32_t b) { return (a + b - 1) / b; }

/// Of the requests of lanes along one window the share that is left where equal ones are one, and how sure that is.
Range shareOf(const reuse::RankShape& rank, const RaggedFlow& flow, std::size_t window, bool whole) {
    std::vector<std::int64_t> positions{0}, next;
    std::array<std::int64_t, 2> lanes{1, 1}, loops{0, 0};
    for (std::size_t i = 0; i < flow.unrolls; ++i) {
        const Unroll& unroll = flow.unroll[i];
        if (static_cast<std::size_t>(unroll.window) != window) continue;
        const auto term = static_cast<std::size_t>(unroll.term);
        lanes[term] *= unroll.lanes;
        ++loops[term];
        next.clear();
        for (const std::int64_t position : positions)
            for (std::int64_t lane = 0; lane < unroll.lanes; ++lane)
                next.push_back(position + rank.coefficient(unroll.term) * unroll.stride * lane);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        positions.swap(next);
    }
    if (lanes[0] == 1 || lanes[1] == 1) return {1, 1};
    const auto all = static_cast<double>(lanes[0] * lanes[1]);
    const double share = static_cast<double>(positions.size()) / all;
    if (whole) return {share, share};
    // Fewer lanes of one loop have fewer in common, each.
    if (loops[0] == 1 && loops[1] == 1) return {share, 1};
    return {static_cast<double>(std::max(lanes[0], lanes[1])) / all, 1};
}

}  // namespace

RaggedCounter::RaggedCounter(const Shape& shape) : m_shape(shape) {
    for (const Fanout& network : shape.target().architecture.fanouts()) m_lanes.push_back(wholeLanes(shape, network));
}

RaggedState RaggedCounter::start() const {
    RaggedState state;
    state.tile.fill(1);
    state.trips = m_shape.bounds();
    state.lanesOf.fill(1);
    const auto all = static_cast<double>(m_shape.macs());
    for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
        RaggedFlow& flow = state.flow.emplace_back();
        flow.tensor = static_cast<std::int8_t>(t);
        flow.child = static_cast<std::int8_t>(m_shape.levels());
        flow.at.fill(1);
        flow.fills = flow.asked = {all, all};
    }
    return state;
}

void RaggedCounter::meet(const RaggedState& state, RaggedFlow& flow, std::size_t level, int parentFlow) const {
    flow.parent = static_cast<std::int8_t>(level);
    flow.parentFlow = static_cast<std::int8_t>(parentFlow);
    flow.remember(state.tile);
    const Operand& operand = operandOf(flow);
    const bool whole = (state.ragged & operand.sliding) == 0;
    for (std::size_t w = 0; w < operand.windows.size() && flow.unrolls > 0; ++w) {
        const Range share = shareOf(operand.windows[w], flow, w, whole);
        flow.share.low *= share.low;
        flow.share.high *= share.high;
    }
    flow.unrolls = 0;
    if (flow.alive) return;
    flow.asked.low *= flow.share.low;
    flow.asked.high *= flow.share.high;
}

void RaggedCounter::open(RaggedState& state, std::size_t level, unsigned kept) const {
    const std::size_t before = state.flow.size();
    passStores(state, kept);
    state.flow.reserve(before + static_cast<std::size_t>(std::popcount(kept)));
    for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
        if (!(kept >> t & 1)) continue;
        for (std::size_t i = 0; i < before; ++i)
            if (state.flow[i].tensor == static_cast<int>(t) && state.flow[i].parent < 0)
                meet(state, state.flow[i], level, static_cast<int>(state.flow.size()));
        RaggedFlow& flow = state.flow.emplace_back();
        flow.tensor = static_cast<std::int8_t>(t);
        flow.child = static_cast<std::int8_t>(level);
        flow.alive = true;
        flow.at = state.tile;
        const double words = windowWords(t, state.tile);
        flow.base = {words, words};
        for (const auto& rank : m_shape.operands()[t].windows)
            flow.words *= static_cast<double>(rank.length({state.tile[static_cast<std::size_t>(rank.dimension(0))],
                                                           state.tile[static_cast<std::size_t>(rank.dimension(1))]}));
        flow.trace = level + 1;
        flow.remember(state.tile);
    }
}

bool RaggedCounter::worksOn(const RaggedState& state, std::size_t fanout, const Lanes& lanes) const {
    const Fanout& network = m_shape.target().architecture.fanouts()[fanout];
    // On two axes more lanes than there are settings may be the only way that fits.
    const bool plane = network.x > 1 && network.y > 1;
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        const std::int32_t trips = state.trips[d];
        if (lanes.all[d] <= trips) continue;
        const std::int32_t onY = lanes.all[d] / lanes.onX[d];
        if (!plane || onY > trips || lanes.onX[d] > ceilTrips(trips, onY)) return false;
    }
    return true;
}

void RaggedCounter::unroll(RaggedState& state, std::size_t fanout, std::size_t choice) const {
    const Lanes& lanes = m_lanes[fanout][choice];
    state.choice[fanout] = static_cast<std::uint16_t>(choice);
    state.lanesOf[fanout] = lanes.count;
    const Extent before = state.tile;
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        const std::int32_t count = lanes.all[d];
        if (count == 1) continue;
        const std::int32_t left = ceilTrips(state.trips[d], count);
        const std::int32_t tail = state.trips[d] - (left - 1) * count;
        for (std::size_t i = 0; i < state.flow.size(); ++i) {
            RaggedFlow& flow = state.flow[i];
            const Operand& operand = operandOf(flow);
            Active& own = flow.lanes[d];
            own = {own.most * count, (tail - 1) * own.most + own.last};
            if (tail < count) flow.tails = static_cast<std::uint16_t>(flow.tails | 1u << d);
            if (!(operand.indexed >> d & 1)) {
                if (flow.parent < 0 && !flow.alive) flow.asked *= static_cast<double>(left) / state.trips[d];
            } else if (operand.sliding >> d & 1 && m_shape.likeAccelforge()) {
                flow.unrolled |= static_cast<std::uint8_t>(1u << d);
                if (flow.alive && flow.behindStore && !maySlide(flow)) end(state, flow, 0);
            } else if (operand.sliding >> d & 1) {
                if (tail < count) flow.pending = static_cast<std::uint16_t>(flow.pending | 1u << d);
                for (std::size_t w = 0; w < operand.windows.size() && flow.parent < 0; ++w)
                    for (int term = 0; term < 2; ++term)
                        if (operand.windows[w].dimension(term) == static_cast<int>(d))
                            flow.unroll[flow.unrolls++] = {static_cast<std::int8_t>(w), static_cast<std::int8_t>(term),
                                                           static_cast<std::int16_t>(count), state.tile[d]};
            }
        }
        if (tail < count) state.ragged = static_cast<std::uint16_t>(state.ragged | 1u << d);
        state.tile[d] =
            static_cast<std::int32_t>(std::min(std::int64_t{m_shape.bounds()[d]}, std::int64_t{state.tile[d]} * count));
        state.trips[d] = left;
    }
    for (std::size_t i = 0; i < state.flow.size(); ++i) {
        RaggedFlow& flow = state.flow[i];
        flow.remember((fanout + 1) << 20 | choice);
        flow.remember(before);
    }
}

void RaggedCounter::settle(RaggedState& state, const std::array<unsigned, kLevels>& kept) const {
    for (std::size_t i = 0; i < state.flow.size(); ++i) {
        RaggedFlow& flow = state.flow[i];
        if (flow.parent < 0) meet(state, flow, parentOf(flow, kept), -1);
    }
}

void RaggedCounter::push(RaggedState& state, std::size_t level, std::size_t dimension, std::int32_t trips) const {
    state.loops[level][state.loopCount[level]++] = {static_cast<std::uint32_t>(dimension) & 15,
                                                    static_cast<std::uint32_t>(trips) & 0xfffffff};
}

void RaggedCounter::pass(RaggedState& state, std::size_t dimension, std::int32_t trips) const {
    state.tile[dimension] = static_cast<std::int32_t>(
        std::min(std::int64_t{m_shape.bounds()[dimension]}, std::int64_t{state.tile[dimension]} * trips));
    state.trips[dimension] /= trips;
    state.steps *= trips;
    // All lanes work in some trip of the loop.
    for (std::size_t i = 0; i < state.flow.size(); ++i)
        state.flow[i].lanes[dimension].last = state.flow[i].lanes[dimension].most;
}

bool RaggedCounter::loop(RaggedState& state, std::size_t level, std::size_t dimension, std::int32_t trips) const {
    bool reuses = false;
    for (std::size_t i = 0; i < state.flow.size(); ++i) {
        RaggedFlow& flow = state.flow[i];
        if (!flow.alive) continue;
        const Operand& operand = operandOf(flow);
        const bool slides = operand.sliding >> dimension & 1;
        if (operand.indexed >> dimension & 1 && !slides) {
            const double stays = staysOver(flow, dimension, trips);
            end(state, flow, stays);
            reuses = reuses || stays > 0;
        } else if (slides && m_shape.likeAccelforge()) {
            reuses = slideOnce(state, flow, dimension, trips) || reuses;
        } else if (operand.sliding && !m_shape.likeAccelforge() && (slides || flow.slid)) {
            slide(state, flow, dimension, trips);
        } else if (flow.behindStore) {
            end(state, flow, 0);
        } else if (m_shape.likeAccelforge()) {
            stayOutside(state, flow, dimension, trips);
        }
        reuses = reuses || flow.alive;
    }
    push(state, level, dimension, trips);
    pass(state, dimension, trips);
    return reuses;
}

void RaggedCounter::extend(RaggedState& state, std::size_t level, std::size_t dimension, std::int32_t trips) const {
    bool there = false;
    for (std::size_t i = 0; i < state.loopCount[level]; ++i) {
        if (state.loops[level][i].dimension != dimension) continue;
        state.loops[level][i].trips = state.loops[level][i].trips * static_cast<std::uint32_t>(trips) & 0xfffffff;
        there = true;
    }
    if (!there) push(state, level, dimension, trips);
    pass(state, dimension, trips);
}

bool RaggedCounter::mayReuse(const RaggedState& state, std::size_t dimension) const {
    for (std::size_t i = 0; i < state.flow.size(); ++i) {
        const RaggedFlow& flow = state.flow[i];
        if (!flow.alive) continue;
        const Operand& operand = operandOf(flow);
        if (!(operand.indexed >> dimension & 1) && !flow.behindStore) return true;
        if (operand.sliding >> dimension & 1) return true;
        // Two trips, and lanes that make but one of them: those go on holding what they hold.
        if (staysOver(flow, dimension, 2) > 0 && state.trips[dimension] % 2 == 0) return true;
    }
    return false;
}

bool RaggedCounter::maySlide(const RaggedFlow& flow) const {
    return std::ranges::any_of(operandOf(flow).windows, [&](const auto& rank) {
        return !((flow.unrolled >> rank.dimension(0) | flow.unrolled >> rank.dimension(1)) & 1);
    });
}

void RaggedCounter::passStores(RaggedState& state, unsigned kept) const {
    if (!m_shape.likeAccelforge() || kept == 0) return;
    for (std::size_t i = 0; i < state.flow.size(); ++i) {
        RaggedFlow& flow = state.flow[i];
        flow.behindStore = true;
        if (flow.alive && (flow.again > 1 || flow.askedAgain > 1 || !maySlide(flow))) end(state, flow, 0);
    }
}

void RaggedCounter::stayOutside(const RaggedState& state, RaggedFlow& flow, std::size_t dimension,
                                std::int32_t trips) const {
    if (!(flow.tails >> dimension & 1)) return;
    const Active& lanes = flow.lanes[dimension];
    const double before = state.trips[dimension], after = before / trips;
    // What pass() takes away.
    flow.again *= ((before - 1) * lanes.most + lanes.last) / (after * lanes.most);
    flow.askedAgain *= trips;
    flow.remember(dimension << 32 | static_cast<std::uint64_t>(trips));
}

void RaggedCounter::kill(RaggedState& state) const {
    for (std::size_t i = 0; i < state.flow.size(); ++i)
        if (state.flow[i].alive) end(state, state.flow[i], 0);
}

/// The share of a tensor's words whose lanes don't see the loop move their tile.
double RaggedCounter::staysOver(const RaggedFlow& flow, std::size_t dimension, std::int32_t trips) const {
    if (trips != 2 || m_shape.likeAccelforge()) return 0;
    const Active& lanes = flow.lanes[dimension];
    return static_cast<double>(lanes.most - lanes.last) * flow.at[dimension] / m_shape.bounds()[dimension];
}

void RaggedCounter::end(const RaggedState& state, RaggedFlow& flow, double stays) const {
    const Range filled = fills(state, flow), wanted = asked(state, flow);
    const double least = leastFills(state, flow), leastWanted = leastAsked(state, flow);
    flow.fills = filled;
    flow.asked = wanted;
    if (stays > 0) {
        flow.remember(static_cast<std::uint64_t>(stays * (1 << 30)));
        flow.fills.low -= stays * std::max(0.0, filled.low - least);
        flow.asked.low -= stays * std::max(0.0, wanted.low - leastWanted);
    }
    flow.alive = false;
    flow.remember(state.tile);
}

}  // namespace lapidary::optimal::classic
