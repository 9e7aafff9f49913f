// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/explorer.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/search/sunstone/explorer_state.h"

namespace lapidary::sunstone {

namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();
/// Children that are followed before more are made. Bounds memory, and makes a good mapping known early, so that most of
/// what comes later is left out as soon as it has a bound.
constexpr std::size_t kMostChildren = 4096;
constexpr std::int64_t kTickEvery = 64;

bool within(const FactorRange& range, std::int64_t factor, std::int64_t bound) {
    return factor >= range.least && factor <= range.most && (!range.whole || factor == bound);
}

}  // namespace

Explorer::Explorer(const Problem& problem, const Options& options, Metric metric, int top, ExplorerHooks hooks)
    : m_problem(problem),
      m_options(options),
      m_metric(metric),
      m_top(static_cast<std::size_t>(top)),
      m_hooks(std::move(hooks)),
      m_promising(promisingOrders(problem, options.ordering)),
      m_costs(problem, m_promising.orders, m_promising.reuse),
      m_best(kNoBound) {
    m_counters.orders = m_promising.kept;
    m_counters.ordersPruned = m_promising.pruned;
    const int boundaries = problem.levels() - 1;
    m_open.assign(nth(boundaries + 1), {});
    m_inner.assign(nth(boundaries + 1), {});
    for (int b = boundaries - 1; b >= 0; --b) {
        const BoundaryCost& own = m_costs.compulsory(b);
        m_open[nth(b)] = {m_open[nth(b + 1)].energy + own.energy, std::max(m_open[nth(b + 1)].cycles, own.cycles)};
    }
    for (int b = 0; b < boundaries; ++b) {
        const BoundaryCost& own = m_costs.compulsory(b);
        m_inner[nth(b + 1)] = {m_inner[nth(b)].energy + own.energy, std::max(m_inner[nth(b)].cycles, own.cycles)};
    }
}

bool Explorer::run() {
    State start;
    start.temporal.fill(unitSizes());
    start.spatial.fill(unitSizes());
    start.energy = m_costs.computeEnergy();
    if (!isTopDown()) return expandUp(0, start);
    start.tile = m_problem.bounds();
    return expandDown(m_problem.levels() - 2, start);
}

double Explorer::value(double energy, double cycles) const {
    switch (m_metric) {
    case Metric::edp: return energy * cycles;
    case Metric::energy: return energy;
    case Metric::latency: return cycles;
    case Metric::ed2p: return energy * cycles * cycles;
    }
    return energy;
}

bool Explorer::tick() { return ++m_ticks % kTickEvery != 0 || m_hooks.tick(); }

/// MACs over the lanes in use and those that gaps from .. to - 1 may still add.
double Explorer::laneCycles(double lanes, int from, int to, const Sizes& rest) const {
    double most = 1, left = 1;
    for (int gap = from; gap < to; ++gap) most *= static_cast<double>(m_problem.gap(gap).lanes);
    for (int l = 0; l < m_problem.loops(); ++l) left *= static_cast<double>(rest[nth(l)]);
    return m_problem.macs() / (lanes * std::min(most, left));
}

bool Explorer::expandUp(int level, const State& state) {
    Family family{state, level, unitSizes()};
    for (int l = 0; l < m_problem.loops(); ++l) family.rest[nth(l)] = m_problem.bounds()[nth(l)] / state.tile[nth(l)];
    if (level < m_problem.levels() - 1) return spread(family) && follow(family);
    State whole = state;
    whole.temporal[nth(level)] = family.rest;
    return complete(whole);
}

bool Explorer::expandDown(int level, const State& state) {
    if (level >= 0) {
        Family family{state, level, state.tile};
        return spread(family) && follow(family);
    }
    State whole = state;
    whole.temporal[0] = state.tile;
    return complete(whole);
}

