// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/state.h"

#include <algorithm>

#include "core/base/arith.h"

namespace lapidary::optimal::classic {

namespace {

/// Different positions among the lanes along one window.
std::int64_t differentPositions(const reuse::RankShape& rank, const Flow& flow, std::size_t window) {
    std::vector<std::int64_t> positions{0}, next;
    for (std::size_t i = 0; i < flow.unrolls; ++i) {
        const Unroll& unroll = flow.unroll[i];
        if (static_cast<std::size_t>(unroll.window) != window) continue;
        next.clear();
        for (const std::int64_t position : positions)
            for (std::int64_t lane = 0; lane < unroll.lanes; ++lane)
                next.push_back(position + rank.coefficient(unroll.term) * unroll.stride * lane);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        positions.swap(next);
    }
    return static_cast<std::int64_t>(positions.size());
}

}  // namespace

bool State::anyAlive() const {
    return std::any_of(flow.begin(), flow.begin() + flows, [](const Flow& f) { return f.alive; });
}

void State::kill() {
    for (std::size_t i = 0; i < flows; ++i) flow[i].alive = false;
}

Counter::Counter(const Shape& shape) : m_shape(shape) {
    for (std::size_t l = 0; l < shape.levels(); ++l)
        for (std::size_t part = 0; part < static_cast<std::size_t>(shape.rates().levels[l].parts); ++part)
            m_ports = m_ports || shape.rates().levels[l].ports[part].limited();
}

State Counter::start() const {
    State state;
    state.tile.fill(1);
    state.lanesOf.fill(1);
    for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
        Flow& flow = state.flow[state.flows++];
        flow.tensor = static_cast<std::uint8_t>(t);
        flow.child = static_cast<std::uint8_t>(m_shape.levels());
        flow.outside = m_shape.macs();
    }
    return state;
}

void Counter::meet(Flow& flow, std::size_t level, int parentFlow) const {
    flow.parent = static_cast<std::int16_t>(level);
    flow.parentFlow = static_cast<std::int16_t>(parentFlow);
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
    for (std::size_t i = 0; i < flow.unrolls; ++i) flow.asking *= flow.unroll[i].lanes;
    for (std::size_t w = 0; w < operand.windows.size(); ++w)
        flow.shared *= differentPositions(operand.windows[w], flow, w);
    flow.unrolls = 0;
}

void Counter::open(State& state, std::size_t level, unsigned kept) const {
    const std::size_t before = state.flows;
    for (std::size_t i = 0; i < before && kept != 0 && m_shape.likeAccelforge(); ++i) {
        Flow& flow = state.flow[i];
        flow.behindStore = true;
        flow.alive = flow.alive && maySlide(flow);
    }
    for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
        if (!(kept >> t & 1)) continue;
        for (std::size_t i = 0; i < before; ++i)
            if (state.flow[i].tensor == static_cast<int>(t) && state.flow[i].parent < 0)
                meet(state.flow[i], level, level == 0 ? -1 : state.flows);
        if (level == 0) continue;
        Flow& flow = state.flow[state.flows++] = {};
        flow.tensor = static_cast<std::uint8_t>(t);
        flow.child = static_cast<std::uint8_t>(level);
        flow.alive = true;
        flow.words = m_shape.tileWords(t, state.tile);
        const Operand& operand = m_shape.operands()[t];
        for (const auto& rank : operand.single) flow.fixed *= state.tile[static_cast<std::size_t>(rank.dimension(0))];
        for (std::size_t d = 0; d < m_shape.dims(); ++d)
            if (operand.sliding >> d & 1) flow.tile[operand.slot[d]] = state.tile[d];
        for (std::size_t d = 0; d < m_shape.dims(); ++d) flow.outside *= m_shape.bounds()[d] / state.tile[d];
    }
}

