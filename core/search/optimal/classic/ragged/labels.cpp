// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/ragged/labels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/arith.h"

namespace lapidary::optimal::classic {

namespace {

constexpr std::size_t kMostBytes = std::size_t{600} << 20;

}  // namespace

RaggedLabels::RaggedLabels(const RaggedCounter& counter, const Kept& kept, std::size_t outermost, const Rules& rules,
                           const Closed& closed, OutsideTrips outside, const Tick& tick, RuleCounts& counts)
    : m_counter(counter),
      m_shape(counter.shape()),
      m_kept(kept),
      m_outermost(outermost),
      m_rules(rules),
      m_closed(closed),
      m_outside(std::move(outside)),
      m_tick(tick),
      m_counts(counts),
      m_dominance(counter, kept, rules) {
    for (const Fanout& fanout : m_shape.target().architecture.fanouts()) m_lanesLeft *= fanout.x * fanout.y;
    const std::size_t outer = m_shape.fanoutsBelow(outermost).front();
    const Fanout& network = m_shape.target().architecture.fanouts()[outer];
    m_outermostMost = static_cast<double>(network.x * network.y);
    const auto exceeds = [&](const Extent& a, const Extent& b) {
        for (std::size_t d = 0; d < m_shape.dims(); ++d)
            if (a[d] < b[d]) return false;
        return a != b;
    };
    for (const Lanes& lanes : counter.lanes(outer))
        if (std::ranges::none_of(counter.lanes(outer), [&](const Lanes& o) { return exceeds(o.all, lanes.all); }))
            m_outermostLanes.push_back(lanes.all);
    std::size_t flows = m_shape.operands().size();
    for (std::size_t l = outermost + 1; l < m_shape.levels(); ++l)
        flows += static_cast<std::size_t>(std::popcount(kept[l]));
    m_bytes = sizeof(RaggedState) + flows * sizeof(RaggedFlow);
    m_most = std::min(rules.mostParts, kMostBytes / m_bytes);
}

bool RaggedLabels::make(const Counter& plain) {
    for (std::size_t level = 0; level <= m_shape.levels(); ++level)
        m_storesLeft.push_back(level <= m_outermost + 1 ? 0 : plain.leastOf(m_kept, m_outermost + 1, level - 1));
    m_labels = {m_counter.start()};
    for (std::size_t level = m_shape.levels(); --level > m_outermost;)
        if (!passLevel(level)) return false;
    return true;
}

bool RaggedLabels::passLevel(std::size_t level) {
    m_level = level;
    std::vector<std::size_t> fanouts = m_shape.fanoutsBelow(level);
    std::reverse(fanouts.begin(), fanouts.end());
    for (const std::size_t f : fanouts)
        if (!unroll(f)) return false;
    keepBest(level + 1);
    m_tiles.clear();
    m_next.clear();
    m_size = 0;
    for (RaggedState& label : m_labels)
        if (fits(label.tile) && !pushed(label)) return false;
    m_labels.clear();
    if (!sweep()) return false;
    m_labels.swap(m_next);
    keepBest(level);
    return true;
}

bool RaggedLabels::unroll(std::size_t fanout) {
    const Fanout& network = m_shape.target().architecture.fanouts()[fanout];
    m_lanesLeft /= network.x * network.y;
    m_dominance.unrolled(fanout);
    std::map<Extent, Group> tiles;
    m_size = m_labels.size();
    const std::vector<Lanes>& all = m_counter.lanes(fanout);
    for (const RaggedState& label : m_labels)
        for (std::size_t choice = 0; choice < all.size(); ++choice) {
            if (!m_counter.worksOn(label, fanout, all[choice])) continue;
            if (!m_tick()) return false;
            RaggedState next = label;
            m_counter.unroll(next, fanout, choice);
            if (isClosed(next, m_level + 1)) {
                ++m_counts.labelBound;
                continue;
            }
            Group& there = tiles[next.tile];
            there.list.push_back(std::move(next));
            if (outgrows()) return false;
            if (there.list.size() <= 2 * there.pruned + 32) continue;
            m_size -= there.list.size();
            prune(there.list);
            there.pruned = there.list.size();
            m_size += there.pruned;
        }
    m_labels.clear();
    for (auto& [tile, group] : tiles) {
        prune(group.list);
        std::ranges::move(group.list, std::back_inserter(m_labels));
    }
    return true;
}

std::string RaggedLabels::whyOutgrown() const {
    return "tables of lanes with tails outgrew " + std::to_string(m_most * m_bytes >> 20) + " MiB at " +
           m_shape.target().architecture.levels()[m_level].name;
}

bool RaggedLabels::outgrows() {
    m_outgrown = ++m_size > m_most;
    return m_outgrown;
}

bool RaggedLabels::sweep() {
    while (!m_tiles.empty()) {
        const auto first = m_tiles.begin();
        Tied here = std::move(first->second);
        m_tiles.erase(first);
        m_size -= here.alive.list.size() + here.ended.list.size();
        prune(here.alive.list);
        for (const RaggedState& label : here.alive.list) {
            if (!m_tick() || !reuse(label)) return false;
            RaggedState& ended = here.ended.list.emplace_back(label);
            m_counter.kill(ended);
            if (!isClosed(ended, m_level + 1)) continue;
            ++m_counts.labelBound;
            here.ended.list.pop_back();
        }
        prune(here.ended.list);
        for (const RaggedState& label : here.ended.list)
            if (!m_tick() || !grow(label)) return false;
        std::ranges::move(here.ended.list, std::back_inserter(here.alive.list));
        if (!add(here.alive.list)) return false;
    }
    return true;
}

const std::vector<std::int32_t>& RaggedLabels::factors(std::int32_t trips) {
    const auto [found, isNew] = m_factors.try_emplace(trips);
    if (isNew)
        for (const std::int64_t factor : divisors(trips))
            if (factor > 1) found->second.push_back(static_cast<std::int32_t>(factor));
    return found->second;
}

/// One more loop of a run.
bool RaggedLabels::reuse(const RaggedState& label) {
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        if ((label.used | ~m_shape.loopsAt(m_level)) >> d & 1 || !m_counter.mayReuse(label, d)) continue;
        for (const std::int32_t factor : factors(label.trips[d])) {
            RaggedState next = label;
            const bool reuses = m_counter.loop(next, m_level, d, factor);
            if (!reuses || !fits(next.tile)) continue;
            next.used = static_cast<std::uint16_t>(next.used | 1u << d);
            ++m_counts.labels;
            if (!pushed(next)) return false;
        }
    }
    return true;
}

