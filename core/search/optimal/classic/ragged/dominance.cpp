// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/ragged/dominance.h"

#include <algorithm>
#include <numeric>

namespace lapidary::optimal::classic {

namespace {

bool sameRaggedUnrolls(const RaggedFlow& a, const RaggedFlow& b) {
    return a.unrolls == b.unrolls && std::equal(a.unroll.begin(), a.unroll.begin() + a.unrolls, b.unroll.begin());
}

}  // namespace

RaggedDominance::RaggedDominance(const RaggedCounter& counter, const Kept& kept, const Rules& rules)
    : m_counter(counter), m_shape(counter.shape()), m_kept(kept), m_rules(rules) {
    for (std::size_t l = 0; l < m_shape.levels(); ++l)
        for (std::size_t part = 0; part < static_cast<std::size_t>(m_shape.rates().levels[l].parts); ++part)
            m_ports = m_ports || m_shape.rates().levels[l].ports[part].limited();
    for (std::size_t l = 0; l < m_shape.levels(); ++l) {
        m_lanesTo[l] = static_cast<double>(lanesTo(l));
        for (std::size_t t = 0; t < m_shape.operands().size(); ++t) {
            const StoreRates& rates = m_shape.rates().levels[l].stores[t];
            const auto block = static_cast<double>(rates.block);
            m_prices[l][t] = {rates.fill.value_or(0) / block, rates.read.value_or(0) / block,
                              rates.update.value_or(0) / block, block - 1};
        }
    }
}

void RaggedDominance::unrolled(std::size_t fanout) {
    m_known |= 1u << fanout;
    for (std::size_t l = 0; l < m_shape.levels(); ++l) m_lanesTo[l] = static_cast<double>(lanesTo(l));
}

RaggedDominance::Digest RaggedDominance::digestOf(const RaggedState& state) const {
    Digest digest;
    digest.state = &state;
    for (std::size_t l = 0; l < m_shape.levels(); ++l) digest.instances[l] = mostInstances(state, l);
    for (std::size_t i = 0; i < state.flow.size(); ++i) {
        const RaggedFlow& flow = state.flow[i];
        FlowDigest& own = digest.flow[i];
        own.fills = m_counter.fills(state, flow);
        own.asked = m_counter.asked(state, flow);
        own.leastFills = m_counter.leastFills(state, flow);
        own.leastAsked = m_counter.leastAsked(state, flow);
        for (std::size_t d = 0; d < m_shape.dims(); ++d) {
            if (m_shape.operands()[static_cast<std::size_t>(flow.tensor)].indexed >> d & 1) continue;
            own.leastTouched *= flow.lanes[d].last;
            own.mostTouched *= flow.lanes[d].most;
            own.even = own.even && flow.lanes[d].most == flow.lanes[d].last;
        }
    }
    for (std::size_t i = 0; i < state.flow.size(); ++i) {
        const RaggedFlow& flow = state.flow[i];
        FlowDigest& own = digest.flow[i];
        const auto t = static_cast<std::size_t>(flow.tensor), child = static_cast<std::size_t>(flow.child);
        const Operand& operand = m_shape.operands()[t];
        const auto size = static_cast<double>(operand.size);
        if (child < m_shape.levels()) {
            const Prices& price = m_prices[child][t];
            const double drain = operand.isOutput && m_shape.likeAccelforge() ? price.read : 0;
            digest.now += own.fills.low * (price.fill + drain);
            if (operand.isOutput) digest.now -= size * own.leastTouched * price.fill;
        }
        const Prices& price = m_prices[m_counter.parentOf(flow, m_kept)][t];
        const double each = price.read + (operand.isOutput ? price.update : 0);
        digest.now += own.asked.low * each;
        if (operand.isOutput && flow.parentFlow >= 0)
            digest.now -= size * digest.flow[static_cast<std::size_t>(flow.parentFlow)].leastTouched * price.read;
    }
    return digest;
}

std::int64_t RaggedDominance::lanesTo(std::size_t level) const {
    std::int64_t lanes = 1;
    const auto& fanouts = m_shape.target().architecture.fanouts();
    for (std::size_t f = 0; f < fanouts.size(); ++f)
        if (!(m_known >> f & 1) && fanouts[f].below >= static_cast<int>(level)) lanes *= fanouts[f].x * fanouts[f].y;
    return lanes;
}

std::int64_t RaggedDominance::prune(std::vector<RaggedState>& labels) const {
    if ((!m_rules.dominated && !m_rules.dearer) || labels.size() < 2) return 0;
    std::vector<Digest> digests;
    digests.reserve(labels.size());
    for (const RaggedState& label : labels) digests.push_back(digestOf(label));
    std::vector<std::uint32_t> order(labels.size());
    std::iota(order.begin(), order.end(), 0u);
    // Those that beat many come first. Of those that beat each other one stays, the same whatever else was met.
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (labels[a].steps != labels[b].steps) return labels[a].steps < labels[b].steps;
        if (digests[a].now != digests[b].now) return digests[a].now < digests[b].now;
        return builtBefore(labels[a], labels[b]);
    });
    Idle idle{};
    for (std::size_t t = 0; t < m_shape.operands().size(); ++t) idle[t] = m_counter.idleTrips(labels.front(), t);
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t next : order) {
        if (std::any_of(kept.begin(), kept.end(),
                        [&](std::uint32_t k) { return beats(digests[k], digests[next], idle); }))
            continue;
        std::erase_if(kept, [&](std::uint32_t k) { return beats(digests[next], digests[k], idle); });
        kept.push_back(next);
    }
    const auto dropped = static_cast<std::int64_t>(labels.size() - kept.size());
    if (dropped == 0) return 0;
    std::vector<RaggedState> list;
    list.reserve(kept.size());
    for (const std::uint32_t k : kept) list.push_back(std::move(labels[k]));
    labels.swap(list);
    return dropped;
}

