// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a region over the fanouts to the next one out under the default semantics: which lanes there are, how many may
// still come, and what a choice of them takes at least, told before it is made.

#include <algorithm>

#include "core/search/optimal/regions/reuse_climb.h"

namespace lapidary::optimal::regions {

namespace {

constexpr std::size_t kMostLaneSteps = 40'000'000;  ///< cells of a table of most lanes times choices
constexpr int kChoicesPerTick = 256;
constexpr std::uint16_t kNoLanding = 0xfffe;
constexpr std::size_t kMostLaneBytes = std::size_t{64} << 20;  ///< of tables of lanes by tile

}  // namespace

bool ReuseClimb::findChoices() {
    m_choices.assign(m_innerFanouts.size(), {});
    m_facts.assign(m_innerFanouts.size(), {});
    m_known.assign(m_innerFanouts.size(), {});
    m_mostOf.fill(1);
    for (const Region& region : m_question.regions())
        for (const int fanout : region.fanouts) {
            auto choices = laneChoicesOf(m_question, fanout, m_tick);
            if (!choices) {
                m_outgrown = m_tick();
                return false;
            }
            for (const LaneChoice& choice : *choices) {
                LaneFacts facts;
                for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
                    if (choice.lanes[d] == 1) continue;
                    facts.unrolled[facts.count++] = static_cast<std::uint8_t>(d);
                    m_mostOf[d] = std::max(m_mostOf[d], choice.lanes[d]);
                    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
                        if (!(m_question.tensors()[t].indexed >> d & 1)) facts.merged[t] *= choice.lanes[d];
                        if (m_book.sliding(t) >> d & 1) facts.sliding[t] *= choice.lanes[d];
                    }
                }
                m_facts[static_cast<std::size_t>(fanout)].push_back(facts);
                if (m_question.tails()) m_known[static_cast<std::size_t>(fanout)].insert(choice.lanes);
            }
            m_choices[static_cast<std::size_t>(fanout)] = *std::move(choices);
        }
    m_landings.assign(m_question.dimensions(), {});
    return true;
}

/// Choices of the fanout that divide what the tile leaves.
const ReuseClimb::LaneTable& ReuseClimb::laneTable(int fanout, const State& state, std::uint32_t index) {
    const auto f = static_cast<std::size_t>(fanout);
    m_laneTables.resize(m_choices.size());
    m_unkeptTables.resize(m_choices.size());
    if (m_laneTables[f].empty()) {
        m_laneTables[f].resize(m_outer->tiles());
        m_laneBytes += m_outer->tiles() * sizeof(LaneTable);
    }
    const bool isKept = m_laneTables[f][index].made || m_laneBytes < kMostLaneBytes;
    LaneTable& table = isKept ? m_laneTables[f][index] : m_unkeptTables[f];
    if (isKept && table.made) return table;
    makeTable(table, fanout, state, index);
    if (isKept)
        m_laneBytes += table.ways.capacity() * sizeof(LaneTable::Way) + table.groups.capacity() * sizeof(LaneGroup);
    return table;
}

void ReuseClimb::makeTable(LaneTable& table, int fanout, const State& state, std::uint32_t index) {
    const auto f = static_cast<std::size_t>(fanout);
    const auto& most = m_mostLanes[state.region - 1];
    table.groups.clear();
    table.ways.clear();
    table.made = true;
    for (std::size_t i = 0; i < m_choices[f].size() && m_goesOn; ++i) {
        if (i % kChoicesPerTick == kChoicesPerTick - 1) m_goesOn = m_tick();
        const LaneChoice& choice = m_choices[f][i];
        std::uint32_t to = index;
        if (!moved(m_facts[f][i], choice, state.place, to)) continue;
        if (table.groups.empty() || table.groups.back().product != choice.product) {
            const auto first = static_cast<std::uint32_t>(table.ways.size());
            table.groups.push_back({.product = choice.product, .first = first, .last = first});
            if (most.empty()) table.groups.back().further = m_lanesAbove[state.region - 1];
        }
        LaneGroup& group = table.groups.back();
        table.ways.push_back({static_cast<std::uint32_t>(i), to, m_outer->leastAt(to)});
        group.last = static_cast<std::uint32_t>(table.ways.size());
        if (!most.empty()) group.further = std::max(group.further, most[to]);
        for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
            group.merged[t] = std::max(group.merged[t], m_facts[f][i].merged[t]);
            group.sliding[t] = std::max(group.sliding[t], m_facts[f][i].sliding[t]);
        }
    }
    for (const LaneGroup& group : table.groups)
        std::sort(table.ways.begin() + group.first, table.ways.begin() + group.last,
                  [](const LaneTable::Way& a, const LaneTable::Way& b) {
                      return a.outer != b.outer ? a.outer < b.outer : a.choice < b.choice;
                  });
    // Unfinished, as the search ends.
    if (!m_goesOn) table.groups.clear();
}

