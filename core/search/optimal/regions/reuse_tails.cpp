// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a loop, a Store or lanes do to a partial choice where lanes have tails (docs/models/optimal.md, Tails).

#include <algorithm>
#include <bit>

#include "core/search/optimal/regions/reuse_climb.h"

namespace lapidary::optimal::regions {

namespace {

/// What all lanes share goes to the weight, so that labels are compared in it.
void foldLanes(WorkingLanes& lanes, std::int64_t& words, std::int64_t& weight) {
    if (lanes.several == 1 || lanes.several != lanes.once || words % lanes.several != 0) return;
    words /= lanes.several, weight *= lanes.several;
    lanes = {};
}

}  // namespace

ReuseClimb::Standing ReuseClimb::standingAt(const Place& place) const {
    Standing standing;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        const AxisState& axis = m_axes.at(d, place);
        standing.extent[d] = axis.extent, standing.left[d] = axis.left, standing.bound[d] = m_question.bound(d);
    }
    return standing;
}

/// In any order of what happens to different flows.
void ReuseClimb::remember(State& state, Event event, std::size_t g, std::uint64_t what) const {
    if (g < m_stores.size() && !(m_remembered >> g & 1)) return;
    std::uint64_t h = PlaceHash{}(state.place);
    for (const std::uint64_t more : {static_cast<std::uint64_t>(event), static_cast<std::uint64_t>(g), what}) {
        h = (h ^ more) * 0x9E3779B97F4A7C15ULL;
        h ^= h >> 29;
    }
    state.label.past += h;
}

void ReuseClimb::placeRun(State& state, std::size_t g) const {
    remember(state, Event::placed, g);
    const std::size_t t = m_stores[g]->tensor;
    TailRun run;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (!(m_book.sliding(t) >> d & 1)) continue;
        const AxisState& axis = m_axes.at(d, state.place);
        run.sliding.resize(std::max(run.sliding.size(), m_book.slot(t, d) + 1));
        run.sliding[m_book.slot(t, d)] = SlidingRun::at(axis.extent, axis.left, m_question.bound(d));
    }
    words(state.label, g) = asked(state.label, g) = m_axes.fills(t, state.place);
    weight(state.label, g) = askedWeight(state.label, g) = 1;
    state.flows.tails.insert(state.flows.tails.begin() + static_cast<std::ptrdiff_t>(tailOf(state.flows, g)),
                             std::move(run));
}

void ReuseClimb::killTail(State& state, std::size_t g) const {
    remember(state, Event::ended, g);
    const PlannedStore& store = *m_stores[g];
    const auto number = static_cast<std::ptrdiff_t>(tailOf(state.flows, g));
    const TailRun& run = state.flows.tails[static_cast<std::size_t>(number)];
    std::int64_t &fills = words(state.label, g), &requests = asked(state.label, g);
    fills *= weight(state.label, g), requests *= askedWeight(state.label, g);
    weight(state.label, g) = askedWeight(state.label, g) = 0;
    state.label[kEnergy] += m_plan.fillEnergy(store.level, store.tensor, fills);
    if (isMet(g, state.region))
        requests = requests / run.all * run.different,
        serve(state, store.tensor, store.parentLevel, requests, run.most);
    else
        state.label[kPending + store.tensor] = requests, requests = 0;
    if (!m_kept[kWords + 2 * g]) fills = 0;
    if (!m_kept[kWords + 2 * g + 1]) requests = 0;
    state.flows.tails.erase(state.flows.tails.begin() + number);
    state.flows.alive &= ~(1u << g);
}

/// The parent is asked for these words, of which up to `most` may be the same: what isn't known is kept apart.
void ReuseClimb::serve(State& state, std::size_t t, int parent, std::int64_t& requests, std::int64_t most) const {
    const std::int64_t least = m_plan.readEnergy(parent, t, ceilDiv(requests, most));
    state.label[kEnergy] += least;
    if (most > 1) state.label[kExcess] += m_plan.readEnergy(parent, t, requests) - least;
    requests = ceilDiv(requests, most);
}