void Counter::unroll(State& state, std::size_t fanout, std::size_t choice) const {
    const Lanes& lanes = m_shape.lanes(fanout)[choice];
    state.choice[fanout] = static_cast<std::uint16_t>(choice);
    state.lanesOf[fanout] = lanes.count;
    state.lanes *= lanes.count;
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        const std::int32_t count = lanes.all[d];
        if (count == 1) continue;
        for (std::size_t i = 0; i < state.flows; ++i) {
            Flow& flow = state.flow[i];
            const Operand& operand = m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
            if (!(operand.indexed >> d & 1)) {
                flow.touched *= count;
                if (flow.parent < 0) flow.merged *= count;
            } else if (operand.sliding >> d & 1 && m_shape.likeAccelforge()) {
                flow.unrolled |= static_cast<std::uint8_t>(1u << d);
                flow.alive = flow.alive && (!flow.behindStore || maySlide(flow));
            } else if (operand.sliding >> d & 1 && flow.parent < 0) {
                for (std::size_t w = 0; w < operand.windows.size(); ++w)
                    for (int term = 0; term < 2; ++term)
                        if (operand.windows[w].dimension(term) == static_cast<int>(d))
                            flow.unroll[flow.unrolls++] = {static_cast<std::int8_t>(w), static_cast<std::int8_t>(term),
                                                           static_cast<std::int16_t>(count), state.tile[d]};
            }
        }
        state.tile[d] *= count;
    }
    state.number = m_shape.number(state.tile);
}

void Counter::settle(State& state, const std::array<unsigned, kLevels>& kept) const {
    for (std::size_t i = 0; i < state.flows; ++i) {
        Flow& flow = state.flow[i];
        if (flow.parent >= 0) continue;
        std::size_t parent = 0;
        for (std::size_t l = 1; l < static_cast<std::size_t>(flow.child); ++l)
            if (kept[l] >> flow.tensor & 1) parent = l;
        meet(flow, parent, -1);
    }
}

/// One more loop of the run, outside the others: its advances keep what the tile at their end has in common with the one
/// at the next beginning.
void Counter::slide(Flow& flow, const State& state, std::size_t dimension, std::int32_t trips) const {
    const auto t = static_cast<std::size_t>(flow.tensor);
    const Operand& operand = m_shape.operands()[t];
    const auto shift = [&](int d) {
        const auto i = static_cast<std::size_t>(d);
        return std::int64_t{i == dimension ? state.tile[i] : 0} - flow.last[operand.slot[i]];
    };
    const auto extent = [&](int d) { return std::int64_t{flow.tile[operand.slot[static_cast<std::size_t>(d)]]}; };
    std::int64_t kept = flow.fixed;
    for (const auto& rank : operand.windows) {
        const int a = rank.dimension(0), b = rank.dimension(1);
        const reuse::Extents tile{extent(a), extent(b)};
        kept *= rank.overlap(tile, tile, rank.distance(shift(a), shift(b)));
    }
    flow.words = trips * flow.words - (trips - 1) * kept;
    flow.run *= trips;
    if (operand.sliding >> dimension & 1) flow.last[operand.slot[dimension]] += (trips - 1) * state.tile[dimension];
}

/// AccelForge counts what neighbouring tiles share once, of the first loop that moves the tile, unless the window is
/// unrolled on the way: then the elements of all its trips are one set.
bool Counter::slideOnce(Flow& flow, std::size_t dimension, std::int32_t trips) const {
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
    flow.alive = false;
    std::int64_t words = flow.fixed;
    bool credited = false;
    for (const auto& rank : operand.windows) {
        std::array<std::int64_t, 2> tile{};
        unsigned window = 0;
        for (int term = 0; term < 2; ++term) {
            const auto d = static_cast<std::size_t>(rank.dimension(term));
            window |= 1u << d;
            tile[static_cast<std::size_t>(term)] =
                std::int64_t{flow.tile[operand.slot[d]]} * (d == dimension ? trips : 1);
        }
        credited = credited || (window >> dimension & 1 && !(window & flow.unrolled));
        words *= rank.length({tile[0], tile[1]});
    }
    if (!credited) return false;
    flow.words = words;
    flow.run *= trips;
    return true;
}

