// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/labels.h"

#include <algorithm>

namespace lapidary::optimal::classic {

namespace {

constexpr std::size_t kMostLabels = 150'000;

}  // namespace

Labels::Labels(const OuterTables& tables, std::size_t outermost, const Rules& rules, const Closed& closed,
               const Tick& tick, RuleCounts& counts)
    : m_tables(tables),
      m_counter(tables.counter()),
      m_outermost(outermost),
      m_rules(rules),
      m_closed(closed),
      m_tick(tick),
      m_counts(counts) {
    const Shape& shape = m_counter.shape();
    for (const Fanout& fanout : shape.target().architecture.fanouts()) m_lanesLeft *= fanout.x * fanout.y;
    for (std::size_t l = outermost + 1; l < shape.levels(); ++l) {
        const LevelRates& rates = shape.rates().levels[l];
        for (std::size_t t = 0; t < shape.operands().size(); ++t)
            m_exactLanes = m_exactLanes || rates.stores[t].block > 1;
        for (std::size_t part = 0; part < static_cast<std::size_t>(rates.parts); ++part)
            m_exactLanes = m_exactLanes || rates.ports[part].limited();
    }
}

bool Labels::make() {
    m_labels = {m_counter.start()};
    for (std::size_t level = m_counter.shape().levels(); --level > m_outermost;)
        if (!passLevel(level)) return false;
    return true;
}

bool Labels::passLevel(std::size_t level) {
    const Shape& shape = m_counter.shape();
    m_level = level;
    std::vector<std::size_t> fanouts = shape.fanoutsBelow(level);
    std::reverse(fanouts.begin(), fanouts.end());
    for (const std::size_t f : fanouts) {
        unroll(f);
        prune();
    }
    m_next.clear();
    for (const State& label : m_labels)
        if (!walk(label, level, 0)) return false;
    m_labels.swap(m_next);
    prune();
    return true;
}

void Labels::unroll(std::size_t fanout) {
    const Shape& shape = m_counter.shape();
    const Fanout& network = shape.target().architecture.fanouts()[fanout];
    m_lanesLeft /= network.x * network.y;
    m_next.clear();
    for (const State& label : m_labels)
        for (std::size_t choice = 0; choice < shape.lanes(fanout).size(); ++choice) {
            bool divides = true;
            for (std::size_t d = 0; d < shape.dims() && divides; ++d)
                divides = shape.bounds()[d] / label.tile[d] % shape.lanes(fanout)[choice].all[d] == 0;
            if (!divides) continue;
            State next = label;
            m_counter.unroll(next, fanout, choice);
            if (isClosed(next))
                ++m_counts.labelBound;
            else
                m_next.push_back(next);
        }
    m_labels.swap(m_next);
}

bool Labels::walk(const State& state, std::size_t level, unsigned used) {
    if (!m_tick()) return false;
    const unsigned kept = m_tables.kept()[level];
    const Shape& shape = m_counter.shape();
    if (!shape.fits(level, kept, state.number)) {
        ++m_counts.tooLarge;
        return true;
    }
    if (!state.anyAlive()) return growFrom(state, level, 0, used);
    State ended = state;
    ended.kill();
    if (!add(state) || !growFrom(ended, level, 0, used)) return false;
    if (isClosed(state)) return true;
    for (std::size_t d = 0; d < shape.dims(); ++d) {
        if ((used | ~shape.loopsAt(level)) >> d & 1 || !m_counter.mayReuse(state, d)) continue;
        for (const Lattice::Step& step : shape.lattice().factorsUp(d, shape.lattice().digit(state.number, d))) {
            State next = state;
            m_counter.loop(next, level, d, static_cast<std::int32_t>(step.factor));
            if (next.anyAlive() && !walk(next, level, used | 1u << d)) return false;
        }
    }
    return true;
}

bool Labels::growFrom(const State& state, std::size_t level, std::size_t dimension, unsigned used) {
    const Shape& shape = m_counter.shape();
    if (!shape.fits(level, m_tables.kept()[level], state.number)) {
        ++m_counts.tooLarge;
        return true;
    }
    if (dimension == shape.dims()) return add(state);
    if (!growFrom(state, level, dimension + 1, used)) return false;
    if ((used | ~shape.loopsAt(level)) >> dimension & 1) return true;
    for (const Lattice::Step& step :
         shape.lattice().factorsUp(dimension, shape.lattice().digit(state.number, dimension))) {
        State next = state;
        m_counter.grow(next, level, dimension, static_cast<std::int32_t>(step.factor));
        if (!growFrom(next, level, dimension + 1, used)) return false;
    }
    return true;
}

/// At the boundary of the level that is being passed.
bool Labels::add(const State& state) {
    if (!m_tick()) return false;
    ++m_counts.labels;
    if (isClosed(state)) {
        ++m_counts.labelBound;
        return true;
    }
    if (m_next.size() >= 4 * kMostLabels) {
        m_labels.swap(m_next);
        prune();
        m_labels.swap(m_next);
    }
    m_outgrown = m_next.size() >= 3 * kMostLabels;
    m_next.push_back(state);
    m_counter.open(m_next.back(), m_level, m_tables.kept()[m_level]);
    return !m_outgrown;
}

bool Labels::isClosed(const State& state) const {
    if (!m_rules.bounds) return false;
    const double outside = m_tables.from(m_outermost, state.number);
    if (outside >= OuterTables::kNever) return true;
    const Shape& shape = m_counter.shape();
    const double energy = m_counter.leastInner(state, m_tables.kept(), m_lanesLeft) + outside;
    std::int64_t left = 1;
    for (std::size_t d = 0; d < shape.dims(); ++d) left *= shape.bounds()[d] / state.tile[d];
    const std::int64_t lanes = state.lanes * std::min(m_lanesLeft, left);
    return m_closed(energy, (shape.macs() + lanes - 1) / lanes * shape.rates().interval);
}

void Labels::prune() {
    if (!m_rules.dominated) return;
    std::stable_sort(m_labels.begin(), m_labels.end(), [](const State& a, const State& b) {
        return std::pair(a.number, -a.lanes) < std::pair(b.number, -b.lanes);
    });
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        if (kept == group || m_labels[group].number != m_labels[i].number) group = kept;
        bool beaten = false;
        for (std::size_t j = group; j < kept && !beaten; ++j) beaten = dominates(m_labels[j], m_labels[i]);
        if (beaten) {
            ++m_counts.dominated;
            continue;
        }
        const State fresh = m_labels[i];
        std::size_t end = group;
        for (std::size_t j = group; j < kept; ++j)
            if (!dominates(fresh, m_labels[j])) m_labels[end++] = m_labels[j];
        m_counts.dominated += static_cast<std::int64_t>(kept - end);
        m_labels[end] = fresh;
        kept = end + 1;
    }
    m_labels.resize(kept);
}

bool Labels::dominates(const State& a, const State& b) const {
    if (m_exactLanes ? a.lanesOf != b.lanesOf : a.lanes < b.lanes) return false;
    for (std::size_t i = 0; i < a.flows; ++i)
        if (!flowDominates(a, b, i)) return false;
    return true;
}

/// No worse in any word, however both go on.
bool Labels::flowDominates(const State& a, const State& b, std::size_t i) const {
    const Flow &own = a.flow[i], &other = b.flow[i];
    const auto t = static_cast<std::size_t>(own.tensor);
    const Operand& operand = m_counter.shape().operands()[t];
    if (other.alive) {
        if (!own.alive) return false;
        if (operand.sliding && (own.tile != other.tile || own.last != other.last ||
                                own.outside / own.run != other.outside / other.run || own.words > other.words))
            return false;
    }
    if (own.unrolls != other.unrolls ||
        !std::equal(own.unroll.begin(), own.unroll.begin() + own.unrolls, other.unroll.begin()))
        return false;
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

}  // namespace lapidary::optimal::classic
