// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/reuse_climb.h"

#include <algorithm>
#include <cmath>

namespace lapidary::optimal::regions {

namespace {

/// Parts of the table that may be full before what is in it is looked into.
constexpr std::size_t kBatches = 4;
constexpr std::size_t kMostReuseTops = 500'000, kMostReuseTraces = 10'000'000, kMostFlows = 250'000;
constexpr std::uint32_t kGone = 0xffffffff;  ///< trace of a label that another one beats

}  // namespace

ReuseClimb::ReuseClimb(const Question& question, const Plan& plan, Axes& axes, Archive& archive, const Rules& rules,
                       const Tick& tick, const Judge& judge)
    : m_question(question),
      m_plan(plan),
      m_blocks(question, plan),
      m_axes(axes),
      m_archive(archive),
      m_rules(rules),
      m_tick(tick),
      m_judge(judge),
      m_book(question) {
    std::int64_t lanes = 1;
    const std::size_t regions = question.regions().size();
    m_innerFanouts.assign(static_cast<std::size_t>(question.target().architecture.fanoutCount()), kMostInner);
    std::size_t inner = 0;
    for (std::size_t r = 0; r < regions; ++r) {
        m_lanesAbove.push_back(lanes);
        m_fanoutsAbove.push_back(m_fanouts.size());
        m_fanouts.insert(m_fanouts.end(), question.regions()[r].fanouts.begin(), question.regions()[r].fanouts.end());
        lanes *= question.regions()[r].lanes;
        m_first.push_back(m_stores.size());
        for (const PlannedStore& store : plan.stores(r)) m_stores.push_back(&store);
        for (const int fanout : question.regions()[r].fanouts)
            m_innerFanouts[static_cast<std::size_t>(fanout)] = inner++;
    }
    m_outermost.assign(regions + 1, {});
    m_outermost.back().fill(-1);
    for (std::size_t r = regions; r-- > 0;) {
        m_outermost[r] = m_outermost[r + 1];
        for (std::size_t i = plan.stores(r).size(); i-- > 0;)
            m_outermost[r][plan.stores(r)[i].tensor] = static_cast<int>(m_first[r] + i);
    }
    for (const TensorShape& tensor : question.tensors()) m_anyWindows = m_anyWindows || !tensor.windows.empty();
}

/// Which words matter after they were counted: those of accesses that are rounded up per instance, with ports all.
void ReuseClimb::findKept() {
    m_kept = {};
    m_slack = 0;
    const auto rounds = [&](int level, std::size_t t) {
        return m_question.regionOf(level) > 0 && m_question.costs(level, t).block > 1;
    };
    const auto keep = [&](std::size_t number, int level, std::size_t t) {
        if (!rounds(level, t)) return;
        m_kept[number] = true;
        const StoreCosts& costs = m_question.costs(level, t);
        m_slack += m_lanesAbove[m_question.regionOf(level)] * (costs.read + costs.fill + costs.update) + 4;
    };
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) keep(kAsked + t, m_plan.innermostLevel(t), t);
    for (std::size_t g = 0; g < m_stores.size(); ++g) {
        keep(kWords + 2 * g, m_stores[g]->level, m_stores[g]->tensor);
        keep(kWords + 2 * g + 1, m_stores[g]->parentLevel, m_stores[g]->tensor);
    }
    m_rounds = m_slack > 0;
    if (m_withWords) m_kept.fill(true);
    m_width = kWords + 2 * m_stores.size();
}