bool Counter::maySlide(const Flow& flow) const {
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
    return std::ranges::any_of(operand.windows, [&](const auto& rank) {
        return !((flow.unrolled >> rank.dimension(0) | flow.unrolled >> rank.dimension(1)) & 1);
    });
}

bool Counter::loop(State& state, std::size_t level, std::size_t dimension, std::int32_t trips) const {
    bool reuses = false;
    for (std::size_t i = 0; i < state.flows; ++i) {
        Flow& flow = state.flow[i];
        if (!flow.alive) continue;
        const Operand& operand = m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
        const bool indexes = operand.indexed >> dimension & 1;
        const bool slides = operand.sliding >> dimension & 1;
        if ((indexes || flow.behindStore) && !slides)
            flow.alive = false;
        else if (slides && m_shape.likeAccelforge())
            reuses = slideOnce(flow, dimension, trips) || reuses;
        else if (operand.sliding && !m_shape.likeAccelforge())
            slide(flow, state, dimension, trips);
        else
            flow.run *= trips;
        reuses = reuses || flow.alive;
    }
    grow(state, level, dimension, trips);
    return reuses;
}

void Counter::grow(State& state, std::size_t level, std::size_t dimension, std::int32_t trips) const {
    state.loops[level][state.loopCount[level]++] = {static_cast<std::uint32_t>(dimension) & 15,
                                                    static_cast<std::uint32_t>(trips) & 0xfffffff};
    state.number -= m_shape.lattice().numberOf(dimension, state.tile[dimension]);
    state.tile[dimension] *= trips;
    state.number += m_shape.lattice().numberOf(dimension, state.tile[dimension]);
}

void Counter::extend(State& state, std::size_t level, std::size_t dimension, std::int32_t trips) const {
    for (std::size_t i = 0; i < state.loopCount[level]; ++i) {
        if (state.loops[level][i].dimension != dimension) continue;
        state.loops[level][i].trips = state.loops[level][i].trips * static_cast<std::uint32_t>(trips) & 0xfffffff;
        state.number -= m_shape.lattice().numberOf(dimension, state.tile[dimension]);
        state.tile[dimension] *= trips;
        state.number += m_shape.lattice().numberOf(dimension, state.tile[dimension]);
        return;
    }
    grow(state, level, dimension, trips);
}

bool Counter::mayReuse(const State& state, std::size_t dimension) const {
    for (std::size_t i = 0; i < state.flows; ++i) {
        const Flow& flow = state.flow[i];
        if (!flow.alive) continue;
        const Operand& operand = m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
        const bool passes = !(operand.indexed >> dimension & 1) && !flow.behindStore;
        if (passes || operand.sliding >> dimension & 1) return true;
    }
    return false;
}

/// Each lane over dimensions that don't index the tensor needs every element once.
std::int64_t Counter::leastFills(const Flow& flow) const {
    if (!flow.alive) return flow.fills();
    return m_shape.operands()[static_cast<std::size_t>(flow.tensor)].size * flow.touched;
}

std::int64_t Counter::leastAsked(const Flow& flow) const {
    if (!flow.alive) return flow.asked();
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(flow.tensor)];
    return mergesAlong(operand) ? operand.size : operand.size * flow.touched / flow.merged;
}