/// Where lanes lead along a dimension; kNoLanding if they don't divide what is left.
std::uint16_t ReuseClimb::landing(std::size_t d, std::uint16_t state, std::int32_t lanes) {
    const std::size_t width = static_cast<std::size_t>(m_mostOf[d]) + 1;
    auto& known = m_landings[d];
    const std::size_t at = state * width + static_cast<std::size_t>(lanes);
    if (at >= known.size()) known.resize((state + std::size_t{1}) * width, 0);
    // Kept plus one: 0 is what nobody has asked for yet.
    if (known[at] == 0)
        known[at] = static_cast<std::uint16_t>(
            (m_axes[d].at(state).left % lanes == 0 ? m_axes[d].across(state, lanes, 0) : kNoLanding) + 1);
    return static_cast<std::uint16_t>(known[at] - 1);
}

/// By region and tile the most lanes of the fanouts above it: lanes divide what is left, and temporal loops leave less.
bool ReuseClimb::findMostLanes() {
    m_mostLanes.assign(m_question.regions().size(), {});
    if (m_question.tails() || !m_rules.foresight) return true;
    std::vector<std::int64_t> most(m_outer->tiles(), 1);
    for (std::size_t r = 0; r + 1 < m_question.regions().size(); ++r) {
        for (const int fanout : m_question.regions()[r].fanouts) {
            const auto& choices = m_choices[static_cast<std::size_t>(fanout)];
            if (most.size() * choices.size() > kMostLaneSteps) return true;
            const std::vector<std::int64_t> outer = std::move(most);
            most.assign(outer.size(), 1);
            for (std::uint32_t index = 0; index < outer.size(); ++index) {
                if (!m_tick()) return false;
                const Place place = m_outer->placeAt(index);
                for (std::size_t i = 0; i < choices.size(); ++i) {
                    if (i % kChoicesPerTick == kChoicesPerTick - 1 && !m_tick()) return false;
                    // Most lanes come first, and further out no more than at the beginning.
                    if (choices[i].product * outer.front() <= most[index]) break;
                    std::uint32_t to = index;
                    if (moved(m_facts[static_cast<std::size_t>(fanout)][i], choices[i], place, to))
                        most[index] = std::max(most[index], choices[i].product * outer[to]);
                }
            }
        }
        m_mostLanes[r + 1] = most;
    }
    return true;
}

/// The tile behind the lanes; false if they don't divide what is left.
bool ReuseClimb::moved(const LaneFacts& facts, const LaneChoice& choice, const Place& place, std::uint32_t& index) {
    for (std::size_t i = 0; i < facts.count; ++i) {
        const std::size_t d = facts.unrolled[i];
        const std::uint16_t to = landing(d, place[d], choice.lanes[d]);
        if (to == kNoLanding) return false;
        index += m_outer->offsetOf(d, to) - m_outer->offsetOf(d, place[d]);
    }
    return true;
}

