// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The three orders within a level (Sunstone, Table VI): which of unrolling, tile and order is settled first.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/search/sunstone/explorer_state.h"
#include "core/search/sunstone/tiles.h"

namespace lapidary::sunstone {

namespace {

Sizes dividedBy(Sizes sizes, const Sizes& factors) {
    for (std::size_t l = 0; l < sizes.size(); ++l) sizes[l] /= factors[l];
    return sizes;
}

Sizes times(Sizes sizes, const Sizes& factors) {
    for (std::size_t l = 0; l < sizes.size(); ++l) sizes[l] *= factors[l];
    return sizes;
}

}  // namespace

bool Explorer::spread(Family& family) {
    switch (m_options.steps) {
    case Steps::unrollingFirst: return unrollThenTile(family);
    case Steps::tilingFirst: return tileThenUnroll(family);
    case Steps::orderingFirst: return orderThenTile(family);
    }
    return true;
}

std::vector<Unrolling> Explorer::unrollingsOf(const Family& family, const Sizes& rest, int operand) {
    const UnrollingRules rules{.principle = m_options.unrolling,
                               .underFills = m_options.underFills,
                               .operand = operand,
                               .tick = &m_hooks.tick};
    std::int64_t visited = 0;
    std::vector<Unrolling> found = unrollings(m_problem, family.level, rest, rules, &visited);
    const auto kept = static_cast<std::int64_t>(found.size());
    m_counters.unrollings += kept;
    m_counters.unrollingsPruned += std::max<std::int64_t>(0, visited - kept);
    return found;
}

bool Explorer::eachTileOf(const Family& family, const Sizes& base, const Sizes& rest, const Sizes& outside, Mask grows,
                          const std::function<bool(const Sizes&)>& take,
                          const std::function<bool(const Sizes&)>* mayCount) {
    const bool down = isTopDown(), own = (!down || family.level == 0) && base == baseOf(family);
    const bool settled = m_options.tiling == TileRule::settled, last = family.level == m_problem.levels() - 2;
    TileQuestion question{.level = family.level,
                          .base = base,
                          .rest = rest,
                          .outside = outside,
                          .grows = grows,
                          .forced = m_problem.closedAbove(family.level),
                          .ownFactors = own,
                          .maximalOnly = m_options.tiling != TileRule::all && (!settled || last),
                          .multiples = settled,
                          .looksOut = m_options.tiling != TileRule::steered || down,
                          .tick = &m_hooks.tick,
                          .unitToo = !down && last && !settled};
    if (!question.maximalOnly) question.mayCount = mayCount;
    if (settled) {
        question.staysOut = m_problem.neededAt(family.level + 1);
        if (isOrderBound(family.level)) question.mayNotEnter = m_problem.allLoops();
        if (down && !isFreeWithin(family.level)) question.staysOut = m_problem.allLoops();
    }
    if (down) question.forced = static_cast<Mask>(m_problem.allLoops() & ~m_problem.level(family.level + 1).loops);
    TileCounts counts;
    const bool goesOn = eachTile(m_problem, question, counts, [&](const Sizes& factors) {
        ++m_counters.tiles;
        return take(factors);
    });
    m_counters.tilesPruned += counts.dominated;
    return goesOn;
}

Sizes Explorer::baseOf(const Family& family) const { return isTopDown() ? unitSizes() : family.state.tile; }

Mask Explorer::growingAt(const Family& family) const {
    const ProblemLevel& level = m_problem.level(family.level);
    if (!isTopDown()) return static_cast<Mask>(level.growing & level.loops);
    Mask grows = family.level == 0 ? static_cast<Mask>(level.growing & level.loops) : level.growing;
    for (int below = 0; below < family.level; ++below)
        grows = static_cast<Mask>(grows | m_problem.level(below).growing);
    return grows;
}

/// The tile grows in loops whose reuse the order above doesn't have already, then in the others where room is left.
bool Explorer::eachSteeredTile(const Family& family, const Sizes& rest, const Sizes& outside, Mask exploited,
                               const std::function<bool(const Sizes&)>& take) {
    const auto growOn = [&](const Sizes& first) {
        if (exploited == 0) return take(first);
        const auto both = [&](const Sizes& second) { return take(times(first, second)); };
        return eachTileOf(family, times(baseOf(family), first), dividedBy(rest, first), outside, exploited, both);
    };
    const auto steered = static_cast<Mask>(growingAt(family) & ~exploited);
    return eachTileOf(family, baseOf(family), rest, outside, steered, growOn);
}

/// Steered, a tile counts if it can come of any order above. The last level on the chip grows in all directions.
bool Explorer::eachTileAfter(const Family& family, const Sizes& rest, const Sizes& outside,
                             const std::function<bool(const Sizes&)>& take,
                             const std::function<bool(const Sizes&)>* mayCount) {
    if (m_options.tiling != TileRule::steered || isTopDown() || family.level == m_problem.levels() - 2)
        return eachTileOf(family, baseOf(family), rest, outside, growingAt(family), take, mayCount);
    std::set<Sizes> known;
    std::set<Mask> directions;
    for (const Steering& steering : m_promising.steerings)
        directions.insert(static_cast<Mask>(growingAt(family) & steering.exploited));
    const auto takeOnce = [&](const Sizes& factors) { return !known.insert(factors).second || take(factors); };
    return std::all_of(directions.begin(), directions.end(),
                       [&](Mask exploited) { return eachSteeredTile(family, rest, outside, exploited, takeOnce); });
}

/// Alpha-beta before the tiles of an unrolling are walked: with every loop as large as it fits by itself, no tile moves
/// fewer words. Bottom-up only: there the tiles are many.
bool Explorer::mayBeat(const Family& family, const Sizes& spatial, const Sizes& rest) {
    if (!m_options.alphaBeta || isTopDown() || std::isinf(m_best)) return true;
    Child loosest;
    loosest.isLimit = true;
    loosest.spatial = spatial;
    const Sizes base = baseOf(family);
    const Mask grows = growingAt(family);
    for (int l = 0; l < m_problem.loops(); ++l) {
        if (m_problem.closedAbove(family.level) >> l & 1) loosest.temporal[nth(l)] = rest[nth(l)];
        if (!(grows >> l & 1)) continue;
        Sizes tile = base;
        for (const std::int64_t factor : m_problem.divisorsOf(l, rest[nth(l)])) {
            tile[nth(l)] = base[nth(l)] * factor;
            if (!m_problem.fits(family.level, tile)) break;
            loosest.temporal[nth(l)] = std::max(loosest.temporal[nth(l)], factor);
        }
    }
    return !boundUp(family, loosest) || loosest.bound <= m_best * kRounding;
}

/// As the public program: at the innermost level an unrolling belongs to the orders that reuse its operand, and so do the
/// tiles; further out tiles of any order meet unrollings for any operand.
bool Explorer::unrollThenSteer(Family& family) {
    std::set<std::pair<Sizes, Sizes>> known;
    std::map<int, std::vector<Unrolling>> byOperand;
    for (const Steering& steering : m_promising.steerings) {
        const int operand = family.level == 0 ? steering.operand : -1;
        const auto [found, isNew] = byOperand.try_emplace(operand);
        if (isNew) found->second = unrollingsOf(family, family.rest, operand);
        const auto exploited = static_cast<Mask>(growingAt(family) & steering.exploited);
        for (const Unrolling& unrolling : found->second) {
            Child child;
            child.spatial = unrolling.factors;
            const auto take = [&](const Sizes& factors) {
                child.temporal = factors;
                return !known.emplace(child.temporal, child.spatial).second || addChild(family, child);
            };
            const Sizes rest = dividedBy(family.rest, unrolling.factors);
            if (!eachSteeredTile(family, rest, unrolling.factors, exploited, take)) return false;
        }
    }
    return true;
}

bool Explorer::unrollThenTile(Family& family) {
    if (m_options.tiling == TileRule::steered && !isTopDown() && family.level < m_problem.levels() - 2)
        return unrollThenSteer(family);
    for (const Unrolling& unrolling : unrollingsOf(family, family.rest, -1)) {
        Child child;
        child.spatial = unrolling.factors;
        const auto take = [&](const Sizes& factors) {
            child.temporal = factors;
            return addChild(family, child);
        };
        const Sizes rest = dividedBy(family.rest, unrolling.factors);
        if (!mayBeat(family, child.spatial, rest)) {
            ++m_counters.unrollingsCut;
            continue;
        }
        const std::function<bool(const Sizes&)> mayCount = [&](const Sizes& factors) {
            Child largest;
            largest.isLimit = true;
            largest.spatial = unrolling.factors;
            largest.temporal = factors;
            return !boundUp(family, largest) || largest.bound <= m_best * kRounding;
        };
        const bool asks = m_options.alphaBeta && !isTopDown();
        if (!eachTileAfter(family, rest, unrolling.factors, take, asks ? &mayCount : nullptr)) return false;
    }
    return true;
}

bool Explorer::tileThenUnroll(Family& family) {
    return eachTileAfter(family, family.rest, unitSizes(), [&](const Sizes& factors) {
        Child child;
        child.temporal = factors;
        for (const Unrolling& unrolling : unrollingsOf(family, dividedBy(family.rest, factors), -1)) {
            child.spatial = unrolling.factors;
            if (!addChild(family, child)) return false;
        }
        return true;
    });
}

/// For each order of the level above: the tile grows in loops whose reuse the order doesn't have already, then in the
/// others where room is left; the array serves the tensors that the order doesn't.
bool Explorer::orderThenTile(Family& family) {
    std::set<std::pair<Sizes, Sizes>> known;
    for (const Steering& steering : m_promising.steerings) {
        const auto exploited = static_cast<Mask>(growingAt(family) & steering.exploited);
        const auto unroll = [&](const Sizes& factors) {
            Child child;
            child.temporal = factors;
            for (const Unrolling& unrolling : unrollingsOf(family, dividedBy(family.rest, factors), steering.operand)) {
                child.spatial = unrolling.factors;
                if (known.emplace(child.temporal, child.spatial).second && !addChild(family, child)) return false;
            }
            return true;
        };
        if (!eachSteeredTile(family, family.rest, unitSizes(), exploited, unroll)) return false;
    }
    return true;
}

}  // namespace lapidary::sunstone