Bill Counter::bill(const State& state, bool least) const {
    Bill bill;
    std::array<std::int64_t, kLevels> instances;
    instances.fill(1);
    const auto& fanouts = m_shape.target().architecture.fanouts();
    for (std::size_t l = 0; l < m_shape.levels(); ++l)
        for (std::size_t f = 0; f < fanouts.size(); ++f)
            if (fanouts[f].below < static_cast<int>(l)) instances[l] *= state.lanesOf[f];
    std::array<std::array<std::int64_t, kMaxTensors + 1>, kLevels> reads{}, writes{};
    const auto charge = [&](std::size_t level, std::size_t t, std::int64_t words, std::optional<double> pj,
                            auto& port) {
        const StoreRates& rates = m_shape.rates().levels[level].stores[t];
        const std::int64_t each = words / instances[level];
        if (m_shape.likeAccelforge()) {
            // Blocks of all instances together. Outputs are read for two reasons that share them: no more than that.
            const bool shared = &port == &reads && m_shape.operands()[t].isOutput;
            bill.energyPj += pj.value_or(0) * (shared ? static_cast<double>(words) / static_cast<double>(rates.block)
                                                      : static_cast<double>(ceilDiv(words, rates.block)));
        } else {
            const std::int64_t blocks = rates.block > 1 ? instances[level] * ceilDiv(each, rates.block) : words;
            bill.energyPj += static_cast<double>(blocks) * pj.value_or(0);
        }
        if (m_ports) port[level][static_cast<std::size_t>(rates.part)] += each;
    };
    for (std::size_t i = 0; i < state.flows; ++i) {
        const Flow& flow = state.flow[i];
        const auto t = static_cast<std::size_t>(flow.tensor), child = static_cast<std::size_t>(flow.child);
        const Operand& operand = m_shape.operands()[t];
        const std::int64_t asked = least ? leastAsked(flow) : flow.asked();
        if (child < m_shape.levels()) {
            const std::int64_t held = operand.isOutput ? operand.size * flow.touched : 0;
            const std::int64_t fills = (least ? leastFills(flow) : flow.fills()) - held;
            const StoreRates& own = m_shape.rates().levels[child].stores[t];
            charge(child, t, fills, own.fill, writes);
            // Drains are read.
            if (operand.isOutput && m_shape.likeAccelforge()) charge(child, t, fills + held, own.read, reads);
        }
        const auto parent = static_cast<std::size_t>(flow.parent);
        const StoreRates& rates = m_shape.rates().levels[parent].stores[t];
        const std::int64_t touched =
            flow.parentFlow < 0 ? 1 : state.flow[static_cast<std::size_t>(flow.parentFlow)].touched;
        charge(parent, t, asked - (operand.isOutput ? operand.size * touched : 0), rates.read, reads);
        if (operand.isOutput) charge(parent, t, asked, rates.update, writes);
    }
    if (!m_ports) return bill;
    for (std::size_t l = 0; l < m_shape.levels(); ++l)
        for (std::size_t part = 0; part < static_cast<std::size_t>(m_shape.rates().levels[l].parts); ++part) {
            const std::int64_t r = reads[l][part], w = writes[l][part];
            bill.portCycles =
                std::max(bill.portCycles, portCycles({r, w, r + w}, m_shape.rates().levels[l].ports[part]));
        }
    return bill;
}

std::int64_t Counter::idleOutside(const State& state, std::size_t tensor) const {
    std::int64_t idle = 1;
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if (!(m_shape.operands()[tensor].indexed >> d & 1)) idle *= m_shape.bounds()[d] / state.tile[d];
    return idle;
}

double Counter::leastOf(const std::array<unsigned, kLevels>& kept, std::size_t first, std::size_t last) const {
    double energy = 0;
    for (std::size_t l = first; l <= last; ++l)
        for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
            if (!(kept[l] >> t & 1)) continue;
            std::size_t parent = 0;
            for (std::size_t above = 1; above < l; ++above)
                if (kept[above] >> t & 1) parent = above;
            const StoreRates &own = m_shape.rates().levels[l].stores[t],
                             &from = m_shape.rates().levels[parent].stores[t];
            const auto size = static_cast<double>(m_shape.operands()[t].size);
            // Each element goes up, or down, once at least; first touches aren't read.
            const double drained = m_shape.likeAccelforge() ? own.read.value_or(0) / static_cast<double>(own.block) : 0;
            energy += m_shape.operands()[t].isOutput
                          ? size * from.update.value_or(0) / static_cast<double>(from.block) + size * drained
                          : size * (own.fill.value_or(0) / static_cast<double>(own.block) +
                                    from.read.value_or(0) / static_cast<double>(from.block));
        }
    return energy;
}

}  // namespace lapidary::optimal::classic