bool ReuseClimb::prepare() {
    m_choices.resize(static_cast<std::size_t>(m_question.target().architecture.fanoutCount()));
    for (const Region& region : m_question.regions())
        for (const int fanout : region.fanouts) {
            auto choices = laneChoicesOf(m_question, fanout, m_tick);
            if (!choices) {
                m_outgrown = m_tick();
                return false;
            }
            m_choices[static_cast<std::size_t>(fanout)] = *std::move(choices);
            if (countsLanes(m_question, fanout)) m_countsLanes |= std::uint64_t{1} << fanout;
        }
    m_outer = std::make_unique<Outer>(m_question, m_plan, m_axes, m_rules.dominance, m_book);
    constexpr std::size_t kFloorCells = 3000;
    const bool tails = m_question.tails();
    const bool done = tails ? m_outer->solveFloor(kFloorCells, m_tick) : m_outer->solve({}, m_tick);
    m_outgrown = m_outer->outgrown();
    m_counts.made += m_outer->made(), m_counts.dominated += m_outer->dominated();
    if (!done) return false;
    m_crossings.resize(m_fanouts.size());
    m_mostLanes.assign(tails ? 0 : m_fanouts.size() + 1, std::vector<std::int32_t>(m_outer->cells(), 0));
    findKept();
    const State first = firstState();
    m_leastEnergy = m_blocks.fits() ? leastEnergyOf(first) : Outer::kNoWay;
    m_leastCycles = leastStepsOf(first) * m_question.interval();
    return true;
}

ReuseClimb::State ReuseClimb::firstState() const {
    State state;
    state.region = m_question.regions().size() - 1;
    state.label[kEnergy] = m_question.macEnergy();
    state.label[kSteps] = 1;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        state.label[kPending + t] = m_question.macs();
        if (m_plan.parentRegion(t, state.region + 1) == state.region) meet(state, t, state.region);
    }
    return state;
}

bool ReuseClimb::run(std::size_t width, bool withWords) {
    m_withWords = withWords;
    m_tops = width;
    findKept();
    m_traces.clear();
    clearTables();
    const State first = firstState();
    push(first);
    return ascend(first.region);
}

void ReuseClimb::clearTables() {
    m_spots.clear(), m_numberOf.clear(), m_queue = {};
    m_labels = 0;
}

/// From what is in the tables of the region on. What is best by its bound goes first, so that it closes the rest.
bool ReuseClimb::ascend(std::size_t region) {
    if (region == 0) return climbOutermost();
    std::vector<Top> tops;
    if (!climbRegion(region, tops)) return false;
    std::stable_sort(tops.begin(), tops.end(), [](const Top& a, const Top& b) { return a.bound < b.bound; });
    for (std::size_t begin = 0; begin < tops.size();) {
        const std::size_t end = begin == 0 ? std::min(m_tops, tops.size()) : tops.size();
        // All the others go together: place by place, for what lanes make of one is the same for all of its labels.
        if (end == tops.size())
            std::stable_sort(tops.begin() + static_cast<std::ptrdiff_t>(begin), tops.end(),
                             [](const Top& a, const Top& b) { return a.key.place < b.key.place; });
        clearTables();
        for (; begin < end && m_labels <= m_rules.mostLabels / kBatches; ++begin) {
            const State state = stateOf(tops[begin].key, tops[begin].label, region);
            const std::int64_t energy = leastEnergyOf(state);
            if (isClosed(energy, leastCyclesOf(state))) {
                ++m_counts.closed;
                continue;
            }
            const std::int64_t alive = leastOfAlive(state);
            unroll(m_question.regions()[region - 1].fanouts.size(), state, energy - m_outer->least(state.place) - alive,
                   alive);
            if (!m_goesOn) return false;
        }
        if (!ascend(region - 1)) return false;
    }
    return true;
}

bool ReuseClimb::isFull() {
    if (m_labels > m_rules.mostLabels || m_traces.size() > kMostReuseTraces || m_book.size() > kMostFlows)
        m_outgrown = true;
    return m_outgrown;
}

ReuseClimb::State ReuseClimb::stateOf(const Key& key, const Label& label, std::size_t region) const {
    return {.region = region, .placed = key.placed, .place = key.place, .flows = m_book.at(key.flows), .label = label};
}