/// A loop over a dimension alone in its rank ends the flow, unless it has two trips and lanes sit out the last one.
bool ReuseClimb::isSoftenedBy(const TailRun& run, std::size_t d, std::int64_t factor) const {
    return factor == 2 && !(run.soft >> d & 1) && run.own[d].several > run.own[d].once;
}

bool ReuseClimb::growTails(State& state, std::size_t d, const Step& step) {
    const Standing before = standingAt(state.place);
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        const std::size_t t = m_stores[g]->tensor;
        const TensorShape& tensor = m_question.tensors()[t];
        TailRun& run = state.flows.tails[tailOf(state.flows, g)];
        if (tensor.alone >> d & 1) {
            if (!isSoftenedBy(run, d, step.factor)) {
                killTail(state, g);
                continue;
            }
            remember(state, Event::softened, g, d);
            run.soft |= 1u << d;
            state.flows.tailed = state.flows.tailed || m_rounds;
            run.own[d] = {run.own[d].several - run.own[d].once,
                          static_cast<std::int32_t>(before.extent[d] / run.own[d].several)};
            continue;
        }
        // What windows share depends on all loops of the run.
        if (slides(g)) remember(state, Event::slid, g, d << 32 | static_cast<std::uint64_t>(step.factor));
        const Kept kept = keptBy(tensor, m_book.slotsOf(t), run, before.extent, before.left, before.bound,
                                 m_question.dimensions(), d, step.factor);
        words(state.label, g) -= kept.own, asked(state.label, g) -= kept.asked;
        if (m_book.sliding(t) >> d & 1) {
            if (!run.sliding[m_book.slot(t, d)].loop(before.extent[d], step.factor)) return !(m_outgrown = true);
            continue;
        }
        run.own[d].loop(), run.asked[d].loop();
        foldLanes(run.own[d], words(state.label, g), weight(state.label, g));
        foldLanes(run.asked[d], asked(state.label, g), askedWeight(state.label, g));
    }
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
        const Reached& reached = m_axes.at(d, state.place).reached[slot];
        if (reached.several != reached.once)
            state.label[kLanes + slot] = state.label[kLanes + slot] / reached.once * reached.several;
    }
    state.label[kSteps] *= step.factor;
    state.place[d] = step.to;
    endTails(state);
    return true;
}

/// Flows of windows that no loop can leave anything of; and what plays no part any more is forgotten.
void ReuseClimb::endTails(State& state) const {
    if (state.flows.alive == 0) return;
    const Standing now = standingAt(state.place);
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        const std::size_t t = m_stores[g]->tensor;
        TailRun& run = state.flows.tails[tailOf(state.flows, g)];
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
            if (!(m_question.tensors()[t].alone >> d & 1) || (run.soft >> d & 1)) continue;
            const bool may =
                now.left[d] > 1 && (state.region > 0 || (now.left[d] % 2 == 0 && run.own[d].several > run.own[d].once));
            if (!may) run.own[d] = {};
        }
        if (!slides(g)) continue;
        Sliding tile{}, last{}, least{};
        for (std::size_t s = 0; s < run.sliding.size(); ++s) {
            tile[s] = run.sliding[s].tile, last[s] = run.sliding[s].last;
        }
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (m_book.sliding(t) >> d & 1)
                least[m_book.slot(t, d)] = run.sliding[m_book.slot(t, d)].leastLast(now.left[d]);
        if (m_book.isOver(t, tile, last, least, now.extent, now.left, state.region > 0)) killTail(state, g);
    }
}

