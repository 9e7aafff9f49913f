// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a loop, a Store or lanes do to a partial choice under the default semantics, and what it takes at least.

#include <algorithm>
#include <bit>
#include <ranges>

#include "core/search/optimal/regions/reuse_climb.h"

namespace lapidary::optimal::regions {

namespace {

std::array<std::int64_t, kMostDimensions> extentsAt(const Axes& axes, const Place& place, std::size_t dimensions) {
    std::array<std::int64_t, kMostDimensions> extents{};
    for (std::size_t d = 0; d < dimensions; ++d) extents[d] = axes.at(d, place).extent;
    return extents;
}

std::array<std::int64_t, kMostDimensions> tripsLeftAt(const Axes& axes, const Place& place, std::size_t dimensions) {
    std::array<std::int64_t, kMostDimensions> left{};
    for (std::size_t d = 0; d < dimensions; ++d) left[d] = axes.at(d, place).left;
    return left;
}

}  // namespace

std::size_t ReuseClimb::runOf(const Flows& flows, std::size_t g) const {
    std::size_t number = 0;
    for (std::size_t i = 0; i < g; ++i) number += (flows.alive >> i & 1) && slides(i);
    return number;
}

/// Product of the extents of dimensions alone in their rank.
std::int64_t ReuseClimb::extentAlone(std::size_t t, const Place& place) const {
    std::int64_t product = 1;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (m_question.tensors()[t].alone >> d & 1) product *= m_axes.at(d, place).extent;
    return product;
}

/// Trips left over dimensions that index the tensor, or over those that don't.
std::int64_t ReuseClimb::leftOf(std::size_t t, bool indexed, const Place& place) const {
    std::int64_t product = 1;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if ((m_question.tensors()[t].indexed >> d & 1) == (indexed ? 1u : 0u)) product *= m_axes.at(d, place).left;
    return product;
}

/// Nothing of the tile is kept any more: its words are known.
void ReuseClimb::kill(State& state, std::size_t g) const {
    if (m_question.tails()) return killTail(state, g);
    const PlannedStore& store = *m_stores[g];
    const std::int64_t left = m_axes.left(state.place);
    std::int64_t &fills = state.label[kWords + 2 * g], &asked = state.label[kWords + 2 * g + 1];
    fills *= left, asked *= left;
    state.label[kEnergy] += m_plan.fillEnergy(store.level, store.tensor, fills);
    if (isMet(g, state.region))
        state.label[kEnergy] += m_plan.readEnergy(store.parentLevel, store.tensor, asked);
    else
        state.label[kPending + store.tensor] = asked, asked = 0;
    if (!m_kept[kWords + 2 * g]) fills = 0;
    if (!m_kept[kWords + 2 * g + 1]) asked = 0;
    if (slides(g)) {
        const std::size_t number = runOf(state.flows, g);
        auto& runs = state.flows.run;
        std::move(runs.begin() + static_cast<std::ptrdiff_t>(number) + 1, runs.end(),
                  runs.begin() + static_cast<std::ptrdiff_t>(number));
        runs.back() = {};
        --state.flows.runs;
    }
    state.flows.alive &= ~(1u << g);
}

/// The run goes on by a loop outside of it.
void ReuseClimb::slide(State& state, std::size_t g, Run& run, std::size_t d, std::int64_t factor) const {
    const std::size_t t = m_stores[g]->tensor;
    const std::int64_t extent = m_axes.at(d, state.place).extent;
    const std::int64_t kept = m_book.shared(t, run.tile, run.last, d, extent) * run.lanes * extentAlone(t, state.place);
    std::int64_t &fills = state.label[kWords + 2 * g], &asked = state.label[kWords + 2 * g + 1];
    const auto keptAsked = static_cast<std::int64_t>(Int128{kept} * asked / fills);
    fills = factor * fills - (factor - 1) * kept;
    asked = factor * asked - (factor - 1) * keptAsked;
    if (m_book.sliding(t) >> d & 1) run.last[m_book.slot(t, d)] += static_cast<std::int32_t>((factor - 1) * extent);
}

/// A loop over the dimension. False if there are too many runs to tell apart.
bool ReuseClimb::grow(State& state, std::size_t d, const Step& step) {
    if (m_question.tails()) return growTails(state, d, step);
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        if (m_question.tensors()[m_stores[g]->tensor].alone >> d & 1)
            kill(state, g);
        else if (slides(g))
            slide(state, g, state.flows.run[runOf(state.flows, g)], d, step.factor);
    }
    state.label[kSteps] *= step.factor;
    state.place[d] = step.to;
    if (state.flows.runs == 0) return true;
    const auto extents = extentsAt(m_axes, state.place, m_question.dimensions());
    const auto left = tripsLeftAt(m_axes, state.place, m_question.dimensions());
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1) || !slides(g)) continue;
        const Run& run = state.flows.run[runOf(state.flows, g)];
        if (m_book.isOver(m_stores[g]->tensor, run.tile, run.last, run.last, extents, left, state.region > 0))
            kill(state, g);
    }
    return true;
}