/// One more Store, or one more loop, in every way.
template <class Emit>
void ReuseClimb::expand(const State& state, const Emit& emit) {
    for (const PlannedStore& store : m_plan.stores(state.region)) {
        if ((state.placed & store.bit) || (store.inner & ~state.placed)) continue;
        State next = state;
        if (!placeStore(next, store)) {
            ++m_counts.tooLarge;
            continue;
        }
        if (!m_blocks.pass(state.region, state.placed, next.placed, m_axes, next.place)) continue;
        if (Label* label = emit(next)) label->trace = m_traces.store(state.label.trace, store);
    }
    if (m_question.regions()[state.region].levels.empty()) return;
    const int level = m_blocks.levelOf(state.region, state.placed);
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (m_axes.at(d, state.place).left == 1 || !mayGrow(state, d)) continue;
        for (const Step& step : m_axes.at(d, state.place).primes) {
            if (!m_blocks.allows(level, d, step.factor, m_axes, state.place)) continue;
            State next = state;
            grow(next, d, {m_blocks.landing(level, d, step.to, m_axes), step.factor});
            if (Label* label = emit(next)) label->trace = m_traces.loop(state.label.trace, d, step.factor);
        }
    }
}

/// From the MACs, or lanes, to everything that can stand below the fanouts outside.
bool ReuseClimb::climbRegion(std::size_t region, std::vector<Top>& tops) {
    using Entry = std::tuple<double, unsigned, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::uint32_t i = 0; i < m_spots.size(); ++i) queue.emplace(m_spots[i].size, m_spots[i].key.placed, i);
    while (!queue.empty()) {
        const std::uint32_t number = std::get<2>(queue.top());
        queue.pop();
        const Key key = m_spots[number].key;
        const std::vector<Label> labels = std::move(m_spots[number].labels);
        m_spots[number].labels.clear();
        m_labels -= labels.size();
        for (const Label& label : labels) {
            if (!(m_goesOn = m_goesOn && m_tick())) return false;
            const State state = stateOf(key, label, region);
            if (!m_blocks.leavesRoom(region, state.placed, m_axes, state.place)) {
                ++m_counts.noRoom;
                continue;
            }
            if (!canHold(state)) {
                ++m_counts.tooLarge;
                continue;
            }
            const std::int64_t energy = leastEnergyOf(state), cycles = leastCyclesOf(state);
            if (isClosed(energy, cycles)) {
                ++m_counts.closed;
                continue;
            }
            expand(state, [&](const State& next) -> Label* {
                const std::size_t before = m_spots.size();
                std::uint32_t spot = 0;
                if (!insert(next, &spot)) return nullptr;
                if (m_spots.size() > before) queue.emplace(m_spots[spot].size, next.placed, spot);
                return &m_spots[spot].labels.back();
            });
            if (state.placed == m_plan.all(region))
                tops.push_back({key, label, m_question.exact().worth(energy, cycles)});
            if (isFull() || tops.size() > kMostReuseTops) return !(m_outgrown = true);
        }
    }
    return true;
}

/// Labels of the outermost region, those with the best bounds first.
bool ReuseClimb::climbOutermost() {
    while (!m_queue.empty()) {
        const Node node = m_queue.top();
        m_queue.pop();
        if (!(m_goesOn = m_goesOn && m_tick()) || isFull()) return false;
        if (m_spots[node.spot].labels[node.label].trace == kGone) continue;
        if (isClosed(node.energy, node.cycles)) {
            ++m_counts.closed;
            continue;
        }
        const Label label = m_spots[node.spot].labels[node.label];
        const State state = stateOf(m_spots[node.spot].key, label, 0);
        if (!m_blocks.leavesRoom(0, state.placed, m_axes, state.place)) {
            ++m_counts.noRoom;
            continue;
        }
        if (!canHold(state)) {
            ++m_counts.tooLarge;
            continue;
        }
        const bool isWhole = m_axes.left(state.place) == 1;
        if (state.placed == m_plan.all(0) && (isWhole || state.flows.alive == 0)) {
            if (m_blocks.allowsRest(m_axes, state.place)) offer(state);
            continue;
        }
        expand(state, [&](const State& next) -> Label* {
            std::uint32_t spot = 0;
            const std::int64_t energy = leastEnergyOf(next), cycles = leastCyclesOf(next);
            if (isClosed(energy, cycles)) {
                ++m_counts.closed;
                return nullptr;
            }
            if (!insert(next, &spot)) return nullptr;
            m_queue.push({static_cast<double>(m_question.exact().worth(energy, cycles)[0]), m_spots[spot].size, spot,
                          static_cast<std::uint32_t>(m_spots[spot].labels.size() - 1), energy, cycles});
            return &m_spots[spot].labels.back();
        });
    }
    return true;
}