void ReuseClimb::crossRuns(State& state, std::size_t d, std::int64_t lanes) {
    const Standing before = standingAt(state.place);
    const std::int64_t left = before.left[d], after = ceilDiv(left, lanes);
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        const std::size_t t = m_stores[g]->tensor;
        TailRun& run = state.flows.tails[tailOf(state.flows, g)];
        std::int64_t &fills = words(state.label, g), &requests = asked(state.label, g);
        const auto take = [&](WorkingLanes& own, std::int64_t& count, std::int64_t& weight) {
            if (left % lanes == 0 && own == WorkingLanes{}) {
                count /= lanes, weight *= lanes;
                return;
            }
            own.unroll(left, lanes);
            foldLanes(own, count, weight);
        };
        if (m_question.tensors()[t].alone >> d & 1) {
            if (!(run.soft >> d & 1)) run.own[d].unroll(left, lanes);
        } else if (m_book.sliding(t) >> d & 1) {
            if (!run.sliding[m_book.slot(t, d)].unroll(left, lanes)) m_outgrown = true;
        } else {
            take(run.own[d], fills, weight(state.label, g));
            if (isMet(g, state.region))
                take(run.asked[d], requests, askedWeight(state.label, g));
            else
                requests = requests / left * after;
        }
    }
}

/// Lanes over a dimension, where some may be idle.
bool ReuseClimb::crossTail(State& state, std::size_t d, std::int64_t lanes) {
    Label& label = state.label;
    const AxisState before = m_axes.at(d, state.place);
    const std::int64_t tail = (before.left - 1) % lanes + 1, after = ceilDiv(before.left, lanes);
    const bool isTailed = before.left % lanes != 0 || before.extent * before.left != m_question.bound(d);
    if (state.region <= m_lastRounded) state.flows.tailed = state.flows.tailed || isTailed;
    crossRuns(state, d, lanes);
    if (m_outgrown) return false;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        if (!(m_question.tensors()[t].indexed >> d & 1))
            label[kPending + t] = label[kPending + t] / before.left * after;
        if (!(m_book.sliding(t) >> d & 1)) continue;
        if (state.flows.unrolls == kMostUnrolls) return false;
        state.flows.unrolled[state.flows.unrolls++] = {
            static_cast<std::uint8_t>(t), static_cast<std::uint8_t>(d), static_cast<std::uint8_t>(isTailed ? 1 : 0),
            static_cast<std::int32_t>(lanes), static_cast<std::int32_t>(before.extent)};
    }
    unsigned slots = 0;
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
        if (m_plan.slotRegion(slot) < state.region || (m_question.tensors()[m_plan.slotTensor(slot)].indexed >> d & 1))
            continue;
        slots |= 1u << slot;
        const Reached& reached = before.reached[slot];
        std::int64_t& touching = label[kLanes + slot];
        touching = touching / reached.once * ((tail - 1) * reached.several + reached.once);
    }
    state.place[d] = m_axes[d].across(state.place[d], lanes, slots);
    return true;
}

/// False if constraints forbid it, or there are too many lanes to tell apart.
bool ReuseClimb::crossTails(State& state, int fanout, const LaneChoice& choice) {
    if (!isAllowed(m_question, fanout, choice, standingAt(state.place).left)) return false;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (choice.lanes[d] > 1)
            remember(state, Event::unrolled, m_stores.size() + static_cast<std::size_t>(fanout),
                     d << 32 | static_cast<std::uint64_t>(choice.lanes[d]));
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (choice.lanes[d] > 1 && !crossTail(state, d, choice.lanes[d])) return false;
    endTails(state);
    const std::size_t inner = m_innerFanouts[static_cast<std::size_t>(fanout)];
    if ((m_rounds || m_withWords) && inner < kMostInner)
        state.flows.lanes[inner] *= static_cast<std::int32_t>(choice.product);
    return true;
}