/// What lanes leave as it is.
ReuseClimb::Crossing ReuseClimb::crossingOf(const State& state, std::size_t fanout) {
    Crossing from;
    from.alive = leastOfAlive(state);
    from.fixed = state.label[kEnergy] + from.alive + m_plan.leastRest(state.region, state.placed);
    from.index = m_outer->indexOf(state.place);
    from.left = m_axes.left(state.place);
    from.isLast = fanout == 1;
    const std::vector<int>& fanouts = m_question.regions()[state.region - 1].fanouts;
    from.further = m_lanesAbove[state.region - 1];
    for (std::size_t f = 0; f + 1 < fanout; ++f) {
        const Fanout& other = m_question.target().architecture.fanouts()[static_cast<std::size_t>(fanouts[f])];
        from.further *= other.x * other.y;
    }
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        from.unindexed[t] = leftOf(t, false, state.place);
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (m_book.sliding(t) >> d & 1) from.sliding[t] *= m_axes.at(d, state.place).left;
    }
    for (auto& lanes : from.unrolled) lanes.fill(1);
    for (std::size_t i = 0; i < state.flows.unrolls; ++i) {
        const Unrolled& own = state.flows.unrolled[i];
        from.unrolled[own.tensor][own.dimension] *= own.lanes;
    }
    return from;
}

/// Least energy of everything that begins with these lanes; `index`: the tile behind them.
std::int64_t ReuseClimb::leastBehind(const State& state, const Crossing& from, const LaneFacts& facts,
                                     const LaneChoice& choice, std::uint32_t index) const {
    const std::int64_t outer = m_outer->leastAt(index);
    if (outer >= Outer::kNoWay) return Outer::kNoWay;
    std::int64_t energy = from.fixed + outer;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        std::int64_t words = state.label[kPending + t];
        if (words == 0) continue;
        const std::size_t parent = m_plan.parentRegion(t, state.region);
        const bool meets = from.isLast && parent + 1 == state.region;
        words /= facts.merged[t];
        for (const WindowRank& rank : m_question.tensors()[t].windows) {
            const std::int64_t a = from.unrolled[t][rank.a] * choice.lanes[rank.a],
                               b = from.unrolled[t][rank.b] * choice.lanes[rank.b];
            // The sums of a numbers with b others are at least a + b - 1 different ones.
            if (a > 1 && b > 1) words = words / (a * b) * (meets ? a + b - 1 : 1);
        }
        if (!meets) {
            const std::int64_t settings = from.unindexed[t] / facts.merged[t] * from.sliding[t];
            words = ceilDiv(words, std::min(settings, from.further / m_lanesAbove[parent]));
        }
        words = std::max(m_question.tensors()[t].size, words);
        energy += m_plan.readEnergy(m_plan.parentLevel(t, state.region), t, words);
    }
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
        const std::size_t t = m_plan.slotTensor(slot);
        const std::int64_t settings = from.unindexed[t] / facts.merged[t], lanes = state.label[kLanes + slot];
        if (lanes != 0)
            energy += m_plan.slotEnergy(slot) * lanes * facts.merged[t] * std::min(settings, from.further);
        else
            energy -= mostFirstTouches(slot, settings);
    }
    return energy;
}

/// Without the outermost region no choice of the group takes less: each part of leastBehind at its least over all of them.
std::int64_t ReuseClimb::leastOfGroup(const State& state, const Crossing& from, const LaneGroup& group) const {
    std::int64_t energy = from.fixed;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        if (state.label[kPending + t] == 0) continue;
        const std::size_t parent = m_plan.parentRegion(t, state.region);
        const bool meets = from.isLast && parent + 1 == state.region;
        std::int64_t sharing = group.merged[t];
        if (!meets)
            sharing = std::min(from.unindexed[t] * from.sliding[t], sharing * (from.further / m_lanesAbove[parent]));
        // Lanes along windows, those before these included, may all ask for the same.
        sharing *= group.sliding[t];
        for (const std::int64_t lanes : from.unrolled[t]) sharing *= lanes;
        const std::int64_t words = std::max(m_question.tensors()[t].size, state.label[kPending + t] / sharing);
        energy += m_plan.readEnergy(m_plan.parentLevel(t, state.region), t, words);
    }
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
        const std::size_t t = m_plan.slotTensor(slot);
        const std::int64_t lanes = state.label[kLanes + slot];
        if (lanes != 0)
            energy += m_plan.slotEnergy(slot) * lanes * std::min(from.unindexed[t], group.merged[t] * from.further);
        else
            energy -= mostFirstTouches(slot, from.unindexed[t]);
    }
    return energy;
}