bool ReuseClimb::isNoWorse(const Label& a, const Label& b, std::uint32_t alive) const {
    bool all = true;
    // Without ports, words only matter through accesses: no more than the slack of energy.
    const bool loose = m_slack > 0 && !m_withWords && a[kEnergy] + m_slack <= b[kEnergy];
    for (std::size_t n = 0; n < m_width; ++n) {
        if (a[n] <= b[n]) continue;
        if (!loose) return false;
        const bool isCounted = (n >= kAsked && n < kWords) || (n >= kWords && !(alive >> ((n - kWords) / 2) & 1));
        if (!isCounted) return false;
        all = false;
    }
    return all || loose;
}

/// True if the label is kept; it is the last one of its spot then.
bool ReuseClimb::insert(const State& state, std::uint32_t* spot) {
    ++m_counts.made;
    const Key key{state.place, m_book.find(state.flows), state.placed};
    const auto [found, isNew] = m_numberOf.try_emplace(key, static_cast<std::uint32_t>(m_spots.size()));
    if (isNew) m_spots.push_back({.key = key, .size = m_axes.size(state.place), .labels = {}});
    *spot = found->second;
    std::vector<Label>& labels = m_spots[found->second].labels;
    const bool ordered = state.region == 0;  // nodes of the queue point at labels
    if (m_rules.dominance) {
        for (const Label& other : labels)
            if (other.trace != kGone && isNoWorse(other, state.label, state.flows.alive)) {
                ++m_counts.dominated;
                return false;
            }
        if (ordered) {
            for (Label& other : labels)
                if (other.trace != kGone && isNoWorse(state.label, other, state.flows.alive))
                    other.trace = kGone, ++m_counts.dominated;
        } else {
            const std::size_t removed = std::erase_if(
                labels, [&](const Label& other) { return isNoWorse(state.label, other, state.flows.alive); });
            m_counts.dominated += static_cast<std::int64_t>(removed);
            m_labels -= removed;
        }
    } else if (std::any_of(labels.begin(), labels.end(),
                           [&](const Label& other) { return other.numbers == state.label.numbers; })) {
        return false;
    }
    labels.push_back(state.label);
    ++m_labels;
    return true;
}

/// Into the region that the state is in. False if that adds nothing.
bool ReuseClimb::push(const State& state) {
    const std::int64_t energy = leastEnergyOf(state), cycles = leastCyclesOf(state);
    if (isClosed(energy, cycles)) {
        ++m_counts.closed;
        return false;
    }
    std::uint32_t spot = 0;
    if (!insert(state, &spot)) return false;
    if (state.region == 0)
        m_queue.push({static_cast<double>(m_question.exact().worth(energy, cycles)[0]), m_spots[spot].size, spot,
                      static_cast<std::uint32_t>(m_spots[spot].labels.size() - 1), energy, cycles});
    return true;
}