bool RaggedDominance::beats(const Digest& a, const Digest& b, const Idle& idle) const {
    if (a.state->used & ~b.state->used || a.state->steps > b.state->steps) return false;
    // Hardly: nothing may follow.
    if (a.now > b.now * (1 + 1e-12)) return false;
    const bool even = a.state->lanesOf == b.state->lanesOf && a.state->ragged == 0 && b.state->ragged == 0;
    if (m_shape.likeAccelforge()) return m_rules.dominated && (even || !m_ports) && dominates(a, b, idle);
    return m_rules.dearer && isCheaper(a, b, even, idle);
}

/// More of the tile stays in lanes that sit out a last trip.
bool RaggedDominance::holdsNoLess(const RaggedFlow& a, const RaggedFlow& b) const {
    if (m_shape.likeAccelforge()) return true;
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(a.tensor)];
    const auto idle = [](const RaggedFlow& flow, std::size_t d) {
        return std::int64_t{flow.lanes[d].most - flow.lanes[d].last} * flow.at[d];
    };
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if ((operand.indexed & ~operand.sliding) >> d & 1 && idle(a, d) < idle(b, d)) return false;
    return true;
}

/// Both alive: however both go on, what is left of the own words is no larger a share.
bool RaggedDominance::fadesNoWorse(const RaggedState& a, const RaggedState& b, std::size_t i) const {
    const RaggedFlow &own = a.flow[i], &other = b.flow[i];
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(own.tensor)];
    if (!own.alive || !holdsNoLess(own, other)) return false;
    for (std::size_t d = 0; d < m_shape.dims(); ++d)
        if (operand.sliding >> d & 1 && own.at[d] != other.at[d]) return false;
    if (own.unrolled & ~other.unrolled || own.slid || other.slid) return false;
    if (own.tails & ~other.tails || own.again > other.again || own.askedAgain > other.askedAgain) return false;
    // A loop over d makes of both what all lanes are; without, what there is now.
    const auto ratio = [&](const RaggedFlow* mine, const RaggedFlow* theirs) {
        double most = 1;
        for (std::size_t d = 0; d < m_shape.dims(); ++d) {
            if (operand.indexed >> d & 1) continue;
            const Active &one = mine->lanes[d], &two = theirs->lanes[d];
            const double before = a.trips[d] - 1.0;
            most *= std::max(static_cast<double>(one.most) / two.most,
                             (before * one.most + one.last) / (before * two.most + two.last));
        }
        return most;
    };
    if (ratio(&own, &other) > 1) return false;
    if (own.parentFlow < 0) return true;
    return ratio(&a.flow[static_cast<std::size_t>(own.parentFlow)],
                 &b.flow[static_cast<std::size_t>(other.parentFlow)]) <= 1;
}

