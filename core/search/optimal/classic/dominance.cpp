// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/dominance.h"

#include <algorithm>
#include <numeric>

namespace lapidary::optimal::classic {

namespace {

bool sameUnrolls(const Flow& a, const Flow& b) {
    return a.unrolls == b.unrolls && std::equal(a.unroll.begin(), a.unroll.begin() + a.unrolls, b.unroll.begin());
}

/// The same tiles, displaced alike from now on.
bool slidesAlike(const Flow& a, const Flow& b) {
    return a.tile == b.tile && a.fixed == b.fixed && a.last == b.last && a.words == b.words && a.run == b.run &&
           a.outside == b.outside;
}

/// Both are alive along the same loops from now on, or `b` isn't; else it may go down to the least that `b` ever takes.
bool fadeAlike(const Flow& a, const Flow& b, const Operand& operand) {
    return !b.alive || (a.alive && (operand.sliding == 0 || slidesAlike(a, b)));
}

}  // namespace

Dominance::Dominance(const Counter& counter, const Kept& kept, std::size_t outermost, const Rules& rules)
    : m_counter(counter), m_kept(kept), m_rules(rules) {
    const Shape& shape = counter.shape();
    for (std::size_t l = 0; l < shape.levels(); ++l) {
        const LevelRates& rates = shape.rates().levels[l];
        bool limited = false, blocks = false;
        for (std::size_t t = 0; t < shape.operands().size(); ++t) blocks = blocks || rates.stores[t].block > 1;
        for (std::size_t part = 0; part < static_cast<std::size_t>(rates.parts); ++part)
            limited = limited || rates.ports[part].limited();
        m_ports = m_ports || limited;
        m_exactLanes = m_exactLanes || (l > outermost && (limited || blocks));
    }
}

std::int64_t Dominance::lanesTo(std::size_t level) const {
    std::int64_t lanes = 1;
    const auto& fanouts = m_counter.shape().target().architecture.fanouts();
    for (std::size_t f = 0; f < fanouts.size(); ++f)
        if (!(m_known >> f & 1) && fanouts[f].below >= static_cast<int>(level)) lanes *= fanouts[f].x * fanouts[f].y;
    return lanes;
}

std::int64_t Dominance::prune(std::vector<State>& labels) const {
    if (!m_rules.dominated && !m_rules.dearer) return 0;
    std::vector<double> energy;
    energy.reserve(labels.size());
    for (const State& label : labels) energy.push_back(m_counter.leastInner(label, m_kept, 1));
    std::vector<std::uint32_t> order(labels.size());
    std::iota(order.begin(), order.end(), 0u);
    // Those that beat many come first. Of those that beat each other one stays, the same whatever else was met.
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const State &one = labels[a], &other = labels[b];
        if (one.number != other.number) return one.number < other.number;
        if (one.lanes != other.lanes) return one.lanes > other.lanes;
        if (energy[a] != energy[b]) return energy[a] < energy[b];
        return builtBefore(one, other);
    });
    std::vector<std::uint32_t> kept;
    kept.reserve(labels.size());
    std::size_t group = 0;
    Idle idle{};
    for (const std::uint32_t next : order) {
        if (kept.size() == group || labels[kept[group]].number != labels[next].number) {
            group = kept.size();
            for (std::size_t t = 0; t < m_counter.shape().operands().size(); ++t)
                idle[t] = static_cast<double>(m_counter.idleOutside(labels[next], t));
        }
        const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(group);
        if (std::any_of(begin, kept.end(), [&](std::uint32_t k) { return beats(labels[k], labels[next], idle); }))
            continue;
        kept.erase(
            std::remove_if(begin, kept.end(), [&](std::uint32_t k) { return beats(labels[next], labels[k], idle); }),
            kept.end());
        kept.push_back(next);
    }
    const auto dropped = static_cast<std::int64_t>(labels.size() - kept.size());
    std::vector<State> list;
    list.reserve(kept.size());
    for (const std::uint32_t k : kept) list.push_back(labels[k]);
    labels.swap(list);
    return dropped;
}

bool Dominance::beats(const State& a, const State& b, const Idle& idle) const {
    if (a.used & ~b.used || a.lanes < b.lanes) return false;
    // Drains that are read, and lanes that ask each for itself, are not in its sums.
    const bool sums = m_rules.dearer && !m_counter.shape().likeAccelforge();
    return (sums && !m_ports && isCheaper(a, b, idle)) || (m_rules.dominated && dominates(a, b));
}

bool Dominance::dominates(const State& a, const State& b) const {
    if (m_exactLanes && a.lanesOf != b.lanesOf) return false;
    for (std::size_t i = 0; i < a.flows; ++i)
        if (!flowDominates(a, b, i)) return false;
    return true;
}

/// No worse in any word, however both go on.
bool Dominance::flowDominates(const State& a, const State& b, std::size_t i) const {
    const Flow &own = a.flow[i], &other = b.flow[i];
    const auto t = static_cast<std::size_t>(own.tensor);
    const Operand& operand = m_counter.shape().operands()[t];
    if (other.alive) {
        if (!own.alive) return false;
        if (operand.sliding && (own.tile != other.tile || own.fixed != other.fixed || own.last != other.last ||
                                own.outside / own.run != other.outside / other.run || own.words > other.words ||
                                (own.unrolled & ~other.unrolled)))
            return false;
    }
    if (!sameUnrolls(own, other)) return false;
    if (own.fills() > other.fills() || own.asked() > other.asked()) return false;
    if (own.parent < 0 && own.asking * other.shared != other.asking * own.shared) return false;
    if (!operand.isOutput) return true;
    // What is no first touch grows with the settings still outside; first touches only with the lanes among them.
    const std::int64_t idle = m_counter.idleOutside(a, t);
    const auto again = [&](std::int64_t words, std::int64_t touched) { return words / idle - operand.size * touched; };
    if (static_cast<std::size_t>(own.child) < m_counter.shape().levels() &&
        again(own.fills(), own.touched) > again(other.fills(), other.touched))
        return false;
    if (own.parentFlow < 0) return true;
    const auto above = static_cast<std::size_t>(own.parentFlow);
    return again(own.asked(), a.flow[above].touched) <= again(other.asked(), b.flow[above].touched);
}