/// Loops between two fanouts only take away what lanes divide, and constraints what they may be.
std::int64_t ReuseClimb::mostLanes(std::size_t fanouts, const Place& place) {
    if (fanouts == 0) return 1;
    std::int32_t& known = m_mostLanes[fanouts][m_outer->cellOf(place)];
    if (known != 0) return known;
    std::int64_t most = 1, further = 1;
    for (std::size_t f = 0; f + 1 < fanouts; ++f)
        further *= m_choices[static_cast<std::size_t>(m_fanouts[f])].front().product;
    for (const LaneChoice& choice : m_choices[static_cast<std::size_t>(m_fanouts[fanouts - 1])]) {
        if (choice.product * further <= most) break;
        bool divides = true;
        for (std::size_t d = 0; d < m_question.dimensions() && divides; ++d)
            divides = m_axes.at(d, place).left % choice.lanes[d] == 0;
        if (!divides) continue;
        Place outside = place;
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (choice.lanes[d] > 1) outside[d] = m_axes[d].across(place[d], choice.lanes[d], 0);
        most = std::max(most, choice.product * mostLanes(fanouts - 1, outside));
    }
    known = static_cast<std::int32_t>(most);
    return most;
}

std::int64_t ReuseClimb::lanesAfter(std::size_t region, const Place& place) {
    return m_mostLanes.empty() ? m_lanesAbove[region] : mostLanes(m_fanoutsAbove[region], place);
}

/// Fanouts `fanout` - 1 .. 0 of those above the state's region, inside out. `inside`: least of what comes of it, without the
/// outermost region and what is alive, which takes `alive`.
void ReuseClimb::unroll(std::size_t fanout, const State& state, std::int64_t inside, std::int64_t alive) {
    if (!(m_goesOn = m_goesOn && m_tick())) return;
    if (fanout == 0) {
        State next = state;
        arrive(next);
        if (!m_blocks.leavesRoom(next.region, 0, m_axes, next.place)) {
            ++m_counts.noRoom;
            return;
        }
        m_pushed += push(next);
        if (isFull()) m_goesOn = false;
        return;
    }
    const int own = m_question.regions()[state.region - 1].fanouts[fanout - 1];
    const Crossings& crossings = crossingsOf(state.region, fanout, state.place);
    const Fanout& network = m_question.target().architecture.fanouts()[static_cast<std::size_t>(own)];
    const CrossedFanout over{.fanout = fanout,
                             .number = own,
                             .further = crossings.further,
                             .steps = state.label[kSteps] * m_question.interval(),
                             .waiting = leastOfWaiting(state, crossings.further * network.x * network.y)};
    for (std::size_t i = 0; i < crossings.list.size() && m_goesOn; ++i) {
        // Most lanes come first; those with as many are closed together.
        const Crossing& first = crossings.list[i];
        if (isClosed(inside + alive + first.leastOuter, over.steps * first.leastCycles)) {
            m_counts.lanes += static_cast<std::int64_t>(first.end - i);
            i = first.end - 1;
            continue;
        }
        for (; i < first.end && m_goesOn; ++i) crossTo(crossings.list[i], over, state, inside, alive);
        --i;
    }
}

/// Over one fanout with these lanes, and on, unless a bound closes it.
void ReuseClimb::crossTo(const Crossing& crossing, const CrossedFanout& over, const State& state, std::int64_t inside,
                         std::int64_t alive) {
    const std::int64_t cycles = over.steps * crossing.cycles, outer = crossing.outer;
    ++m_counts.lanes;
    if (isClosed(inside + alive + outer, cycles)) return;
    const LaneChoice& choice = *crossing.choice;
    // In the order of what they take to look at: what waits, what is alive, and all that lanes change.
    inside += std::max<std::int64_t>(0, leastOfWaitingBehind(state, choice, over.further) - over.waiting);
    if (isClosed(inside + alive + outer, cycles)) return;
    const bool arrives = over.fanout == 1;
    const std::int64_t later =
        std::max(alive, leastOfOrders(state, crossing.outside, &choice, crossing.after, arrives));
    if (isClosed(inside + later + outer, cycles)) return;
    State next = state;
    if (!cross(next, over.number, choice)) return;
    const std::int64_t rest = m_plan.leastRest(state.region, state.placed) + leastOfOutputs(next, crossing.after);
    const std::int64_t crossed = next.label[kEnergy] + rest + leastOfWaiting(next, over.further);
    if (isClosed(crossed + later + outer, cycles)) return;
    --m_counts.lanes;
    const std::size_t traces = m_traces.size(), pushed = m_pushed;
    next.label.trace = m_traces.lanes(state.label.trace, over.number, choice, m_question.dimensions());
    unroll(over.fanout - 1, next, crossed, later);
    if (m_pushed == pushed) m_traces.shrink(traces);
}