/// The words of `own` that are no first touches are no more, `words` being how many more it has in all.
bool RaggedDominance::touchesNoWorse(const Digest& a, const Digest& b, std::size_t flow, double words,
                                     double idle) const {
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(a.state->flow[flow].tensor)];
    const double more = static_cast<double>(operand.size) * (a.flow[flow].leastTouched - b.flow[flow].mostTouched);
    return words <= more * (more >= 0 ? 1 : std::min(idle, m_lanesTo[0]));
}

/// As AccelForge counts: no worse in any word, however both go on.
bool RaggedDominance::dominates(const Digest& a, const Digest& b, const Idle& idle) const {
    for (std::size_t i = 0; i < a.state->flow.size(); ++i) {
        const RaggedFlow &own = a.state->flow[i], &other = b.state->flow[i];
        const auto t = static_cast<std::size_t>(own.tensor);
        const bool isOutput = m_shape.operands()[t].isOutput;
        const auto above = static_cast<std::size_t>(own.parentFlow);
        if (other.alive) {
            if (!fadesNoWorse(*a.state, *b.state, i)) return false;
            if (!isOutput) continue;
            // Words and first touches fall together if all lanes work to the end.
            for (std::size_t d = 0; d < m_shape.dims(); ++d) {
                if (m_shape.operands()[t].indexed >> d & 1) continue;
                const auto even = [d](const RaggedFlow& flow) { return flow.lanes[d].most == flow.lanes[d].last; };
                const RaggedFlow* mine = own.parentFlow < 0 ? nullptr : &a.state->flow[above];
                const RaggedFlow* theirs = own.parentFlow < 0 ? nullptr : &b.state->flow[above];
                if (own.lanes[d] == other.lanes[d] && (!mine || mine->lanes[d] == theirs->lanes[d])) continue;
                if (!even(own) || !even(other) || (mine && (!even(*mine) || !even(*theirs)))) return false;
            }
            continue;
        }
        const double filled = a.flow[i].fills.high - b.flow[i].fills.low;
        const double wanted = a.flow[i].asked.high - b.flow[i].asked.low;
        const bool isStore = static_cast<std::size_t>(own.child) < m_shape.levels();
        if ((isStore && filled > 0) || wanted > 0) return false;
        if (!isOutput) continue;
        if (isStore && !touchesNoWorse(a, b, i, filled, idle[t])) return false;
        if (own.parentFlow >= 0 && !touchesNoWorse(a, b, above, wanted, idle[t])) return false;
    }
    return true;
}

bool RaggedDominance::fadeAlike(const Digest& a, const Digest& b, std::size_t i) const {
    const RaggedFlow &own = a.state->flow[i], &other = b.state->flow[i];
    if (!other.alive || own.trace == other.trace) return true;
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(own.tensor)];
    if (!own.alive || !a.flow[i].even || !b.flow[i].even || !holdsNoLess(own, other)) return false;
    if (operand.sliding) {
        if ((a.state->ragged | b.state->ragged) & operand.sliding) return false;
        for (std::size_t d = 0; d < m_shape.dims(); ++d)
            if (operand.sliding >> d & 1 && own.at[d] != other.at[d]) return false;
        if (own.slid != other.slid || own.last != other.last || own.words != other.words) return false;
        if (own.base.low != own.base.high || other.base.low != other.base.high) return false;
    }
    if (own.parentFlow < 0) return true;
    const auto above = static_cast<std::size_t>(own.parentFlow);
    return a.flow[above].even && b.flow[above].even;
}

RaggedDominance::Pair RaggedDominance::fillsOf(const Digest& a, const Digest& b, std::size_t i, bool alike,
                                               double idle) const {
    const RaggedFlow& other = b.state->flow[i];
    const double words = a.flow[i].fills.high;
    if (!alike) return {words, b.flow[i].leastFills, 1};
    const bool slides = m_shape.operands()[static_cast<std::size_t>(other.tensor)].sliding != 0;
    return {words, b.flow[i].fills.low, !other.alive ? 1 : slides ? 0 : 1 / idle};
}

