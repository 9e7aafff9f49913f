// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/labels.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <cstdlib>

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
      m_counts(counts),
      m_dominance(m_counter, tables.kept(), outermost, rules) {
    const Shape& shape = m_counter.shape();
    for (const Fanout& fanout : shape.target().architecture.fanouts()) m_lanesLeft *= fanout.x * fanout.y;
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
        const std::size_t was = m_labels.size();
        unroll(f);
        const std::size_t made = m_labels.size();
        prune(m_labels);
        if (getenv("DBG")) fprintf(stderr, "level %zu fanout %zu: %zu -> %zu -> %zu  %.2f s\n", level, f, was, made, m_labels.size(), double(clock())/CLOCKS_PER_SEC);
    }
    m_next.clear();
    m_size = 0;
    for (const State& label : m_labels)
        if (!walk(label, level, 0)) return false;
    if (!sweep()) return false;
    if (getenv("DBG")) fprintf(stderr, "level %zu swept: %zu  %.2f s\n", level, m_next.size(), double(clock())/CLOCKS_PER_SEC);
    m_labels.swap(m_next);
    prune(m_labels);
    if (getenv("DBG")) fprintf(stderr, "level %zu: %zu  %.2f s\n", level, m_labels.size(), double(clock())/CLOCKS_PER_SEC);
    return true;
}

void Labels::unroll(std::size_t fanout) {
    const Shape& shape = m_counter.shape();
    const Fanout& network = shape.target().architecture.fanouts()[fanout];
    m_lanesLeft /= network.x * network.y;
    m_dominance.unrolled(fanout);
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
            m_counter.loop(next, level, d, static_cast<std::int32_t>(step.factor));
            if (next.anyAlive() && !walk(next, level, used | 1u << d)) return false;
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
    if (!m_rules.labelBound) return false;
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

}  // namespace lapidary::optimal::classic
