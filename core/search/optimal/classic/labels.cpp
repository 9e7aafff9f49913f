// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/labels.h"

#include <algorithm>

namespace lapidary::optimal::classic {

namespace {

constexpr std::size_t kMostLabels = 200'000;

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
        prune(m_labels);
    }
    m_next.clear();
    m_size = 0;
    for (const State& label : m_labels)
        if (!walk(label, level, 0)) return false;
    if (!sweep()) return false;
    m_labels.swap(m_next);
    prune(m_labels);
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
            if (isClosed(next, m_level + 1))
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
    if (isClosed(state, level + 1)) {
        ++m_counts.labelBound;
        return true;
    }
    State& ended = m_ended[state.number].emplace_back(state);
    ended.kill();
    ended.used = static_cast<std::uint16_t>(used);
    ++m_size;
    if (!state.anyAlive()) return true;
    if (!add(state)) return false;
    for (std::size_t d = 0; d < shape.dims(); ++d) {
        if ((used | ~shape.loopsAt(level)) >> d & 1 || !m_counter.mayReuse(state, d)) continue;
        for (const Lattice::Step& step : shape.lattice().factorsUp(d, shape.lattice().digit(state.number, d))) {
            State next = state;
            const bool reuses = m_counter.loop(next, level, d, static_cast<std::int32_t>(step.factor));
            if (reuses && !walk(next, level, used | 1u << d)) return false;
        }
    }
    return true;
}

bool Labels::sweep() {
    const Shape& shape = m_counter.shape();
    const Lattice& lattice = shape.lattice();
    while (!m_ended.empty()) {
        const auto first = m_ended.begin();
        std::vector<State> labels = std::move(first->second);
        m_ended.erase(first);
        m_size -= labels.size();
        prune(labels);
        for (const State& label : labels) {
            if (!m_tick()) return false;
            for (std::size_t d = 0; d < lattice.dimensions(); ++d) {
                if ((label.used | ~shape.loopsAt(m_level)) >> d & 1) continue;
                for (const Lattice::Step& step : lattice.primesUp(d, lattice.digit(label.number, d))) {
                    if (!shape.fits(m_level, m_tables.kept()[m_level], label.number + step.up)) {
                        ++m_counts.tooLarge;
                        continue;
                    }
                    State next = label;
                    m_counter.extend(next, m_level, d, static_cast<std::int32_t>(step.factor));
                    ++m_counts.labels;
                    if (isClosed(next, m_level + 1)) {
                        ++m_counts.labelBound;
                        continue;
                    }
                    m_ended[next.number].push_back(next);
                    m_outgrown = ++m_size > kMostLabels;
                    if (m_outgrown) return false;
                }
            }
            if (!add(label)) return false;
        }
    }
    return true;
}

/// At the boundary of the level that is being passed.
bool Labels::add(const State& state) {
    ++m_counts.labels;
    m_outgrown = ++m_size > kMostLabels;
    if (m_outgrown) return false;
    State& label = m_next.emplace_back(state);
    label.used = 0;
    m_counter.open(label, m_level, m_tables.kept()[m_level]);
    return true;
}

bool Labels::isClosed(const State& state, std::size_t level) const {
    if (!m_rules.bounds) return false;
    const double outside = m_tables.from(m_outermost, state.number);
    if (outside >= OuterTables::kNever) return true;
    const Shape& shape = m_counter.shape();
    const double energy = m_counter.leastInner(state, m_tables.kept(), m_lanesLeft) + outside +
                          m_counter.leastOf(m_tables.kept(), m_outermost + 1, level - 1);
    std::int64_t left = 1;
    for (std::size_t d = 0; d < shape.dims(); ++d) left *= shape.bounds()[d] / state.tile[d];
    const std::int64_t lanes = state.lanes * std::min(m_lanesLeft, left);
    return m_closed(energy, (shape.macs() + lanes - 1) / lanes * shape.rates().interval);
}

void Labels::prune(std::vector<State>& labels) {
    if (!m_rules.dominated) return;
    std::stable_sort(labels.begin(), labels.end(), [](const State& a, const State& b) {
        return std::pair(a.number, -a.lanes) < std::pair(b.number, -b.lanes);
    });
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (kept == group || labels[group].number != labels[i].number) group = kept;
        bool beaten = false;
        for (std::size_t j = group; j < kept && !beaten; ++j) beaten = dominates(labels[j], labels[i]);
        if (beaten) {
            ++m_counts.dominated;
            continue;
        }
        const State fresh = labels[i];
        std::size_t end = group;
        for (std::size_t j = group; j < kept; ++j)
            if (!dominates(fresh, labels[j])) labels[end++] = labels[j];
        m_counts.dominated += static_cast<std::int64_t>(kept - end);
        labels[end] = fresh;
        kept = end + 1;
    }
    labels.resize(kept);
}

bool Labels::dominates(const State& a, const State& b) const {
    if (a.used & ~b.used) return false;
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
        if (operand.sliding && (own.tile != other.tile || own.fixed != other.fixed || own.last != other.last ||
                                own.outside / own.run != other.outside / other.run || own.words > other.words ||
                                (own.unrolled & ~other.unrolled)))
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