bool Explorer::addChild(Family& family, const Child& given) {
    if (!tick()) return false;
    Child child = given;
    if (m_options.tiling == TileRule::settled && couldSink(family, child)) {
        ++m_counters.tilesPruned;
        return true;
    }
    if (!(isTopDown() ? boundDown(family, child) : boundUp(family, child))) return true;
    ++m_counters.partials;
    if (m_hooks.trace) m_hooks.trace->bounded(child.bound, m_best);
    if (m_options.alphaBeta && child.bound > m_best * kRounding) {
        ++m_counters.partialsPruned;
        if (m_hooks.trace) m_hooks.trace->cut(family.level, 1);
        return true;
    }
    family.children.push_back(child);
    return family.children.size() < kMostChildren || follow(family);
}

/// Whether a factor of the child's loops would fit one level further in: then a mapping that has it there moves no more
/// words anywhere, unless constraints give the loop a place there in which it hinders others. Bottom-up: in the level below; top-down: of the loops above, in the child's own tile.
bool Explorer::couldSink(const Family& family, const Child& child) const {
    if (isTopDown() ? !isFreeWithin(family.level) : family.level == 0) return false;
    const int inner = isTopDown() ? family.level : family.level - 1;
    const Sizes& tile = isTopDown() ? child.temporal : family.state.inner;
    const Mask needed = m_problem.neededAt(inner + 1);
    for (int l = 0; l < m_problem.loops(); ++l) {
        if (!((m_problem.level(inner).growing & m_problem.level(inner).loops & ~needed) >> l & 1)) continue;
        if (!isTopDown() && isOrderBound(inner) && family.state.temporal[nth(inner)][nth(l)] == 1) continue;
        const std::int64_t trips = isTopDown() ? family.rest[nth(l)] / (child.temporal[nth(l)] * child.spatial[nth(l)])
                                               : child.temporal[nth(l)];
        if (trips == 1 || m_problem.level(inner).range[nth(l)].most < kMaxBound) continue;
        for (const std::int64_t factor : m_problem.divisorsOf(l, trips)) {
            if (factor == 1) continue;
            Sizes larger = tile;
            larger[nth(l)] *= factor;
            if (m_problem.fits(inner, larger)) return true;
            break;
        }
    }
    return false;
}

/// Whether constraints leave it to the search where loops stand from this level inwards. Top-down the levels within a tile
/// are still open: what it gains must find a place there.
bool Explorer::isFreeWithin(int level) const {
    for (int m = m_problem.bareLanes() ? 1 : 0; m <= level; ++m) {
        if (isOrderBound(m) || m_problem.neededAt(m) != 0 || m_problem.level(m).loops != m_problem.allLoops())
            return false;
        for (int l = 0; l < m_problem.loops(); ++l)
            if (m_problem.level(m).range[nth(l)].most < kMaxBound) return false;
    }
    return true;
}

/// Settles the boundary below the child's level, bounds the one above. False if no mapping can come of it.
bool Explorer::boundUp(const Family& family, Child& child) const {
    const State& state = family.state;
    Sizes tile = state.tile, left = family.rest;
    child.lanes = state.lanes;
    const Mask closed = m_problem.closedAbove(family.level);
    const bool last = family.level == m_problem.levels() - 2;
    for (int l = 0; l < m_problem.loops(); ++l) {
        tile[nth(l)] *= child.temporal[nth(l)];
        left[nth(l)] /= child.temporal[nth(l)] * child.spatial[nth(l)];
        child.lanes *= static_cast<double>(child.spatial[nth(l)]);
        if (left[nth(l)] > 1 && (closed >> l & 1)) return false;
        if (!within(m_problem.level(family.level).range[nth(l)], child.temporal[nth(l)], m_problem.bounds()[nth(l)]))
            return false;
        if (last && !within(m_problem.level(family.level + 1).range[nth(l)], left[nth(l)], m_problem.bounds()[nth(l)]))
            return false;
    }
    child.energy = state.energy;
    child.cycles = state.cycles;
    if (family.level > 0) {
        const BoundaryCost below =
            m_costs.leastBoundary(family.level - 1, state.inner, state.spatial[nth(family.level - 1)], child.temporal);
        child.energy += below.energy;
        child.cycles = std::max(child.cycles, below.cycles);
    }
    const BoundaryCost above = m_costs.leastBoundary(family.level, tile, child.spatial, left);
    const BoundaryCost& open = m_open[nth(family.level + 1)];
    if (child.isLimit)
        for (int l = 0; l < m_problem.loops(); ++l) left[nth(l)] = family.rest[nth(l)] / child.spatial[nth(l)];
    const double lanes = laneCycles(child.lanes, family.level + 1, m_problem.levels() - 1, left);
    child.bound =
        value(child.energy + above.energy + open.energy, std::max({child.cycles, above.cycles, open.cycles, lanes}));
    return true;
}