/// Of what is alive: it doesn't outlive all the loops that these lanes leave.
std::int64_t ReuseClimb::leastOfAliveBehind(const State& state, const Crossing& from, const LaneFacts& facts,
                                            const LaneChoice& choice, std::uint32_t index) {
    Place outside = state.place;
    for (std::size_t i = 0; i < facts.count; ++i) {
        const std::size_t d = facts.unrolled[i];
        outside[d] = landing(d, outside[d], choice.lanes[d]);
    }
    const auto& most = m_mostLanes[state.region - 1];
    const std::int64_t after = from.isLast && !most.empty() ? most[index] : from.further;
    return leastOfOrders(state, outside, &choice, after, from.isLast);
}

/// Steps of everything that begins with so many lanes, at least.
std::int64_t ReuseClimb::leastStepsBehind(const State& state, const Crossing& from, std::int64_t lanes,
                                          std::uint32_t index) const {
    const auto& most = m_mostLanes[state.region - 1];
    const std::int64_t further = from.isLast && !most.empty() ? most[index] : from.further;
    return state.label[kSteps] * ceilDiv(from.left / lanes, further);
}

/// Fanouts `fanout` - 1 .. 0 of those above the state's region, inside out. `energy`: least of what comes of it.
void ReuseClimb::unroll(std::size_t fanout, const State& state, std::int64_t energy) {
    if (!(m_goesOn = m_goesOn && m_tick())) return;
    if (fanout == 0) {
        State next = state;
        arrive(next);
        if (!m_blocks.leavesRoom(next.region, 0, m_axes, next.place)) {
            ++m_counts.noRoom;
            return;
        }
        push(next);
        if (isFull()) m_goesOn = false;
        return;
    }
    if (m_question.tails()) return unrollTails(fanout, state, energy);
    const int own = m_question.regions()[state.region - 1].fanouts[fanout - 1];
    const Crossing from = crossingOf(state, fanout);
    const std::int64_t steps = state.label[kSteps] * m_question.interval();
    const LaneTable& table = laneTable(own, state, from.index);
    for (const LaneGroup& group : table.groups) {
        if (!(m_goesOn = m_goesOn && m_tick())) return;
        // Most lanes come first.
        if (isClosed(energy, steps * ceilDiv(from.left, group.product * from.further))) {
            ++m_counts.lanes;
            return;
        }
        const std::int64_t cycles =
            steps * ceilDiv(from.left / group.product, from.isLast ? group.further : from.further);
        const bool bounds = m_rules.foresight && m_rules.groups;
        const std::int64_t inside = bounds ? leastOfGroup(state, from, group) : 0;
        for (std::uint32_t i = group.first; i < group.last; ++i) {
            const LaneTable::Way& way = table.ways[i];
            if ((i - group.first) % kChoicesPerTick == kChoicesPerTick - 1 && !(m_goesOn = m_tick())) return;
            // What comes after takes no less outside.
            if (bounds && isClosed(std::max(energy, inside + way.outer), cycles)) {
                ++m_counts.lanes;
                break;
            }
            if (!crossWay(fanout, state, from, way, energy)) return;
        }
    }
}

/// False if the search has to end.
bool ReuseClimb::crossWay(std::size_t fanout, const State& state, const Crossing& from, const LaneTable::Way& way,
                          std::int64_t energy) {
    const int own = m_question.regions()[state.region - 1].fanouts[fanout - 1];
    const LaneChoice& choice = m_choices[static_cast<std::size_t>(own)][way.choice];
    const LaneFacts& facts = m_facts[static_cast<std::size_t>(own)][way.choice];
    std::int64_t least = energy;
    if (m_rules.foresight) {
        const std::int64_t behind = leastBehind(state, from, facts, choice, way.to);
        const std::int64_t cycles = leastStepsBehind(state, from, choice.product, way.to) * m_question.interval();
        least = std::max(least, behind);
        bool closed = isClosed(least, cycles);
        if (!closed && state.flows.alive != 0) {
            const std::int64_t alive = leastOfAliveBehind(state, from, facts, choice, way.to);
            least = std::max(least, behind + std::max<std::int64_t>(0, alive - from.alive));
            closed = isClosed(least, cycles);
        }
        if (closed) {
            ++m_counts.lanes;
            return true;
        }
    }
    State next = state;
    if (!cross(next, own, choice)) return true;
    m_chosen.emplace_back(own, &choice);
    unroll(fanout - 1, next, least);
    m_chosen.pop_back();
    return m_goesOn;
}