RaggedDominance::Pair RaggedDominance::askedOf(const Digest& a, const Digest& b, std::size_t i, bool alike,
                                               double idle) const {
    const RaggedFlow &own = a.state->flow[i], &other = b.state->flow[i];
    const Operand& operand = m_shape.operands()[static_cast<std::size_t>(own.tensor)];
    const double words = a.flow[i].asked.high;
    if (!alike) return {words, b.flow[i].leastAsked, 1};
    const double others = b.flow[i].asked.low;
    if (own.parent >= 0) return {words, others, !other.alive ? 1 : operand.sliding ? 0 : 1 / idle};
    const double lanes = m_lanesTo[m_counter.parentOf(own, m_kept)];
    if (!operand.sliding) return {words, others, 1 / (other.alive ? idle : std::min(idle, lanes))};
    double along = 1;
    for (std::size_t u = 0; u < other.unrolls; ++u) along *= other.unroll[u].lanes;
    if (other.alive) return {words, sameRaggedUnrolls(own, other) ? others : 0, 0};
    // Different positions among known lanes and those to come: as many as of those to come, and no more than the product.
    if (!sameRaggedUnrolls(own, other) || (a.state->ragged | b.state->ragged) & operand.sliding)
        return {words, others / along, 1 / lanes};
    return {words, others, 1 / (lanes * along)};
}

double RaggedDominance::mostInstances(const RaggedState& state, std::size_t level) const {
    std::int64_t instances = 1;
    const auto& fanouts = m_shape.target().architecture.fanouts();
    for (std::size_t f = 0; f < fanouts.size(); ++f)
        if (fanouts[f].below < static_cast<int>(level))
            instances *= m_known >> f & 1 ? state.lanesOf[f] : fanouts[f].x * fanouts[f].y;
    return static_cast<double>(instances);
}

/// `even`: instances that are all alike, and as many: fewer words are no more accesses, and no more for a port.
bool RaggedDominance::isCheaper(const Digest& a, const Digest& b, bool even, const Idle& idle) const {
    double more = 0;
    bool everyWord = true;
    std::array<double, kMaxTensors> touched{};  // pJ that the own first touches save, and the other ones don't
    const auto charge = [&](const Pair& words, bool noMore, double each, const Prices& price, std::size_t level) {
        const double worst = words.more() * each;
        // Rounded up in each instance.
        const double rounded = each * a.instances[level] * price.rounded;
        more += noMore ? std::min(worst + rounded, std::max(0.0, worst)) : worst + rounded;
        everyWord = everyWord && noMore;
    };
    const auto firstOf = [&](std::size_t i) {
        return a.state->flow[i].trace == b.state->flow[i].trace ? 0.0 : a.flow[i].leastTouched - b.flow[i].mostTouched;
    };
    for (std::size_t i = 0; i < a.state->flow.size(); ++i) {
        const RaggedFlow &own = a.state->flow[i], &other = b.state->flow[i];
        const auto t = static_cast<std::size_t>(own.tensor), child = static_cast<std::size_t>(own.child);
        const bool isOutput = m_shape.operands()[t].isOutput;
        const auto size = static_cast<double>(m_shape.operands()[t].size);
        const std::size_t parent = m_counter.parentOf(own, m_kept);
        const double first = isOutput && own.parentFlow >= 0 ? firstOf(static_cast<std::size_t>(own.parentFlow)) : 0;
        // The same words in the same instances.
        if (own.trace == other.trace && first == 0) continue;
        const bool alike = fadeAlike(a, b, i);
        if (child < m_shape.levels()) {
            const Prices& price = m_prices[child][t];
            const Pair words = fillsOf(a, b, i, alike, idle[t]);
            const double here = isOutput ? firstOf(i) : 0;
            charge(words, even && alike && words.own <= words.other && here == 0, price.fill, price, child);
            touched[t] += size * here * price.fill;
        }
        const Prices& price = m_prices[parent][t];
        const Pair words = askedOf(a, b, i, alike, idle[t]);
        const bool noMore = even && alike && words.own <= words.other;
        charge(words, noMore && first == 0, price.read, price, parent);
        if (isOutput) charge(words, noMore && first == 0, price.update, price, parent);
        touched[t] += size * first * price.read;
    }
    for (std::size_t t = 0; t < m_shape.operands().size(); ++t)
        more -= touched[t] * (touched[t] >= 0 ? 1 : std::min(idle[t], m_lanesTo[0]));
    return more <= 0 && (everyWord || !m_ports);
}

}  // namespace lapidary::optimal::classic
