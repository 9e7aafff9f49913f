// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/literal_space.h"

#include <algorithm>
#include <set>

#include "tests/support/random_draw.h"
#include "tests/support/small_space.h"

namespace lapidary::testing {

namespace {

struct LiteralChain {
    std::int64_t covered;
    std::vector<Factor> loops;  // outermost first
};

bool has(const std::vector<int>& list, int item) { return std::ranges::find(list, item) != list.end(); }

/// The level's keep choices as masks of tensors. The outermost level keeps everything.
std::vector<unsigned> keepChoices(const LiteralSpace& space, std::size_t l) {
    std::vector<unsigned> result;
    for (unsigned mask = 0; mask < 1u << space.tensors; ++mask) {
        bool fits = true;
        for (int t = 0; t < space.tensors; ++t) {
            const Keep rule = l == 0 ? Keep::must : space.levels[l].keep[static_cast<std::size_t>(t)];
            if (rule != Keep::may && (rule == Keep::must) != (mask >> t & 1)) fits = false;
        }
        if (fits) result.push_back(mask);
    }
    return result;
}

bool ownsLoops(const LiteralSpace& space, std::size_t l) {
    return l == 0 || std::ranges::any_of(space.levels[l].keep, [](Keep rule) { return rule != Keep::never; });
}

std::vector<int> loopsOf(const LiteralSpace& space, std::size_t l) {
    return ownsLoops(space, l) ? space.levels[l].loops : std::vector<int>{};
}

std::vector<LiteralSlot> slotsOf(const LiteralSpace& space, int d) {
    std::vector<LiteralSlot> result;
    for (std::size_t l = 0; l < space.levels.size(); ++l) {
        if (has(loopsOf(space, l), d)) {
            LiteralSlot slot;
            if (const auto rule = space.levels[l].factors.find(d); rule != space.levels[l].factors.end())
                std::tie(slot.least, slot.most) = rule->second;
            result.push_back(slot);
        }
        for (const LiteralFanout& fanout : space.fanouts) {
            if (fanout.below != static_cast<int>(l)) continue;
            if (fanout.x > 1 && has(fanout.xLoops, d)) result.push_back({true, fanout.x, 1, fanout.x});
            if (fanout.y > 1 && has(fanout.yLoops, d)) result.push_back({true, fanout.y, 1, fanout.y});
        }
    }
    return result;
}

bool mayHaveTail(Factorization kind, bool spatial) {
    return kind == Factorization::ruby || kind == (spatial ? Factorization::rubyS : Factorization::rubyT);
}

/// All (P, R) per slot, outermost first, with L_0 + 1 = covered (Ruby eq. 5). A loop whose outer loops make one trip
/// altogether (L = 0) only ever runs its last iteration: P = R.
void findChains(const std::vector<LiteralSlot>& places, Factorization kind, std::int64_t covered, std::int64_t l,
                std::vector<Factor>& chain, std::vector<LiteralChain>& out) {
    if (chain.size() == places.size()) {
        if (l + 1 == covered) out.push_back({covered, chain});
        return;
    }
    const LiteralSlot& slot = places[chain.size()];
    for (std::int64_t p = std::max<std::int64_t>(1, slot.least); p <= slot.most && l * p <= covered - 1; ++p) {
        if (l == 0 && p > covered) break;
        for (std::int64_t r = 1; r <= p; ++r) {
            if (r < p && (l == 0 || !mayHaveTail(kind, slot.spatial))) continue;
            if (l * p + r - 1 > covered - 1) continue;
            chain.push_back({p, r});
            findChains(places, kind, covered, l * p + r - 1, chain, out);
            chain.pop_back();
        }
    }
}

/// What D may be raised to: next multiples of products of the sizes of axes, of those that `unrolled` says yes to.
template <class Unrolled>
std::set<std::int64_t> raisedBounds(std::int64_t bound, const std::vector<LiteralSlot>& places, Unrolled unrolled) {
    std::set<std::int64_t> raised{bound};
    for (unsigned subset = 1; subset < 1u << places.size() && bound > 1; ++subset) {
        std::int64_t product = 1;
        for (std::size_t s = 0; s < places.size(); ++s)
            if (subset >> s & 1) product *= places[s].spatial && unrolled(s) ? places[s].axisSize : 0;
        if (product) raised.insert((bound + product - 1) / product * product);
    }
    return raised;
}

std::vector<LiteralChain> chainsOf(const LiteralSpace& space, int d, Factorization kind) {
    std::vector<LiteralChain> result;
    // Where no loop may stand, P is 1.
    for (std::size_t l = 0; l < space.levels.size(); ++l)
        if (const auto rule = space.levels[l].factors.find(d); rule != space.levels[l].factors.end())
            if (rule->second.first > 1 && !ownsLoops(space, l)) return result;
    const std::vector<LiteralSlot> places = slotsOf(space, d);
    const std::int64_t bound = space.bounds[static_cast<std::size_t>(d)];
    std::vector<Factor> chain;
    if (kind != Factorization::padded) {
        findChains(places, kind, bound, 0, chain, result);
        return result;
    }
    for (const std::int64_t covered : raisedBounds(bound, places, [](std::size_t) { return true; }))
        findChains(places, kind, covered, 0, chain, result);
    std::erase_if(result, [&](const LiteralChain& c) {
        const auto unrolled = [&](std::size_t s) { return c.loops[s].bound > 1; };
        return !raisedBounds(bound, places, unrolled).contains(c.covered);
    });
    return result;
}

std::vector<std::vector<int>> ordersOf(const LiteralSpace& space, std::size_t l) {
    std::vector<int> order = loopsOf(space, l);
    std::ranges::sort(order);
    std::vector<std::vector<int>> result;
    do {
        const auto placeOf = [&](int d) { return std::ranges::find(order, d); };
        if (std::ranges::all_of(space.levels[l].outside,
                                [&](const auto& pair) { return placeOf(pair.first) < placeOf(pair.second); }))
            result.push_back(order);
    } while (std::ranges::next_permutation(order).found);
    return result;
}

/// Writes one choice of everything down, outermost first.
Mapping writeDown(const LiteralSpace& space, const std::vector<const LiteralChain*>& chains,
                  const std::vector<std::vector<int>>& orders, const std::vector<unsigned>& kept) {
    Mapping mapping;
    std::vector<std::size_t> next(chains.size(), 0);  // slot of each dimension that comes next
    const auto addLoop = [&](int d, Node loop) {
        const Factor factor = chains[static_cast<std::size_t>(d)]->loops[next[static_cast<std::size_t>(d)]++];
        loop.bound = factor.bound;
        loop.tail = factor.tail;
        if (factor.bound > 1) mapping.nodes.push_back(loop);
    };
    for (std::size_t l = 0; l < space.levels.size(); ++l) {
        if (kept[l]) mapping.nodes.push_back(store(static_cast<int>(l), kept[l]));
        for (const int d : orders[l]) addLoop(d, temporal(d, 1, 1));
        for (std::size_t f = 0; f < space.fanouts.size(); ++f) {
            const LiteralFanout& fanout = space.fanouts[f];
            if (fanout.below != static_cast<int>(l)) continue;
            for (int d = 0; d < static_cast<int>(chains.size()); ++d)
                if (fanout.x > 1 && has(fanout.xLoops, d)) addLoop(d, spatial(d, 1, 1, static_cast<int>(f), Axis::x));
            for (int d = 0; d < static_cast<int>(chains.size()); ++d)
                if (fanout.y > 1 && has(fanout.yLoops, d)) addLoop(d, spatial(d, 1, 1, static_cast<int>(f), Axis::y));
        }
    }
    for (std::size_t d = 0; d < chains.size(); ++d) mapping.paddedBounds.push_back(chains[d]->covered);
    if (mapping.paddedBounds == space.bounds) mapping.paddedBounds.clear();
    return mapping;
}

/// Calls visit(picks) for every way to pick one number below each count.
template <class Visit>
void forEachPick(const std::vector<std::size_t>& counts, Visit visit) {
    std::vector<std::size_t> picks(counts.size(), 0);
    if (std::ranges::count(counts, 0u)) return;
    for (;;) {
        visit(picks);
        std::size_t i = counts.size();
        while (i > 0 && ++picks[i - 1] == counts[i - 1]) picks[--i] = 0;
        if (i == 0) return;
    }
}

void drawRules(Rng& rng, LiteralLevel& level, int dimensions) {
    std::vector<int> hidden;
    for (int d = 0; d < dimensions; ++d) hidden.push_back(d);
    shuffle(rng, hidden);
    std::erase_if(level.loops, [&](int) { return chance(rng, 20); });
    for (std::size_t a = 0; a < hidden.size(); ++a)
        for (std::size_t b = a + 1; b < hidden.size(); ++b)
            if (has(level.loops, hidden[a]) && has(level.loops, hidden[b]) && chance(rng, 20))
                level.outside.emplace_back(hidden[a], hidden[b]);
    for (const int d : level.loops)
        if (chance(rng, 10)) level.factors[d] = {between(rng, 1, 2), between(rng, 2, 4)};
}

}  // namespace

LiteralSpace randomSpace(Rng& rng, const LiteralOptions& options) {
    static const std::vector<std::pair<std::string, int>> einsums[] = {
        {{"A[a]", 1}, {"Z[a] += A[a] * B[a]", 3}},
        {{"Z[a] += A[a,b] * B[b]", 3}, {"Z[a] += A[a+b] * B[b]", 3}, {"Z[a,b] += A[a,b]", 2}},
        {{"Z[a,b] += A[a,c] * B[c,b]", 3}, {"Z[a,b,c] += A[a,b] * B[a,b,c]", 3}, {"Z[a,b] += A[a,b+c] * B[c]", 3}},
    };
    LiteralSpace space;
    const int dimensions = static_cast<int>(between(rng, 1, 3));
    const auto& known = einsums[dimensions - 1];
    std::tie(space.einsum, space.tensors) = known[rng.below(known.size())];
    for (int d = 0; d < dimensions; ++d) space.bounds.push_back(between(rng, 1, options.maxBound));
    const int levels = static_cast<int>(between(rng, 1, 3));
    for (int l = 0; l < levels; ++l) {
        LiteralLevel level;
        level.name = "L" + std::to_string(l);
        for (int d = 0; d < dimensions; ++d) level.loops.push_back(d);
        if (options.rules) drawRules(rng, level, dimensions);
        for (int t = 0; t < space.tensors; ++t) {
            const Keep choice = chance(rng, 60) ? Keep::must : chance(rng, 40) ? Keep::never : Keep::may;
            level.keep.push_back(l == 0 || (choice == Keep::may && !options.mayKeep) ? Keep::must : choice);
        }
        space.levels.push_back(std::move(level));
        if (!chance(rng, 50)) continue;
        LiteralFanout fanout{"F" + std::to_string(l), l, between(rng, 1, 4), between(rng, 1, 3), {}, {}};
        for (int d = 0; d < dimensions; ++d) {
            if (chance(rng, 60)) fanout.xLoops.push_back(d);
            if (chance(rng, 60)) fanout.yLoops.push_back(d);
        }
        space.fanouts.push_back(std::move(fanout));
    }
    return space;
}

TargetPtr targetOf(const LiteralSpace& space) {
    std::string bounds;
    for (std::size_t d = 0; d < space.bounds.size(); ++d)
        bounds += (d ? "," : "") + space.dimensionName(static_cast<int>(d)) + "=" + std::to_string(space.bounds[d]);
    const Workload workload = orDie(parseEinsum(space.einsum, orDie(parseBounds(bounds))));
    std::vector<Level> levels;
    for (const LiteralLevel& literal : space.levels) {
        levels.push_back(memory(literal.name));
        for (std::size_t t = 0; t < literal.keep.size(); ++t)
            levels.back().keep[workload.tensors()[t].name] = literal.keep[t];
    }
    std::vector<Fanout> fanouts;
    for (const LiteralFanout& literal : space.fanouts)
        fanouts.push_back(fanout(literal.name, literal.below, literal.x, literal.y));
    return makeTarget(space.einsum, bounds, std::move(levels), std::move(fanouts));
}

Constraints constraintsOf(const LiteralSpace& space) {
    const auto names = [&](const std::vector<int>& list) {
        std::vector<std::string> result;
        for (const int d : list) result.push_back(space.dimensionName(d));
        return result;
    };
    Constraints result;
    result.fromUser = true;
    for (const LiteralLevel& literal : space.levels) {
        LevelConstraints& level = result.levels[literal.name];
        level.only = names(literal.loops);
        for (const auto& [outer, inner] : literal.outside)
            level.before.emplace_back(space.dimensionName(outer), space.dimensionName(inner));
        for (const auto& [d, range] : literal.factors) {
            level.factors.push_back({space.dimensionName(d), FactorRule::Relation::atLeast, false, range.first});
            level.factors.push_back({space.dimensionName(d), FactorRule::Relation::atMost, false, range.second});
        }
    }
    for (const LiteralFanout& literal : space.fanouts) {
        FanoutConstraints& fanout = result.fanouts[literal.name];
        fanout.x = names(literal.xLoops);
        fanout.y = names(literal.yLoops);
    }
    return result;
}

bool hasMappings(const LiteralSpace& space, Factorization kind) {
    for (int d = 0; d < static_cast<int>(space.bounds.size()); ++d)
        if (chainsOf(space, d, kind).empty()) return false;
    return true;
}

std::vector<Mapping> allMappings(const LiteralSpace& space, Factorization kind, std::size_t limit) {
    std::vector<std::vector<LiteralChain>> chains;
    std::vector<std::vector<std::vector<int>>> orders;
    std::vector<std::vector<unsigned>> keeps;
    std::vector<std::size_t> counts;
    for (int d = 0; d < static_cast<int>(space.bounds.size()); ++d) {
        chains.push_back(chainsOf(space, d, kind));
        counts.push_back(chains.back().size());
    }
    for (std::size_t l = 0; l < space.levels.size(); ++l) {
        orders.push_back(ordersOf(space, l));
        keeps.push_back(keepChoices(space, l));
        counts.push_back(orders.back().size());
        counts.push_back(keeps.back().size());
    }
    std::size_t size = 1;
    for (const std::size_t count : counts)
        if ((size *= count) > limit) return {};

    std::vector<Mapping> result;
    forEachPick(counts, [&](const std::vector<std::size_t>& picks) {
        std::vector<const LiteralChain*> picked;
        std::vector<std::vector<int>> order;
        std::vector<unsigned> kept;
        auto pick = picks.begin();
        for (const auto& list : chains) picked.push_back(&list[*pick++]);
        for (std::size_t l = 0; l < space.levels.size(); ++l) {
            order.push_back(orders[l][*pick++]);
            kept.push_back(keeps[l][*pick++]);
        }
        result.push_back(writeDown(space, picked, order, kept));
    });
    return result;
}

}  // namespace lapidary::testing