/// False if constraints forbid it, or there are too many lanes to tell apart.
bool ReuseClimb::cross(State& state, int fanout, const LaneChoice& choice) {
    std::array<std::int64_t, kMostDimensions> left{};
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) left[d] = m_axes.at(d, state.place).left;
    if (!isAllowed(m_question, fanout, choice, left)) return false;
    Label& label = state.label;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        const std::int64_t lanes = choice.lanes[d];
        if (lanes == 1) continue;
        for (std::size_t g = 0; g < m_stores.size(); ++g) {
            if (!(state.flows.alive >> g & 1)) continue;
            const TensorShape& tensor = m_question.tensors()[m_stores[g]->tensor];
            const bool indexes = tensor.indexed >> d & 1;
            label[kWords + 2 * g] *= lanes;
            if (indexes || isMet(g, state.region)) label[kWords + 2 * g + 1] *= lanes;
            if (!slides(g)) continue;
            Run& run = state.flows.run[runOf(state.flows, g)];
            if (!(tensor.alone >> d & 1)) run.lanes *= static_cast<std::int32_t>(lanes);
            if (!indexes) run.apart *= static_cast<std::int32_t>(lanes);
        }
        for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
            if (!(m_question.tensors()[t].indexed >> d & 1)) label[kPending + t] /= lanes;
            if (!(m_book.sliding(t) >> d & 1)) continue;
            if (state.flows.unrolls == kMostUnrolls) return false;
            state.flows.unrolled[state.flows.unrolls++] = {static_cast<std::uint8_t>(t), static_cast<std::uint8_t>(d),
                                                           0, static_cast<std::int32_t>(lanes),
                                                           static_cast<std::int32_t>(m_axes.at(d, state.place).extent)};
        }
        for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot)
            if (!(m_question.tensors()[m_plan.slotTensor(slot)].indexed >> d & 1)) label[kLanes + slot] *= lanes;
        state.place[d] = landing(d, state.place[d], choice.lanes[d]);
    }
    const std::size_t inner = m_innerFanouts[static_cast<std::size_t>(fanout)];
    if ((m_rounds || m_withWords) && inner < kMostInner)
        state.flows.lanes[inner] *= static_cast<std::int32_t>(choice.product);
    return true;
}

/// Of the states that a mirror makes of each other, the one with the lesser place: what may follow, and all it costs, is
/// the same but for names. True if they have changed places.
bool ReuseClimb::mirror(State& state) const {
    if (!m_question.mirrors()) return false;
    const auto& other = m_question.mirror();
    auto& list = state.flows.unrolled;
    const auto end = list.begin() + state.flows.unrolls;
    const Place place = state.place;
    std::size_t first = 0;
    while (first < m_question.dimensions() && place[first] == place[other[first]]) ++first;
    const bool changes = first < m_question.dimensions() && place[other[first]] < place[first];
    if (changes) {
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) state.place[d] = place[other[d]];
        for (auto own = list.begin(); own != end; ++own) own->dimension = other[own->dimension];
        std::size_t number = 0;
        for (std::size_t g = 0; g < m_stores.size() && number < state.flows.runs; ++g) {
            if (!(state.flows.alive >> g & 1) || !slides(g)) continue;
            const std::size_t t = m_stores[g]->tensor;
            Run& run = state.flows.run[number++];
            const Run before = run;
            for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
                if (!(m_book.sliding(t) >> d & 1)) continue;
                run.tile[m_book.slot(t, d)] = before.tile[m_book.slot(t, other[d])];
                run.last[m_book.slot(t, d)] = before.last[m_book.slot(t, other[d])];
            }
        }
    }
    // What lanes ask for doesn't depend on their order.
    std::sort(list.begin(), end);
    return changes;
}

}  // namespace lapidary::optimal::regions