/// As unroll.
void ReuseClimb::unrollTails(std::size_t fanout, const State& state, std::int64_t energy) {
    const std::vector<int>& fanouts = m_question.regions()[state.region - 1].fanouts;
    const int own = fanouts[fanout - 1];
    std::int64_t further = m_lanesAbove[state.region - 1];
    for (std::size_t f = 0; f + 1 < fanout; ++f) {
        const Fanout& other = m_question.target().architecture.fanouts()[static_cast<std::size_t>(fanouts[f])];
        further *= other.x * other.y;
    }
    const std::int64_t all = m_axes.left(state.place);
    const std::int64_t steps = state.label[kSteps] * m_question.interval();
    constexpr int kTailsPerTick = 256;
    int looked = 0;
    for (const LaneChoice& choice : m_choices[static_cast<std::size_t>(own)]) {
        if (++looked % kTailsPerTick == 0) m_goesOn = m_goesOn && m_tick();
        if (!m_goesOn) return;
        // Most lanes come first.
        if (isClosed(energy, steps * ceilDiv(all, choice.product * further))) {
            ++m_counts.lanes;
            return;
        }
        bool fits = true;
        std::int64_t after = 1;
        for (std::size_t d = 0; d < m_question.dimensions() && fits; ++d) {
            const std::int64_t left = m_axes.at(d, state.place).left;
            fits = choice.lanes[d] < 2 * left;
            after *= ceilDiv(left, choice.lanes[d]);
        }
        if (!fits) continue;
        if (isClosed(energy, steps * ceilDiv(after, further)) || isWasteful(fanout, own, choice, state.place)) {
            ++m_counts.lanes;
            continue;
        }
        State next = state;
        if (!crossTails(next, own, choice)) continue;
        m_chosen.emplace_back(own, &choice);
        unroll(fanout - 1, next, energy);
        m_chosen.pop_back();
    }
}

/// In the outermost region no lanes come any more: loops make all of them work that ever do.
void ReuseClimb::settleLanes(State& state) {
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        const AxisState& axis = m_axes.at(d, state.place);
        for (std::size_t slot = 0; slot < m_plan.slotCount() && axis.left > 1; ++slot)
            if (const Reached& reached = axis.reached[slot]; reached.several != reached.once)
                state.label[kLanes + slot] = state.label[kLanes + slot] / reached.once * reached.several;
        state.place[d] = m_axes[d].settled(state.place[d]);
    }
}

/// As leastOfAlive.
std::int64_t ReuseClimb::leastOfTails(const State& state) const {
    const Standing now = standingAt(state.place);
    const std::size_t dimensions = m_question.dimensions();
    std::int64_t left = 1;
    for (std::size_t d = 0; d < dimensions; ++d) left *= now.left[d];
    std::array<std::int64_t, kMostDimensions> sums{};
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        if (!(state.flows.alive >> g & 1)) continue;
        const PlannedStore& store = *m_stores[g];
        const TensorShape& tensor = m_question.tensors()[store.tensor];
        const TailRun& run = state.flows.tails[tailOf(state.flows, g)];
        const std::int64_t own = words(state.label, g), requests = asked(state.label, g);
        const std::int64_t weight = state.label[numberOfWeight(g)], parents = state.label[numberOfWeight(g) + 1];
        const bool met = isMet(g, state.region);
        const auto cost = [&](std::int64_t fills, std::int64_t needed) {
            return m_plan.fillEnergy(store.level, store.tensor, fills) +
                   m_plan.readEnergy(store.parentLevel, store.tensor, met ? run.merged(needed) : tensor.size);
        };
        const std::int64_t ended = cost(own * weight, requests * parents);
        std::int64_t pairs = 1, fewest = 1, askedPairs = 1, askedFewest = 1, alone = 1;
        for (std::size_t d = 0; d < dimensions; ++d) {
            if (tensor.alone >> d & 1)
                alone *= run.soft >> d & 1 ? std::int64_t{run.own[d].several} * run.own[d].once : now.bound[d];
            if (tensor.indexed >> d & 1) continue;
            pairs *= run.own[d].pairs(now.left[d]), fewest *= run.own[d].fewest(now.left[d]);
            askedPairs *= run.asked[d].pairs(now.left[d]), askedFewest *= run.asked[d].fewest(now.left[d]);
        }
        // What is kept of the tiles `kept`, loops may leave once per lane.
        const auto goingOn = [&](std::int64_t kept) {
            return cost((own - kept * (pairs - fewest)) * weight,
                        (requests - kept * (askedPairs - askedFewest)) * parents);
        };
        const std::int64_t goesOn =
            slides(g) ? cost(tensor.size * fewest * weight, tensor.size * askedFewest * parents) : goingOn(alone);
        for (std::size_t d = 0; d < dimensions; ++d) {
            if (now.left[d] == 1) continue;
            if (!(tensor.alone >> d & 1)) {
                sums[d] += goesOn;
            } else if (now.left[d] % 2 == 0 && isSoftenedBy(run, d, 2)) {
                const std::int64_t idle = run.own[d].several - run.own[d].once;
                sums[d] +=
                    slides(g) ? goesOn : goingOn(alone / now.bound[d] * idle * (now.extent[d] / run.own[d].several));
            } else {
                sums[d] += ended;
            }
        }
        if (left == 1) sums[0] += ended;
    }
    if (left == 1) return sums[0];
    std::int64_t least = Outer::kNoWay;
    for (std::size_t d = 0; d < dimensions; ++d)
        if (now.left[d] > 1) least = std::min(least, sums[d]);
    return least;
}