bool ReuseClimb::hasSlid(const State& state, std::size_t g) const {
    if (!m_question.tails()) return state.flows.run[runOf(state.flows, g)].last != Sliding{};
    const auto& runs = state.flows.tails[tailOf(state.flows, g)].sliding;
    return std::any_of(runs.begin(), runs.end(), [](const SlidingRun& run) { return run.last != 0; });
}

/// Loops that may as well stand elsewhere are left out.
bool ReuseClimb::mayGrow(const State& state, std::size_t d) const {
    bool reused = false;
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        const TensorShape& tensor = m_question.tensors()[m_stores[g]->tensor];
        reused = reused || !(tensor.alone >> d & 1);
        if (m_blocks.limited()) continue;  // it would belong to another level, or stand in another order
        // Directly above a Store of this region a loop that doesn't index its tensor may go below it.
        if (m_stores[g]->region != state.region || (tensor.indexed >> d & 1)) continue;
        // With others outside of it, or beside it, a loop can't.
        if (m_question.together() && std::ranges::any_of(m_plan.stores(state.region), [&](const PlannedStore& other) {
                return &other != m_stores[g] && (state.placed & other.bit) && other.level <= m_stores[g]->level;
            }))
            continue;
        // What idle lanes keep stands between.
        if (m_question.tails() && state.flows.tails[tailOf(state.flows, g)].soft != 0) continue;
        if (!slides(g) || !hasSlid(state, g)) return false;
    }
    if (state.region == 0 || state.placed != m_plan.all(state.region) || m_question.tails()) return true;
    // Above all Stores of a region it may go below those of the next one out, unless it changes what windows share.
    if (!m_anyWindows) return false;
    if (m_blocks.limited()) return true;  // changing places would change the order
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t)
        if (m_book.sliding(t) >> d & 1) return true;
    return reused;
}

/// Of the Stores of its region that aren't placed yet it may come next.
bool ReuseClimb::mayPlace(const State& state, const PlannedStore& store) const {
    if ((state.placed & store.bit) || (store.inner & ~state.placed)) return false;
    return !m_question.together() || std::ranges::all_of(m_plan.stores(state.region), [&](const PlannedStore& other) {
        const bool first = other.level > store.level || (other.level == store.level && other.tensor < store.tensor);
        return !first || (state.placed & other.bit);
    });
}

/// Classic placement has no loops between Stores of a level, nor between a fanout and the level directly inside of it.
bool ReuseClimb::mayLoop(const State& state) const {
    if (!m_question.together()) return true;
    const auto& stores = m_plan.stores(state.region);
    bool isTop = state.region > 0 && state.placed == m_plan.all(state.region);
    bool holds = false;
    for (const PlannedStore& store : stores) {
        holds = holds || store.level == m_question.regions()[state.region].levels.front();
        for (const PlannedStore& other : stores)
            if (store.level == other.level && (state.placed & store.bit) && !(state.placed & other.bit)) return false;
    }
    return !isTop || !holds;
}