/// All lanes that divide what is left at the place, most first.
const ReuseClimb::Crossings& ReuseClimb::crossingsOf(std::size_t region, std::size_t fanout, const Place& place) {
    const std::size_t fanoutsLeft = m_fanoutsAbove[region - 1] + fanout - 1;
    Crossings& crossings = m_crossings[fanoutsLeft];
    if (!crossings.list.empty() && crossings.place == place) return crossings;
    crossings.place = place;
    crossings.list.clear();
    const std::vector<int>& fanouts = m_question.regions()[region - 1].fanouts;
    crossings.further = m_lanesAbove[region - 1];
    for (std::size_t f = 0; f + 1 < fanout; ++f) {
        const Fanout& other = m_question.target().architecture.fanouts()[static_cast<std::size_t>(fanouts[f])];
        crossings.further *= other.x * other.y;
    }
    const std::int64_t left = m_axes.left(place);
    for (const LaneChoice& choice : m_choices[static_cast<std::size_t>(fanouts[fanout - 1])]) {
        bool divides = true;
        for (std::size_t d = 0; d < m_question.dimensions() && divides; ++d)
            divides = m_axes.at(d, place).left % choice.lanes[d] == 0;
        if (!divides) continue;
        Crossing own{.choice = &choice, .outside = place};
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (choice.lanes[d] > 1) own.outside[d] = m_axes[d].across(place[d], choice.lanes[d], 0);
        own.outer = own.leastOuter = m_outer->least(own.outside);
        if (own.outer >= Outer::kNoWay) continue;
        own.after = mostLanes(fanoutsLeft, own.outside);
        own.cycles = own.leastCycles = ceilDiv(left / choice.product, own.after);
        crossings.list.push_back(own);
    }
    for (std::size_t i = crossings.list.size(); i-- > 0;) {
        Crossing& own = crossings.list[i];
        own.end = i + 1;
        if (own.end == crossings.list.size() || crossings.list[own.end].choice->product != own.choice->product)
            continue;
        const Crossing& next = crossings.list[own.end];
        own.end = next.end;
        own.leastOuter = std::min(own.leastOuter, next.leastOuter);
        own.leastCycles = std::min(own.leastCycles, next.leastCycles);
    }
    return crossings;
}

/// A whole mapping, but for loops whose order doesn't matter any more.
void ReuseClimb::offer(State state) {
    for (std::size_t g = 0; g < m_stores.size(); ++g)
        if (state.flows.alive >> g & 1) kill(state, g);
    std::int64_t energy = state.label[kEnergy];
    const std::int64_t least = leastCyclesOf(state);
    if (m_archive.closes(energy, least)) return;
    Found found{.energy = energy, .cycles = least, .worth = {}, .nest = m_blocks.rest(m_axes, state.place)};
    m_traces.append(state.label.trace, found.nest);
    if (m_rounds || !m_plan.ports().empty()) {
        const auto judged = m_judge(mappingOf(found.nest, m_question));
        if (!judged) return;
        if (judged->cycles > least) noteSlower(energy, least);
        found.cycles = judged->cycles;
        if (m_rounds) {
            const double scaled = judged->energyPj * m_question.exact().scale() -
                                  static_cast<double>(m_question.exact().total(0, judged->cycles));
            if (std::abs(scaled - static_cast<double>(energy)) > 1e-11 * scaled) found.energy = std::llround(scaled);
        }
        if (m_archive.closes(found.energy, found.cycles)) return;
    }
    m_archive.add(std::move(found));
}

}  // namespace lapidary::optimal::regions
