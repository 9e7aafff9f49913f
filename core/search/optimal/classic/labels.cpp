// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/labels.h"

#include <algorithm>

namespace lapidary::optimal::classic {

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
    m_fanoutsLeft = shape.target().architecture.fanouts().size();
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
        if (fits(label.number) && !push(label, label.anyAlive() ? &Tied::alive : &Tied::ended)) return false;
    m_labels.clear();
    if (!sweep()) return false;
    m_labels.swap(m_next);
    return true;
}

void Labels::unroll(std::size_t fanout) {
    const Shape& shape = m_counter.shape();
    const Fanout& network = shape.target().architecture.fanouts()[fanout];
    m_lanesLeft /= network.x * network.y;
    m_fanoutsLeft = fanout;
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

std::string Labels::whyOutgrown() const {
    const std::size_t mebibytes = m_rules.mostParts * sizeof(State) >> 20;
    const Level& level = m_counter.shape().target().architecture.levels()[m_level];
    return "tables outgrew " + std::to_string(mebibytes) + " MiB at " + level.name;
}

bool Labels::outgrows() {
    m_outgrown = ++m_size > m_rules.mostParts;
    return m_outgrown;
}

/// Tile by tile, the smallest first: all parts of one are known before any of them goes on.
bool Labels::sweep() {
    while (!m_tiles.empty()) {
        const auto first = m_tiles.begin();
        Tied here = std::move(first->second);
        m_tiles.erase(first);
        m_size -= here.alive.list.size() + here.ended.list.size();
        prune(here.alive.list);
        for (const State& label : here.alive.list) {
            if (!m_tick() || !reuse(label)) return false;
            State& ended = here.ended.list.emplace_back(label);
            ended.kill();
            if (!isClosed(ended, m_level + 1)) continue;
            ++m_counts.labelBound;
            here.ended.list.pop_back();
        }
        prune(here.ended.list);
        for (const State& label : here.ended.list)
            if (!m_tick() || !grow(label)) return false;
        here.alive.list.insert(here.alive.list.end(), here.ended.list.begin(), here.ended.list.end());
        if (!add(here.alive.list)) return false;
    }
    return true;
}

/// One more loop of a run.
bool Labels::reuse(const State& label) {
    const Lattice& lattice = m_counter.shape().lattice();
    for (std::size_t d = 0; d < lattice.dimensions(); ++d) {
        if ((label.used | ~m_counter.shape().loopsAt(m_level)) >> d & 1 || !m_counter.mayReuse(label, d)) continue;
        for (const Lattice::Step& step : lattice.factorsUp(d, lattice.digit(label.number, d))) {
            if (!fits(label.number + step.up)) continue;
            State next = label;
            const bool reuses = m_counter.loop(next, m_level, d, static_cast<std::int32_t>(step.factor));
            next.used = static_cast<std::uint16_t>(next.used | 1u << d);
            ++m_counts.labels;
            if (reuses && !push(next, next.anyAlive() ? &Tied::alive : &Tied::ended)) return false;
        }
    }
    return true;
}

/// From where nothing is reused any more on to all tiles that fit the level, prime by prime.
bool Labels::grow(const State& label) {
    const Lattice& lattice = m_counter.shape().lattice();
    for (std::size_t d = 0; d < lattice.dimensions(); ++d) {
        if ((label.used | ~m_counter.shape().loopsAt(m_level)) >> d & 1) continue;
        for (const Lattice::Step& step : lattice.primesUp(d, lattice.digit(label.number, d))) {
            if (!fits(label.number + step.up)) continue;
            State next = label;
            m_counter.extend(next, m_level, d, static_cast<std::int32_t>(step.factor));
            ++m_counts.labels;
            if (!push(next, &Tied::ended)) return false;
        }
    }
    return true;
}

bool Labels::fits(TileNumber tile) {
    const bool fits = m_counter.shape().fits(m_level, m_tables.kept()[m_level], tile);
    m_counts.tooLarge += !fits;
    return fits;
}

bool Labels::push(const State& state, Group Tied::*where) {
    if (isClosed(state, m_level + 1)) {
        ++m_counts.labelBound;
        return true;
    }
    Group& there = m_tiles[state.number].*where;
    there.list.push_back(state);
    // A tile is reached along many ways: few of its parts are worth their memory.
    if (there.list.size() > 2 * there.pruned + 32) {
        m_size -= there.list.size() - 1;
        prune(there.list);
        there.pruned = there.list.size();
        m_size += there.pruned - 1;
    }
    return !outgrows();
}

bool Labels::add(std::vector<State>& states) {
    for (State& state : states) {
        state.used = 0;
        m_counter.open(state, m_level, m_tables.kept()[m_level]);
    }
    m_counts.labels += static_cast<std::int64_t>(states.size());
    prune(states);
    for (const State& state : states) {
        if (isClosed(state, m_level)) {
            ++m_counts.labelBound;
            continue;
        }
        m_next.push_back(state);
        if (outgrows()) return false;
    }
    return true;
}

std::int64_t Labels::lanesAfter(const State& state) const {
    if (m_lanes) return m_lanes->most(m_fanoutsLeft, state.number);
    const Shape& shape = m_counter.shape();
    std::int64_t left = 1;
    for (std::size_t d = 0; d < shape.dims(); ++d) left *= shape.bounds()[d] / state.tile[d];
    return std::min(m_lanesLeft, left);
}

bool Labels::isClosed(const State& state, std::size_t level) const {
    if (!m_rules.labelBound) return false;
    const double outside = m_outside ? m_outside(state) : m_tables.from(m_outermost, state.number);
    if (outside >= OuterTables::kNever) return true;
    const Shape& shape = m_counter.shape();
    const std::int64_t after = lanesAfter(state);
    double energy = m_counter.leastInner(state, m_tables.kept(), after) + outside +
                    m_counter.leastOf(m_tables.kept(), m_outermost + 1, level - 1);
    const std::int64_t lanes = state.lanes * after;
    const std::int64_t cycles = (shape.macs() + lanes - 1) / lanes * shape.rates().interval;
    if (m_closed(energy, cycles)) return true;
    if (!m_rules.orderBound || !state.anyAlive()) return false;
    energy += m_counter.leastOfOrders(state, m_tables.kept(), after);
    return m_closed(energy, cycles);
}

}  // namespace lapidary::optimal::classic