bool ReuseClimb::placeStore(State& state, const PlannedStore& store) const {
    const std::size_t g = m_first[store.region] + static_cast<std::size_t>(std::countr_zero(store.bit));
    const StoreCosts& costs = m_question.costs(store.level, store.tensor);
    const std::int64_t words = m_axes.volume(store.tensor, state.place);
    std::int64_t sum = words * costs.bits;
    if (store.room >= 0) sum = state.label[kRoom + static_cast<std::size_t>(store.room)] += sum;
    if (sum > m_question.capacity(store.level, costs.part)) return false;
    state.placed |= store.bit;
    for (std::size_t room = 0; room < m_plan.rooms(store.region); ++room)
        if ((m_plan.roomMembers(store.region, room) & ~state.placed) == 0) state.label[kRoom + room] = 0;
    if (store.slot >= 0) state.label[kLanes + static_cast<std::size_t>(store.slot)] = -1;
    if (m_question.tails()) {
        placeRun(state, g);
        state.flows.alive |= 1u << g;
        return true;
    }
    state.label[kWords + 2 * g] = state.label[kWords + 2 * g + 1] = words;
    if (slides(g)) {
        Run run;
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (m_book.sliding(store.tensor) >> d & 1)
                run.tile[m_book.slot(store.tensor, d)] = static_cast<std::int32_t>(m_axes.at(d, state.place).extent);
        if (state.flows.runs == kMostRuns) return false;
        const auto number = static_cast<std::ptrdiff_t>(runOf(state.flows, g));
        auto& runs = state.flows.run;
        std::move_backward(runs.begin() + number, runs.end() - 1, runs.end());
        runs[static_cast<std::size_t>(number)] = run;
        ++state.flows.runs;
    }
    state.flows.alive |= 1u << g;
    return true;
}

/// What of the tensor comes from region `above` + 1 and further in has its parent in region `above`.
void ReuseClimb::meet(State& state, std::size_t t, std::size_t above) {
    Asking asking = m_book.asking(t, state.flows);
    const int outermost = m_outermost[above + 1][t];
    std::int64_t& pending = state.label[kPending + t];
    if (asking.most > 1 && outermost < 0) {
        pending = m_book.askedByMacs(t, state.flows, pending);
        asking = {};
    }
    if (pending != 0) {
        pending = pending / asking.all * asking.different;
        serve(state, t, m_plan.parentLevel(t, above + 1), pending, asking.most);
        const std::size_t number = outermost < 0 ? kAsked + t : kWords + 2 * static_cast<std::size_t>(outermost) + 1;
        if (m_kept[number]) state.label[number] = pending;
        pending = 0;
    } else if (outermost >= 0 && (state.flows.alive >> outermost & 1)) {
        const auto g = static_cast<std::size_t>(outermost);
        if (m_question.tails()) {
            TailRun& run = state.flows.tails[tailOf(state.flows, g)];
            run.all = static_cast<std::int32_t>(asking.all);
            run.different = static_cast<std::int32_t>(asking.different);
            run.most = static_cast<std::int32_t>(asking.most);
        } else {
            asked(state.label, g) = asked(state.label, g) / asking.all * asking.different;
        }
    }
    auto& list = state.flows.unrolled;
    const auto end = std::remove_if(list.begin(), list.begin() + state.flows.unrolls,
                                    [t](const Unrolled& own) { return own.tensor == t; });
    std::fill(end, list.end(), Unrolled{});
    state.flows.unrolls = static_cast<std::uint32_t>(end - list.begin());
}

/// All fanouts above the region are passed.
void ReuseClimb::arrive(State& state) {
    const std::size_t above = state.region - 1;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t)
        if (m_plan.parentRegion(t, state.region) == above) meet(state, t, above);
    state.region = above;
    state.placed = 0;
    for (std::size_t room = 0; room < 3; ++room) state.label[kRoom + room] = 0;
    if (m_question.tails()) endTails(state);
    if (above > 0) return;
    if (m_question.tails()) settleLanes(state);
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot)
        state.label[kEnergy] += m_plan.slotEnergy(slot) * state.label[kLanes + slot];
}