/// From where nothing is reused any more on to all tiles that fit the level, prime by prime.
bool RaggedLabels::grow(const RaggedState& label) {
    for (std::size_t d = 0; d < m_shape.dims(); ++d) {
        if ((label.used | ~m_shape.loopsAt(m_level)) >> d & 1) continue;
        for (const std::int32_t factor : factors(label.trips[d])) {
            // Primes alone.
            if (factors(factor).size() > 1) continue;
            RaggedState next = label;
            m_counter.extend(next, m_level, d, factor);
            if (!fits(next.tile)) continue;
            ++m_counts.labels;
            if (!push(std::move(next), &Tied::ended)) return false;
        }
    }
    return true;
}

bool RaggedLabels::fits(const Extent& tile) {
    const bool fits = m_shape.fits(m_level, m_kept[m_level], tile);
    m_counts.tooLarge += !fits;
    return fits;
}

bool RaggedLabels::push(RaggedState&& state, Group Tied::*where) {
    if (isClosed(state, m_level + 1)) {
        ++m_counts.labelBound;
        return true;
    }
    Group& there = m_tiles[state.tile].*where;
    there.list.push_back(std::move(state));
    if (there.list.size() > 2 * there.pruned + 32) {
        m_size -= there.list.size() - 1;
        prune(there.list);
        there.pruned = there.list.size();
        m_size += there.pruned - 1;
    }
    return !outgrows();
}

bool RaggedLabels::pushed(RaggedState& state) {
    const auto where = state.anyAlive() ? &Tied::alive : &Tied::ended;
    return push(std::move(state), where);
}

bool RaggedLabels::add(std::vector<RaggedState>& states) {
    for (RaggedState& state : states) {
        state.used = 0;
        m_counter.open(state, m_level, m_kept[m_level]);
    }
    m_counts.labels += static_cast<std::int64_t>(states.size());
    prune(states);
    for (RaggedState& state : states) {
        if (isClosed(state, m_level)) {
            ++m_counts.labelBound;
            continue;
        }
        m_next.push_back(std::move(state));
        if (outgrows()) return false;
    }
    return true;
}

RaggedLabels::Bound RaggedLabels::boundOf(const RaggedState& state, std::size_t level) {
    const double energy =
        m_counter.least(state, m_kept, m_lanesLeft, true) + m_outside(state.trips) + m_storesLeft[level];
    // Lanes further in divide what the outermost ones leave by their number at most.
    const double inner = static_cast<double>(m_lanesLeft) / m_outermostMost;
    const double steps = state.steps * std::max(1.0, std::ceil(leastTrips(state.trips) / inner - 1e-9));
    return {energy, static_cast<std::int64_t>(steps) * m_shape.rates().interval};
}

bool RaggedLabels::isClosed(const RaggedState& state, std::size_t level) {
    if (!m_rules.labelBound) return false;
    const Bound bound = boundOf(state, level);
    if (bound.energy >= OuterTables::kNever || m_closed(bound.energy, bound.cycles)) return true;
    if (!m_rules.orderBound || !state.anyAlive()) return false;
    return m_closed(bound.energy + m_counter.leastOfOrders(state, m_kept, m_lanesLeft), bound.cycles);
}

void RaggedLabels::keepBest(std::size_t level) {
    if (m_narrow == 0 || m_labels.size() <= m_narrow) return;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        const Bound bound = boundOf(m_labels[i], level);
        order.emplace_back(m_rank(bound.energy, bound.cycles), i);
    }
    std::sort(order.begin(), order.end());
    std::vector<RaggedState> best;
    for (std::size_t i = 0; i < m_narrow; ++i) best.push_back(std::move(m_labels[order[i].second]));
    m_labels.swap(best);
}

double RaggedLabels::leastTrips(const Extent& trips) {
    const auto [found, isNew] = m_leastTrips.try_emplace(trips, 0);
    if (!isNew) return found->second;
    double least = 1;
    for (std::size_t d = 0; d < m_shape.dims(); ++d) least *= trips[d];
    for (const Extent& lanes : m_outermostLanes) {
        double left = 1;
        for (std::size_t d = 0; d < m_shape.dims(); ++d) left *= (trips[d] + lanes[d] - 1) / lanes[d];
        least = std::min(least, left);
    }
    return found->second = least;
}

}  // namespace lapidary::optimal::classic