/// Lanes along both dimensions of a window, some of them idle, ask for nobody knows how many words: no label with such
/// words is held against another.
bool ReuseClimb::isVague(const State& state) const {
    for (const TailRun& run : state.flows.tails)
        if (run.most > 1) return true;
    for (std::size_t t = 0; state.flows.unrolls > 0 && t < m_question.tensors().size(); ++t)
        if (m_book.sliding(t) != 0 && m_outermost[state.region][t] >= 0 && m_book.asking(t, state.flows).most > 1)
            return true;
    return false;
}

/// Instances of a memory whose accesses are rounded up don't fare alike, or won't: lanes outside will share out trips of
/// which the last one moves less of a window.
bool ReuseClimb::isUneven(const State& state) const {
    if (!m_rounds || !m_question.tails() || state.flows.tailed) return state.flows.tailed;
    for (std::size_t d = 0; state.region > 0 && d < m_question.dimensions(); ++d) {
        const AxisState& axis = m_axes.at(d, state.place);
        if (axis.left == 1 || axis.extent * axis.left == m_question.bound(d)) continue;
        for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
            const bool isCounted = state.region <= m_lastRoundedOf[t] || m_outermost[state.region][t] >= 0;
            if ((m_book.sliding(t) >> d & 1) && isCounted) return true;
        }
    }
    return false;
}

/// Fewer lanes along a dimension leave as many trips, fit as well, and change nothing that is kept.
bool ReuseClimb::isWasteful(std::size_t fanouts, int fanout, const LaneChoice& choice, const Place& place) const {
    const FanoutRules& rules = m_question.fanout(fanout);
    if (!m_rules.lanes || rules.leastLanes > 1) return false;
    const auto& known = m_known[static_cast<std::size_t>(fanout)];
    // Which instance has which words changes what is rounded up.
    const int above = m_question.target().architecture.fanouts()[static_cast<std::size_t>(fanout)].below;
    const bool rounds = m_rounds && m_lastRounded > m_question.regionOf(above);
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (choice.lanes[d] == 1) continue;
        const FactorRange& range = rules.factors[static_cast<std::size_t>(m_question.dimensionOf(d))];
        const std::int64_t left = m_axes.at(d, place).left, after = ceilDiv(left, choice.lanes[d]);
        const auto fewer = static_cast<std::int32_t>(ceilDiv(left, after));
        if (fewer >= choice.lanes[d] || range.least > 1 || range.whole || range.most < kMaxBound) continue;
        // Two trips may leave something in lanes that sit out the second one.
        bool matters = after > 1 && (after % 2 == 0 || fanouts > 1 || rounds);
        for (std::size_t t = 0; after > 1 && t < m_question.tensors().size(); ++t) {
            const TensorShape& tensor = m_question.tensors()[t];
            matters = matters || (m_book.sliding(t) >> d & 1) || (tensor.isOutput && !(tensor.indexed >> d & 1));
        }
        if (matters) continue;
        auto lanes = choice.lanes;
        lanes[d] = fewer;
        if (known.contains(lanes)) return true;
    }
    return false;
}

}  // namespace lapidary::optimal::regions