/// Flows that aren't counted yet. The next temporal loop outside ends some of them: what lanes come before changes none of
/// their fills. Of what goes on, every lane takes each of its elements once at least.
std::int64_t ReuseClimb::leastOfAlive(const State& state) {
    if (state.flows.alive == 0) return 0;
    if (m_question.tails()) return leastOfTails(state);
    const auto trips = tripsLeftAt(m_axes, state.place, m_question.dimensions());
    std::int64_t left = 1;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) left *= trips[d];
    std::array<std::int64_t, kMostDimensions> sums{};
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        const PlannedStore& store = *m_stores[g];
        const TensorShape& tensor = m_question.tensors()[store.tensor];
        const std::int64_t fills = state.label[kWords + 2 * g], asked = state.label[kWords + 2 * g + 1];
        const bool met = isMet(g, state.region);
        const auto cost = [&](std::int64_t own, std::int64_t parents) {
            return m_plan.fillEnergy(store.level, store.tensor, own) +
                   m_plan.readEnergy(store.parentLevel, store.tensor, parents);
        };
        const std::int64_t ended = cost(fills * left, met ? asked * left : tensor.size);
        std::int64_t goesOn = 0, indexed = 1;
        const Run* run = slides(g) ? &state.flows.run[runOf(state.flows, g)] : nullptr;
        if (run) {
            goesOn = cost(tensor.size * run->apart, tensor.size);
        } else {
            for (std::size_t d = 0; d < m_question.dimensions(); ++d)
                if (tensor.indexed >> d & 1) indexed *= trips[d];
            goesOn = cost(fills * indexed, met ? asked * indexed : tensor.size);
        }
        const FlowBook::Gains* gains =
            run && state.region == 0 ? &m_book.gains(store.tensor, run->tile, run->last, trips) : nullptr;
        const std::int64_t each = gains ? run->lanes * extentAlone(store.tensor, state.place) : 1;
        std::int64_t alone = 1;
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (tensor.alone >> d & 1) alone *= trips[d];
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
            if (trips[d] == 1) continue;
            if (tensor.alone >> d & 1) {
                sums[d] += ended;
            } else if (gains) {
                const std::int64_t gain = (*gains)[d] * each * alone;
                sums[d] +=
                    cost(fills * left - gain, asked * left - static_cast<std::int64_t>(Int128{gain} * asked / fills));
            } else {
                sums[d] += goesOn;
            }
        }
        if (left == 1) sums[0] += ended;
    }
    if (left == 1) return sums[0];
    std::int64_t least = Outer::kNoWay;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (trips[d] > 1) least = std::min(least, sums[d]);
    if (!m_rules.foresight) return least;
    return std::max(least, leastOfOrders(state, state.place, nullptr, lanesAfter(state), false));
}

/// Words that wait for their parent, as far as lanes may merge them.
std::int64_t ReuseClimb::leastOfWaiting(const State& state) const {
    std::int64_t energy = 0;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        if (state.label[kPending + t] == 0) continue;
        const std::size_t parent = m_plan.parentRegion(t, state.region);
        std::int64_t sharing = leftOf(t, false, state.place);
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (m_book.sliding(t) >> d & 1) sharing *= m_axes.at(d, state.place).left;
        sharing = std::min(sharing, m_lanesAbove[state.region] / m_lanesAbove[parent]);
        std::int64_t words = state.label[kPending + t];
        if (m_book.sliding(t) != 0 && state.flows.unrolls > 0) {
            const Asking asking = m_book.asking(t, state.flows);
            words /= std::max<std::int64_t>(1, asking.all * asking.most);
        }
        words = std::max(m_question.tensors()[t].size, ceilDiv(words, sharing));
        energy += m_plan.readEnergy(m_plan.parentLevel(t, state.region), t, words);
    }
    return energy;
}

/// First touches of outputs below fanouts, which are taken off: no more than what lanes may come lets be.
std::int64_t ReuseClimb::leastOfOutputs(const State& state) const {
    if (state.region == 0) return 0;
    std::int64_t energy = 0;
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
        const std::size_t t = m_plan.slotTensor(slot);
        if (state.label[kLanes + slot] == 0) {
            energy -= mostFirstTouches(slot, leftOf(t, false, state.place));
            continue;
        }
        std::int64_t more = std::min(leftOf(t, false, state.place), m_lanesAbove[state.region]);
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
            const Reached& reached = m_axes.at(d, state.place).reached[slot];
            more *= ceilDiv(reached.several, reached.once);
        }
        energy += m_plan.slotEnergy(slot) * state.label[kLanes + slot] * more;
    }
    return energy;
}

/// Energy that first touches may take off where the Store isn't placed yet; `settings`: left of what doesn't index it.
std::int64_t ReuseClimb::mostFirstTouches(std::size_t slot, std::int64_t settings) const {
    const std::size_t t = m_plan.slotTensor(slot);
    const StoreCosts& costs = m_question.costs(m_plan.slotLevel(slot), t);
    return ceilDiv(costs.read * m_question.tensors()[t].size, costs.block) *
           std::min(settings, m_lanesAbove[m_plan.slotRegion(slot)]);
}

