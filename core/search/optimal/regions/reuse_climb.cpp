// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/reuse_climb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace lapidary::optimal::regions {

namespace {

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
      m_book(question, tick),
      m_traces(question.mirror()) {
    limitTo(rules.mostBytes);
    std::int64_t lanes = 1;
    const std::size_t regions = question.regions().size();
    m_innerFanouts.assign(static_cast<std::size_t>(question.target().architecture.fanoutCount()), kMostInner);
    std::size_t inner = 0;
    for (std::size_t r = 0; r < regions; ++r) {
        m_lanesAbove.push_back(lanes);
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
    m_kept = {}, m_lastRoundedOf = {};
    m_slack = 0, m_lastRounded = 0;
    const auto rounds = [&](int level, std::size_t t) {
        return m_question.regionOf(level) > 0 && m_question.costs(level, t).block > 1;
    };
    const auto keep = [&](std::size_t number, int level, std::size_t t) {
        if (!rounds(level, t)) return;
        m_kept[number] = true;
        m_lastRoundedOf[t] = std::max(m_lastRoundedOf[t], m_question.regionOf(level));
        m_lastRounded = std::max(m_lastRounded, m_lastRoundedOf[t]);
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
    m_remembered = 0;
    for (std::size_t g = 0; m_question.tails() && g < m_stores.size(); ++g)
        if (slides(g) || m_kept[kWords + 2 * g] || m_kept[kWords + 2 * g + 1]) m_remembered |= 1u << g;
    m_width = kWords + (m_question.tails() ? 4 : 2) * m_stores.size();
}

bool ReuseClimb::prepare() {
    if (!findChoices()) return false;
    m_outer = std::make_unique<Outer>(m_question, m_plan, m_axes, m_rules.dominance, m_book, m_mostBytes);
    constexpr std::size_t kFloorCells = 3000;
    const bool tails = m_question.tails();
    const bool done = tails ? m_outer->solveFloor(kFloorCells, m_tick) : m_outer->solve({}, m_tick);
    m_outgrown = m_outer->outgrown();
    m_counts.made += m_outer->made(), m_counts.dominated += m_outer->dominated();
    if (!done || !findMostLanes()) return false;
    findKept();
    const State first = firstState();
    m_leastEnergy = m_blocks.fits() ? leastEnergyOf(first) : Outer::kNoWay;
    m_leastCycles = leastStepsOf(first) * m_question.interval();
    return true;
}

ReuseClimb::State ReuseClimb::firstState() {
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
    m_topCount = 0;
    State first = firstState();
    findCompared(first.region);
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
    std::deque<Top> tops;
    if (!climbRegion(region, tops)) return false;
    const auto isLater = [&tops](std::uint32_t a, std::uint32_t b) {
        return tops[a].bound != tops[b].bound ? tops[b].bound < tops[a].bound : b < a;
    };
    std::vector<std::uint32_t> order(tops.size());
    std::iota(order.begin(), order.end(), 0u);
    std::make_heap(order.begin(), order.end(), isLater);
    m_topCount += tops.size();
    for (bool isFirst = true; !order.empty(); isFirst = false) {
        clearTables();
        findCompared(region - 1);
        // In parts, so that tables don't outgrow memory: what is in them is looked into first.
        for (std::size_t i = 0; !order.empty() && (!isFirst || i < m_tops) && !isHalfFull(); ++i) {
            std::pop_heap(order.begin(), order.end(), isLater);
            const Top& top = tops[order.back()];
            order.pop_back();
            const State state = stateOf(top.key, top.label, region);
            const std::int64_t energy = leastEnergyOf(state);
            if (isClosed(energy, leastCyclesOf(state))) {
                ++m_counts.closed;
                if (m_archive.wantsFront()) continue;
                // What comes after has no better bound.
                m_counts.closed += static_cast<std::int64_t>(order.size());
                order.clear();
                break;
            }
            unroll(m_question.regions()[region - 1].fanouts.size(), state, energy);
            if (!m_goesOn) return false;
        }
        if (!ascend(region - 1)) return false;
    }
    m_topCount -= tops.size();
    return true;
}

void ReuseClimb::release() {
    clearTables();
    m_spots.shrink_to_fit();
    m_traces.release();
    // The next run may ask for the same lanes: a few may stay.
    constexpr std::size_t kMostKeptBytes = std::size_t{2} << 20;
    if (m_laneBytes <= kMostKeptBytes) return;
    m_laneTables.clear();
    m_laneBytes = 0;
}

std::size_t ReuseClimb::bytes() const {
    constexpr std::size_t kNode = 2 * sizeof(void*);  // of a hash table, besides its entry
    // A vector of labels has room for some more than it holds.
    return m_labels * (sizeof(Label) + sizeof(Label) / 2) +
           m_spots.size() * (sizeof(Spot) + sizeof(std::pair<Key, std::uint32_t>) + kNode) +
           m_topCount * (sizeof(Top) + sizeof(std::uint32_t)) + m_queue.size() * sizeof(Node) + m_traces.bytes() +
           m_laneBytes + m_book.bytes() + (m_outer ? m_outer->bytes() : 0);
}

bool ReuseClimb::isHalfFull() const {
    constexpr std::size_t kParts = 8;
    return m_labels * sizeof(Label) > m_mostBytes / kParts;
}

bool ReuseClimb::isFull() {
    if (bytes() > m_mostBytes) m_outgrown = true;
    return m_outgrown;
}

ReuseClimb::State ReuseClimb::stateOf(const Key& key, const Label& label, std::size_t region) const {
    return {.region = region, .placed = key.placed, .place = key.place, .flows = m_book.at(key.flows), .label = label};
}

/// The way to what was inserted last.
void ReuseClimb::note(Label& label, const State& state, std::uint32_t trace) {
    label.trace = state.mirrored ? m_traces.mirrored(trace) : trace;
}

/// One more Store, or one more loop, in every way.
template <class Emit>
void ReuseClimb::expand(const State& state, const Emit& emit) {
    for (const PlannedStore& store : m_plan.stores(state.region)) {
        if (!mayPlace(state, store)) continue;
        State next = state;
        if (!placeStore(next, store)) {
            ++m_counts.tooLarge;
            continue;
        }
        if (!m_blocks.pass(state.region, state.placed, next.placed, m_axes, next.place)) continue;
        if (Label* label = emit(next)) note(*label, next, m_traces.store(state.label.trace, store));
    }
    if (m_question.regions()[state.region].levels.empty() || !mayLoop(state)) return;
    const int level = m_blocks.levelOf(state.region, state.placed);
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (m_axes.at(d, state.place).left == 1 || !mayGrow(state, d)) continue;
        for (const Step& step : m_axes.at(d, state.place).primes) {
            if (!m_blocks.allows(level, d, step.factor, m_axes, state.place)) continue;
            State next = state;
            if (!grow(next, d, {m_blocks.landing(level, d, step.to, m_axes), step.factor})) continue;
            if (Label* label = emit(next)) note(*label, next, m_traces.loop(state.label.trace, d, step.factor));
        }
    }
}

/// From the MACs, or lanes, to everything that can stand below the fanouts outside.
bool ReuseClimb::climbRegion(std::size_t region, std::deque<Top>& tops) {
    using Entry = std::tuple<double, unsigned, std::uint64_t, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::uint32_t i = 0; i < m_spots.size(); ++i)
        queue.emplace(m_spots[i].size, m_spots[i].key.placed, m_spots[i].order, i);
    while (!queue.empty()) {
        const std::uint32_t number = std::get<3>(queue.top());
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
            expand(state, [&](State& next) -> Label* {
                const std::size_t before = m_spots.size();
                std::uint32_t spot = 0;
                if (!insert(next, &spot)) return nullptr;
                if (m_spots.size() > before) queue.emplace(m_spots[spot].size, next.placed, m_spots[spot].order, spot);
                return &m_spots[spot].labels.back();
            });
            if (state.placed == m_plan.all(region))
                tops.push_back({key, label, m_question.exact().worth(energy, cycles)});
            if (isFull() || bytes() + tops.size() * sizeof(Top) > m_mostBytes) return !(m_outgrown = true);
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
        const Label label = m_spots[node.spot].labels[node.label];
        if (label.trace == kGone) continue;
        const State state = stateOf(m_spots[node.spot].key, label, 0);
        if (!m_blocks.leavesRoom(0, state.placed, m_axes, state.place)) {
            ++m_counts.noRoom;
            continue;
        }
        if (!canHold(state)) {
            ++m_counts.tooLarge;
            continue;
        }
        if (isClosed(leastEnergyOf(state), leastCyclesOf(state))) {
            ++m_counts.closed;
            continue;
        }
        const bool isWhole = m_axes.left(state.place) == 1;
        if (state.placed == m_plan.all(0) && (isWhole || state.flows.alive == 0)) {
            if (m_blocks.allowsRest(m_axes, state.place)) offer(state);
            continue;
        }
        expand(state, [&](State& next) -> Label* {
            std::uint32_t spot = 0;
            const std::int64_t energy = leastEnergyOf(next), cycles = leastCyclesOf(next);
            if (isClosed(energy, cycles)) {
                ++m_counts.closed;
                return nullptr;
            }
            if (!insert(next, &spot)) return nullptr;
            enqueue(spot, energy, cycles);
            return &m_spots[spot].labels.back();
        });
    }
    return true;
}

/// Which numbers may differ at all: the rest is 0, or the same at a place.
void ReuseClimb::findCompared(std::size_t region) {
    m_compared.assign({kSteps});
    const auto add = [&](std::size_t from, std::size_t count) {
        for (std::size_t n = from; n < from + count; ++n) m_compared.push_back(n);
    };
    add(kPending, m_question.tensors().size());
    add(kLanes, m_plan.slotCount());
    add(kRoom, m_plan.rooms(region));
    if (!m_rounds && !m_withWords && !m_question.tails()) return;
    add(kAsked, m_question.tensors().size());
    add(kWords, (m_question.tails() ? 4 : 2) * m_stores.size());
}

/// `uneven`: instances whose accesses are rounded up don't fare alike, so that words of all tell nothing of them; `vague`:
/// nobody knows what lanes along windows ask for. Labels of equal pasts have the same words in the same instances.
bool ReuseClimb::isNoWorse(const Label& a, const Label& b, std::uint32_t alive, bool uneven, bool vague) const {
    if (m_rules.pasts && (uneven || vague) && a.past == b.past && a[kEnergy] <= b[kEnergy] &&
        a[kExcess] <= b[kExcess] &&
        std::all_of(m_compared.begin(), m_compared.end(), [&](std::size_t n) { return a[n] <= b[n]; }))
        return true;
    if (vague) return false;
    bool all = a[kEnergy] + a[kExcess] <= b[kEnergy];
    // Without ports, words only matter through accesses: no more than the slack of energy.
    const bool loose = m_slack > 0 && !m_withWords && a[kEnergy] + a[kExcess] + m_slack <= b[kEnergy];
    if (!loose && (!all || uneven)) return false;
    for (const std::size_t n : m_compared) {
        if (a[n] <= b[n]) continue;
        if (!loose) return false;
        const bool isCounted = (n >= kAsked && n < kExcess) ||
                               (n >= kWords && n < numberOfWeight(0) && !(alive >> ((n - kWords) / 2) & 1));
        if (!isCounted) return false;
        all = false;
    }
    if (m_rounds || m_withWords || m_question.tails()) return all || loose;
    for (std::uint32_t open = alive; open != 0; open &= open - 1) {
        const std::size_t n = kWords + 2 * static_cast<std::size_t>(std::countr_zero(open));
        if (a[n] > b[n] || a[n + 1] > b[n + 1]) return false;
    }
    return true;
}

/// True if the label is kept; it is the last one of its spot then.
bool ReuseClimb::insert(State& state, std::uint32_t* spot) {
    ++m_counts.made;
    state.mirrored = mirror(state);
    const Key key{state.place, m_book.find(state.flows), state.placed};
    const auto [found, isNew] = m_numberOf.try_emplace(key, static_cast<std::uint32_t>(m_spots.size()));
    if (isNew)
        m_spots.push_back({.key = key,
                           .size = m_axes.size(state.place),
                           .order = m_axes.order(state.place) ^ m_book.order(key.flows) ^ key.placed,
                           .labels = {}});
    *spot = found->second;
    std::vector<Label>& labels = m_spots[found->second].labels;
    const bool uneven = isUneven(state), vague = m_question.tails() && isVague(state);
    const bool ordered = state.region == 0;  // nodes of the queue point at labels
    if (m_rules.dominance) {
        for (const Label& other : labels)
            if (other.trace != kGone && isNoWorse(other, state.label, state.flows.alive, uneven, vague)) {
                ++m_counts.dominated;
                return false;
            }
        if (ordered) {
            for (Label& other : labels)
                if (other.trace != kGone && isNoWorse(state.label, other, state.flows.alive, uneven, vague))
                    other.trace = kGone, ++m_counts.dominated;
        } else {
            const std::size_t removed = std::erase_if(labels, [&](const Label& other) {
                return isNoWorse(state.label, other, state.flows.alive, uneven, vague);
            });
            m_counts.dominated += static_cast<std::int64_t>(removed);
            m_labels -= removed;
        }
    } else if (std::any_of(labels.begin(), labels.end(), [&](const Label& other) {
                   return other.past == state.label.past && other.numbers == state.label.numbers;
               })) {
        return false;
    }
    labels.push_back(state.label);
    ++m_labels;
    return true;
}

/// Into the region that the state is in.
void ReuseClimb::push(State& state) {
    const std::int64_t energy = leastEnergyOf(state), cycles = leastCyclesOf(state);
    if (isClosed(energy, cycles)) {
        ++m_counts.closed;
        return;
    }
    std::uint32_t spot = 0;
    if (!insert(state, &spot)) return;
    std::uint32_t trace = state.label.trace;
    for (const auto& [fanout, choice] : m_chosen)
        trace = m_traces.lanes(trace, fanout, *choice, m_question.dimensions());
    note(m_spots[spot].labels.back(), state, trace);
    if (state.region > 0) return;
    enqueue(spot, energy, cycles);
}

/// The last label of a spot of the outermost region.
void ReuseClimb::enqueue(std::uint32_t spot, std::int64_t energy, std::int64_t cycles) {
    const Spot& at = m_spots[spot];
    m_queue.push({static_cast<double>(m_question.exact().worth(energy, cycles)[0]), at.size, at.order, spot,
                  static_cast<std::uint32_t>(at.labels.size() - 1)});
}

/// A whole mapping, but for loops whose order doesn't matter any more.
void ReuseClimb::offer(State state) {
    for (std::size_t g = 0; g < m_stores.size(); ++g)
        if (state.flows.alive >> g & 1) kill(state, g);
    const std::int64_t energy = state.label[kEnergy], excess = state.label[kExcess];
    const std::int64_t least = leastCyclesOf(state);
    if (m_archive.closes(energy, least)) return;
    Found found{.energy = energy, .cycles = least, .worth = {}, .nest = m_blocks.rest(m_axes, state.place)};
    m_traces.append(state.label.trace, found.nest);
    const bool asks = m_rounds || !m_plan.ports().empty() || m_question.tails() || m_question.together();
    if (asks && (!judge(energy, excess, least, found) || m_archive.closes(found.energy, found.cycles))) return;
    m_archive.add(std::move(found));
}

/// What the model counts. Energy may be more by what is rounded up, or by words that nobody knows, but never less.
bool ReuseClimb::judge(std::int64_t energy, std::int64_t excess, std::int64_t least, Found& found) {
    const auto judged = m_judge(mappingOf(found.nest, m_question));
    if (!judged) {
        const Worth worth = m_question.exact().worth(energy, least);
        m_unplaced = std::min(m_unplaced.value_or(worth), worth);
        return false;
    }
    if (judged->cycles > least) noteSlower(energy, least);
    found.cycles = judged->cycles;
    if (!m_rounds && !m_question.tails()) return true;
    const double scaled = judged->energyPj * m_question.exact().scale() -
                          static_cast<double>(m_question.exact().total(0, judged->cycles));
    const double more = scaled - static_cast<double>(energy);
    if (std::abs(more) <= 1e-11 * scaled) return true;
    found.energy = std::llround(scaled);
    const double most = static_cast<double>(excess + m_slack);
    if (m_question.tails() && (more < 0 || more > most * (1 + 1e-9) || judged->cycles < least)) {
        m_miscounted = true;
    }
    return true;
}

}  // namespace lapidary::optimal::regions