std::size_t Dominance::parentOf(const Flow& flow) const {
    if (flow.parent >= 0) return static_cast<std::size_t>(flow.parent);
    std::size_t parent = 0;
    for (std::size_t l = 1; l < static_cast<std::size_t>(flow.child); ++l)
        if (m_kept[l] >> flow.tensor & 1) parent = l;
    return parent;
}

double Dominance::mostInstances(const State& state, std::size_t level) const {
    std::int64_t instances = 1;
    const auto& fanouts = m_counter.shape().target().architecture.fanouts();
    for (std::size_t f = 0; f < fanouts.size(); ++f)
        if (fanouts[f].below < static_cast<int>(level))
            instances *= m_known >> f & 1 ? state.lanesOf[f] : fanouts[f].x * fanouts[f].y;
    return static_cast<double>(instances);
}

Dominance::Pair Dominance::fillsOf(const Flow& a, const Flow& b, double idle) const {
    const Operand& operand = m_counter.shape().operands()[static_cast<std::size_t>(a.tensor)];
    const auto own = static_cast<double>(a.fills());
    if (!fadeAlike(a, b, operand)) return {own, static_cast<double>(m_counter.leastFills(b)), 1};
    return {own, static_cast<double>(b.fills()), !b.alive ? 1 : operand.sliding ? 0 : 1 / idle};
}

Dominance::Pair Dominance::askedOf(const Flow& a, const Flow& b, std::size_t parent, double idle) const {
    const Operand& operand = m_counter.shape().operands()[static_cast<std::size_t>(a.tensor)];
    const auto own = static_cast<double>(a.asked());
    if (!fadeAlike(a, b, operand)) return {own, static_cast<double>(m_counter.leastAsked(b)), 1};
    auto other = static_cast<double>(b.asked());
    if (operand.sliding && b.alive) return {own, other, 0};
    if (a.parent >= 0) return {own, other, b.alive ? 1 / idle : 1};
    const auto lanes = static_cast<double>(lanesTo(parent));
    if (!operand.sliding) return {own, other, 1 / (b.alive ? idle : std::min(idle, lanes))};
    double along = 1;
    for (std::size_t i = 0; i < b.unrolls; ++i) along *= b.unroll[i].lanes;
    // Different positions among known lanes and those to come: as many as of those to come, and no more than the product.
    if (!sameUnrolls(a, b)) return {own, other / along, 1 / lanes};
    return {own, other, 1 / (lanes * along)};
}

bool Dominance::isCheaper(const State& a, const State& b, const Idle& idle) const {
    const Shape& shape = m_counter.shape();
    const bool sameLanes = a.lanesOf == b.lanesOf;
    double more = 0;
    std::array<double, kMaxTensors> touched{};  // pJ that the own first touches save, and the other ones don't
    const auto charge = [&](const Pair& words, bool same, std::optional<double> pj, const StoreRates& rates,
                            double most) {
        const double each = pj.value_or(0) / static_cast<double>(rates.block);
        more += words.more() * each;
        // Rounded up in each instance.
        if (!same && rates.block > 1) more += each * most * static_cast<double>(rates.block - 1);
    };
    for (std::size_t i = 0; i < a.flows; ++i) {
        const Flow &own = a.flow[i], &other = b.flow[i];
        const auto t = static_cast<std::size_t>(own.tensor), child = static_cast<std::size_t>(own.child);
        const bool isOutput = shape.operands()[t].isOutput;
        const auto size = static_cast<double>(shape.operands()[t].size);
        if (child < shape.levels()) {
            const StoreRates& rates = shape.rates().levels[child].stores[t];
            const Pair fills = fillsOf(own, other, idle[t]);
            const std::int64_t first = isOutput ? own.touched - other.touched : 0;
            const bool same = sameLanes && fills.own == fills.other && first == 0;
            charge(fills, same, rates.fill, rates, mostInstances(a, child));
            touched[t] += size * static_cast<double>(first) * rates.fill.value_or(0) / static_cast<double>(rates.block);
        }
        const std::size_t parent = parentOf(own);
        const StoreRates& rates = shape.rates().levels[parent].stores[t];
        const Pair asked = askedOf(own, other, parent, idle[t]);
        std::int64_t first = 0;
        if (isOutput && own.parentFlow >= 0) {
            const auto above = static_cast<std::size_t>(own.parentFlow);
            first = a.flow[above].touched - b.flow[above].touched;
        }
        const bool same = sameLanes && asked.own == asked.other;
        const double most = rates.block > 1 ? mostInstances(a, parent) : 1;
        charge(asked, same && first == 0, rates.read, rates, most);
        if (isOutput) charge(asked, same, rates.update, rates, most);
        touched[t] += size * static_cast<double>(first) * rates.read.value_or(0) / static_cast<double>(rates.block);
    }
    for (std::size_t t = 0; t < shape.operands().size(); ++t)
        more -= touched[t] * (touched[t] >= 0 ? 1 : std::min(idle[t], static_cast<double>(lanesTo(0))));
    return more <= 0;
}

}  // namespace lapidary::optimal::classic