/// Settles the boundary above the child's level; those below move each tensor at least once.
bool Explorer::boundDown(const Family& family, Child& child) const {
    const State& state = family.state;
    Sizes outer = family.rest;
    child.lanes = state.lanes;
    const ProblemLevel& above = m_problem.level(family.level + 1);
    for (int l = 0; l < m_problem.loops(); ++l) {
        outer[nth(l)] /= child.temporal[nth(l)] * child.spatial[nth(l)];
        child.lanes *= static_cast<double>(child.spatial[nth(l)]);
        if (outer[nth(l)] > 1 && !(above.loops >> l & 1)) return false;
        if (!within(above.range[nth(l)], outer[nth(l)], m_problem.bounds()[nth(l)])) return false;
        if (family.level > 0) continue;
        const ProblemLevel& innermost = m_problem.level(0);
        if (!within(innermost.range[nth(l)], child.temporal[nth(l)], m_problem.bounds()[nth(l)])) return false;
    }
    const BoundaryCost settled = m_costs.leastBoundary(family.level, child.temporal, child.spatial, outer);
    child.energy = state.energy + settled.energy;
    child.cycles = std::max(state.cycles, settled.cycles);
    const BoundaryCost& inner = m_inner[nth(family.level)];
    const double lanes = laneCycles(child.lanes, 0, family.level, child.temporal);
    child.bound = value(child.energy + inner.energy, std::max({child.cycles, inner.cycles, lanes}));
    return true;
}

Explorer::State Explorer::stateAfter(const Family& family, const Child& child) const {
    State state = family.state;
    state.spatial[nth(family.level)] = child.spatial;
    state.energy = child.energy;
    state.cycles = child.cycles;
    state.lanes = child.lanes;
    for (int l = 0; l < m_problem.loops(); ++l) {
        const std::int64_t temporal = child.temporal[nth(l)], spatial = child.spatial[nth(l)];
        if (isTopDown()) {
            state.temporal[nth(family.level + 1)][nth(l)] = state.tile[nth(l)] / (temporal * spatial);
            state.tile[nth(l)] = temporal;
        } else {
            state.temporal[nth(family.level)][nth(l)] = temporal;
            state.inner[nth(l)] = state.tile[nth(l)] * temporal;
            state.tile[nth(l)] = state.inner[nth(l)] * spatial;
        }
    }
    return state;
}

/// Follows the children, the most promising first, and forgets them.
bool Explorer::follow(Family& family) {
    std::vector<Child> children = std::move(family.children);
    family.children.clear();
    std::vector<std::uint32_t> byBound(children.size());
    std::iota(byBound.begin(), byBound.end(), 0u);
    std::stable_sort(byBound.begin(), byBound.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return children[a].bound < children[b].bound; });
    for (std::size_t i = 0; i < children.size(); ++i) {
        const Child& child = children[byBound[i]];
        if (m_options.alphaBeta && child.bound > m_best * kRounding) {
            m_counters.partialsPruned += static_cast<std::int64_t>(children.size() - i);
            if (m_hooks.trace) m_hooks.trace->cut(family.level, static_cast<std::int64_t>(children.size() - i));
            return true;
        }
        const State next = stateAfter(family, child);
        if (!(isTopDown() ? expandDown(family.level - 1, next) : expandUp(family.level + 1, next))) return false;
    }
    return true;
}

}  // namespace lapidary::sunstone