std::int64_t ReuseClimb::leastEnergyOf(const State& state) {
    const std::int64_t outer = state.region == 0
                                   ? m_outer->least(state.place, state.placed, &state.label.numbers[kRoom])
                                   : m_outer->least(state.place);
    if (outer >= Outer::kNoWay) return Outer::kNoWay;
    return state.label[kEnergy] + outer + m_plan.leastRest(state.region, state.region == 0 ? 0 : state.placed) +
           leastOfAlive(state) + leastOfWaiting(state) + leastOfOutputs(state);
}

/// Most lanes that may still come.
std::int64_t ReuseClimb::lanesAfter(const State& state) const {
    const auto& most = m_mostLanes[state.region];
    return most.empty() ? m_lanesAbove[state.region] : most[m_outer->indexOf(state.place)];
}

std::int64_t ReuseClimb::leastStepsOf(const State& state) const {
    return state.label[kSteps] * ceilDiv(m_axes.left(state.place), lanesAfter(state));
}

/// With the words that ports of single instances, or of all, have passed by now.
std::int64_t ReuseClimb::leastCyclesOf(const State& state) const {
    std::int64_t cycles = leastStepsOf(state) * m_question.interval();
    if (!m_withWords || state.region > 0) return cycles;
    struct Sum {
        std::int64_t reads = 0, writes = 0;
    };
    std::vector<Sum> sums(m_plan.ports().size());
    const auto pass = [&](int level, std::size_t t, std::int64_t reads, std::int64_t writes) {
        const int port = m_plan.portOf(level, t);
        if (port < 0) return;
        const auto& fanouts = m_question.target().architecture.fanouts();
        std::int64_t instances = 1;
        for (std::size_t f = 0; f < fanouts.size(); ++f)
            if (fanouts[f].below < level && m_innerFanouts[f] < kMostInner)
                instances *= state.flows.lanes[m_innerFanouts[f]];
        sums[static_cast<std::size_t>(port)].reads += reads / instances;
        sums[static_cast<std::size_t>(port)].writes += writes / instances;
    };
    const auto touched = [&](int level, std::size_t t) {
        for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot)
            if (m_plan.slotLevel(slot) == level && m_plan.slotTensor(slot) == t)
                return -state.label[kLanes + slot] * m_question.tensors()[t].size;
        return m_question.tensors()[t].size;
    };
    const auto ask = [&](int parent, std::size_t t, std::int64_t words) {
        const bool isOutput = m_question.tensors()[t].isOutput;
        if (words > 0) pass(parent, t, words - (isOutput ? touched(parent, t) : 0), isOutput ? words : 0);
    };
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t)
        ask(m_plan.innermostLevel(t), t, state.label[kAsked + t]);
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        const PlannedStore& store = *m_stores[g];
        if ((state.flows.alive >> g & 1) || state.label[kWords + 2 * g] == 0) continue;
        const bool isOutput = m_question.tensors()[store.tensor].isOutput;
        pass(store.level, store.tensor, 0,
             state.label[kWords + 2 * g] - (isOutput ? touched(store.level, store.tensor) : 0));
        ask(store.parentLevel, store.tensor, state.label[kWords + 2 * g + 1]);
    }
    for (std::size_t p = 0; p < sums.size(); ++p) {
        const Plan::Port& port = m_plan.ports()[p];
        const PortRates& rates =
            m_question.rates().levels[static_cast<std::size_t>(port.level)].ports[static_cast<std::size_t>(port.part)];
        cycles = std::max(cycles, portCycles({sums[p].reads, sums[p].writes, sums[p].reads + sums[p].writes}, rates));
    }
    return cycles;
}

/// Open Stores need at least their words at the present tile.
bool ReuseClimb::canHold(const State& state) const {
    if (!m_rules.capacity) return true;
    std::array<std::int64_t, 3> used{};
    for (std::size_t room = 0; room < 3; ++room) used[room] = state.label[kRoom + room];
    for (const PlannedStore& store : m_plan.stores(state.region)) {
        if (state.placed & store.bit) continue;
        const StoreCosts& costs = m_question.costs(store.level, store.tensor);
        const std::int64_t bits = m_axes.volume(store.tensor, state.place) * costs.bits;
        const std::int64_t sum = store.room < 0 ? bits : used[static_cast<std::size_t>(store.room)] += bits;
        if (sum > m_question.capacity(store.level, costs.part)) return false;
    }
    return true;
}

}  // namespace lapidary::optimal::regions
