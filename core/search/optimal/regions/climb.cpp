// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/climb.h"

#include <queue>

#include <algorithm>

namespace lapidary::optimal::regions {

Climb::Climb(const Question& question, const Plan& plan, Axes& axes, Archive& archive, const Rules& rules,
             const Tick& tick)
    : m_question(question),
      m_plan(plan),
      m_blocks(question, plan),
      m_axes(axes),
      m_archive(archive),
      m_rules(rules),
      m_tick(tick) {
    limitTo(rules.mostBytes);
    std::int64_t lanes = 1;
    for (const Region& region : question.regions()) {
        m_lanesAbove.push_back(lanes);
        lanes *= region.lanes;
    }
}

std::size_t Climb::bytes() const {
    return m_kept * sizeof(Label) + m_traces.capacity() * sizeof(Trace) + m_exactSize * sizeof(Outer::Numbers) +
           (m_outer ? m_outer->bytes() : 0) + (m_outerWords ? m_outerWords->bytes() : 0);
}

void Climb::release() {
    m_layers = {};
    m_traces = {};
    m_exact.clear(), m_exactSize = 0;
}

bool Climb::prepare() {
    const auto fanouts = static_cast<std::size_t>(m_question.target().architecture.fanoutCount());
    m_choices.resize(fanouts), m_known.resize(fanouts);
    for (const Region& region : m_question.regions())
        for (const int fanout : region.fanouts) {
            auto choices = laneChoicesOf(m_question, fanout, m_tick);
            if (!choices) {
                m_outgrown = m_tick();
                return false;
            }
            for (const LaneChoice& choice : *choices) m_known[static_cast<std::size_t>(fanout)].insert(choice.lanes);
            m_choices[static_cast<std::size_t>(fanout)] = *std::move(choices);
        }
    m_outer = std::make_unique<Outer>(m_question, m_plan, m_axes, m_rules.dominance, false);
    constexpr std::size_t kFloorCells = 3000;
    const bool done = m_question.tails() && m_question.regions().size() > 1 ? m_outer->solveFloor(kFloorCells, m_tick)
                                                                            : m_outer->solve({}, m_tick);
    m_outgrown = m_outer->outgrown();
    m_counts.made += m_outer->made(), m_counts.dominated += m_outer->dominated();
    if (!done) return false;
    const std::size_t innermost = m_question.regions().size() - 1;
    const Label first = firstLabel();
    m_leastEnergy = innermost == 0 ? std::min(Outer::kNoWay, first[kEnergy] + outerLeast({}))
                                   : leastEnergyOf(innermost, 0, {}, first);
    if (!m_blocks.fits()) m_leastEnergy = Outer::kNoWay;
    m_leastCycles = leastStepsOf(innermost, {}, first) * m_question.interval();
    return true;
}

Climb::Label Climb::firstLabel() const {
    Label label;
    label[kEnergy] = m_question.macEnergy() + m_plan.constantEnergy();
    label[kSteps] = 1;
    const std::size_t regions = m_question.regions().size();
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        if (m_plan.parentRegion(t, regions) + 1 != regions) {
            label[kPending + t] = m_question.macs();
            continue;
        }
        const int level = m_plan.parentLevel(t, regions);
        // What the table of the outermost region has to know.
        if (regions == 1)
            label[kPending + t] = m_blocks.limited() ? oddRest(t, level, m_question.macs()) : m_question.macs();
        label[kEnergy] += m_plan.readEnergy(level, t, m_question.macs());
        pass(level, t, true, m_question.tensors()[t].isOutput, regions == 1 ? m_question.macs() : 1, label);
    }
    return label;
}

bool Climb::run(std::size_t width, bool withWords) {
    const std::size_t regions = m_question.regions().size();
    m_withWords = withWords;
    m_width = withWords ? kWords + 2 * m_plan.ports().size() : kFirst;
    m_exact.clear(), m_exactSize = 0;
    if (withWords && !m_blocks.limited() && !(m_question.tails() && regions > 1)) {
        m_outerWords = std::make_unique<Outer>(m_question, m_plan, m_axes, m_rules.dominance, true);
        if (!m_outerWords->solve({}, m_tick)) {
            m_outgrown = m_outerWords->outgrown();
            return false;
        }
    }
    m_traces.assign(1, {});
    m_kept = 0;
    if (regions == 1 && !m_blocks.limited()) {
        land({.place = {}, .label = firstLabel(), .open = {}, .chosen = {}});
        return m_goesOn;
    }
    m_layers.assign(regions, {});
    for (std::size_t r = 0; r < regions; ++r) m_layers[r].resize(m_plan.all(r) + 1);
    insert(m_layers.back()[0], {}, firstLabel());
    for (std::size_t region = regions - 1; region > 0; --region) {
        std::vector<Top> tops;
        if (!climbRegion(region, m_layers[region], tops)) return false;
        for (Top& top : tops)
            top.bound =
                m_question.exact().worth(leastEnergyOf(region, m_plan.all(region) & ~top.open, top.place, top.label),
                                         leastStepsOf(region, top.place, top.label) * m_question.interval());
        std::stable_sort(tops.begin(), tops.end(), [](const Top& a, const Top& b) { return a.bound < b.bound; });
        if (tops.size() > width) tops.resize(width);
        for (const Top& top : tops) {
            Crossing crossing{.place = top.place, .label = top.label, .open = {}, .chosen = {}};
            for (const PlannedStore& store : m_plan.stores(region)) {
                if (!(top.open & store.bit)) continue;
                Open open{.store = &store, .at = top.place};
                for (std::size_t d = 0; d < m_question.dimensions(); ++d)
                    if (!(m_question.tensors()[store.tensor].indexed >> d & 1))
                        open.apart *= m_axes.at(d, top.place).left;
                open.together = open.apart;
                crossing.open.push_back(open);
            }
            const std::int64_t energy = leastEnergyOf(region, m_plan.all(region) & ~top.open, top.place, top.label);
            if (isClosed(energy, leastStepsOf(region, top.place, top.label))) {
                ++m_counts.closed;
                continue;
            }
            unroll(region, m_question.regions()[region - 1].fanouts.size(), crossing, energy);
            if (!m_goesOn) return false;
        }
    }
    // Tables of the outermost region don't know of constraints: its loops and Stores go one by one, too.
    std::vector<Top> none;
    if (m_blocks.limited() && !climbRegion(0, m_layers[0], none)) return false;
    return m_goesOn;
}

bool Climb::climbRegion(std::size_t region, std::vector<Layer>& layers, std::vector<Top>& tops) {
    const unsigned all = m_plan.all(region);
    const bool grows = !m_question.regions()[region].levels.empty();
    for (unsigned placed = 0; placed <= all; ++placed) {
        Layer& layer = layers[placed];
        const int level = m_blocks.levelOf(region, placed);
        using Entry = std::pair<std::pair<double, std::uint64_t>, std::uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        for (std::uint32_t i = 0; i < layer.spots.size(); ++i) queue.emplace(layer.spots[i].turn, i);
        while (!queue.empty()) {
            const std::uint32_t number = queue.top().second;
            queue.pop();
            const Place place = layer.spots[number].place;
            std::vector<Label> labels = std::move(layer.spots[number].labels);
            m_kept -= labels.size();
            std::ranges::sort(labels, {}, &Label::numbers);
            for (const Label& label : labels) {
                if (!(m_goesOn = m_goesOn && m_tick())) return false;
                if (!m_blocks.leavesRoom(region, placed, m_axes, place)) {
                    ++m_counts.noRoom;
                    continue;
                }
                if (!canHold(region, placed, place, label)) {
                    ++m_counts.tooLarge;
                    continue;
                }
                if (isClosed(leastEnergyOf(region, placed, place, label), leastStepsOf(region, place, label))) {
                    ++m_counts.closed;
                    continue;
                }
                // Without tails, loops above all Stores of a region may as well go below those of the next one.
                if (grows && (placed != all || (region > 0 && m_question.tails())))
                    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
                        for (const Step& step : m_axes.at(d, place).primes) {
                            if (!m_blocks.allows(level, d, step.factor, m_axes, place)) continue;
                            Label next = label;
                            growIn(region, d, place, step, next);
                            Place to = place;
                            to[d] = m_blocks.landing(level, d, step.to, m_axes);
                            std::uint32_t position = 0;
                            const std::size_t before = layer.spots.size();
                            if (!insert(layer, to, next, &position)) continue;
                            layer.spots[position].labels.back().trace = noteLoop(label.trace, d, step.factor);
                            if (layer.spots.size() > before) queue.emplace(layer.spots.back().turn, position);
                        }
                leaveSpot(region, placed, place, label, layers, tops);
                if (bytes() + tops.size() * sizeof(Top) > m_mostBytes) {
                    m_outgrown = true;
                    return false;
                }
            }
        }
        layer = {};
    }
    return true;
}

/// `own` Stores at the place, and with `loop` the one directly outside of them.
void Climb::putStores(std::size_t region, unsigned placed, unsigned own, std::size_t d, const Step* loop,
                      const Place& place, const Label& label, std::vector<Layer>& layers) {
    Label next = label;
    Place end = place;
    if (!m_blocks.pass(region, placed, placed | own, m_axes, end)) return;
    if (loop) {
        const int level = m_blocks.levelOf(region, placed | own);
        if (!m_blocks.allows(level, d, loop->factor, m_axes, end)) return;
        const auto& steps = m_axes.at(d, end).factors;
        const auto same =
            std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.factor == loop->factor; });
        end[d] = m_blocks.landing(level, d, same->to, m_axes);
        growIn(region, d, place, *loop, next);
    }
    unsigned now = placed;
    for (auto store = m_plan.stores(region).rbegin(); store != m_plan.stores(region).rend(); ++store) {
        if (!(own & store->bit)) continue;
        Place credited = place;
        if (loop && m_question.tensors()[store->tensor].slides[d]) credited[d] = loop->to;
        now |= store->bit;
        if (!placeStore(*store, now, place, credited, 1, next)) {
            ++m_counts.tooLarge;
            return;
        }
    }
    std::uint32_t position = 0;
    if (!insert(layers[now], end, next, &position)) return;
    std::uint32_t trace = label.trace;
    for (auto store = m_plan.stores(region).rbegin(); store != m_plan.stores(region).rend(); ++store)
        if (own & store->bit) trace = noteStore(trace, *store);
    if (loop) trace = noteLoop(trace, d, loop->factor);
    layers[now].spots[position].labels.back().trace = trace;
}

/// Places Stores, alone or with the loop that slides their windows; or leaves the region.
void Climb::leaveSpot(std::size_t region, unsigned placed, const Place& place, const Label& label,
                      std::vector<Layer>& layers, std::vector<Top>& tops) {
    const unsigned all = m_plan.all(region);
    const bool holds = !m_question.regions()[region].levels.empty();
    unsigned windows = 0;
    const auto put = [&](unsigned own, std::size_t d, const Step* loop) {
        putStores(region, placed, own, d, loop, place, label, layers);
    };
    for (const PlannedStore& store : m_plan.stores(region)) {
        if (placed & store.bit) continue;
        if (!m_question.tensors()[store.tensor].windows.empty()) windows |= store.bit;
        if (!(store.inner & ~placed)) put(store.bit, 0, nullptr);
    }
    for (unsigned own = windows; own != 0; own = (own - 1) & windows) {
        if (!isClosedInside(region, placed | own)) continue;
        for (std::size_t d = 0; holds && d < m_question.dimensions(); ++d) {
            bool slide = true;
            for (const PlannedStore& store : m_plan.stores(region))
                if (own & store.bit) slide = slide && m_question.tensors()[store.tensor].slides[d];
            for (const Step& step : m_axes.at(d, place).factors)
                if (slide) put(own, d, &step);
        }
    }
    if (region == 0) {
        if (placed == all) finish(place, label);
        return;
    }
    const unsigned open = all & ~placed;
    if (open == 0 || ((open & ~windows) == 0 && m_axes.left(place) > 1))
        leaveRegion(region, placed, place, label, tops);
}

/// Over the fanout, all Stores placed: what the first loop outside slides may stay open.
void Climb::leaveRegion(std::size_t region, unsigned placed, const Place& place, const Label& label,
                        std::vector<Top>& tops) {
    const unsigned all = m_plan.all(region), open = all & ~placed;
    Top top{.place = place, .label = label, .open = open};
    if (!m_blocks.pass(region, placed, all, m_axes, top.place)) return;
    for (auto store = m_plan.stores(region).rbegin(); store != m_plan.stores(region).rend(); ++store) {
        if (!(open & store->bit)) continue;
        // Only that they fit is looked at here.
        Label fitting = top.label;
        if (!placeStore(*store, all, place, place, 1, fitting)) return;
        top.label.trace = noteStore(top.label.trace, *store);
    }
    if (open != 0) {
        Label together = label;
        for (const PlannedStore& store : m_plan.stores(region))
            if (store.room >= 0 && (open & store.bit)) {
                const std::int64_t bits =
                    m_axes.volume(store.tensor, place) * m_question.costs(store.level, store.tensor).bits;
                const int part = m_question.costs(store.level, store.tensor).part;
                if ((together[kRoom + static_cast<std::size_t>(store.room)] += bits) >
                    m_question.capacity(store.level, part))
                    return;
            }
    }
    for (std::size_t room = 0; room < 3; ++room) top.label[kRoom + room] = 0;
    tops.push_back(top);
}

bool Climb::isClosedInside(std::size_t region, unsigned placed) const {
    for (const PlannedStore& store : m_plan.stores(region))
        if ((placed & store.bit) && (store.inner & ~placed)) return false;
    return true;
}

/// True if the label is kept; it is the last one at `position` then.
bool Climb::insert(Layer& layer, const Place& place, const Label& label, std::uint32_t* position) {
    ++m_counts.made;
    const auto [found, isNew] = layer.numberOf.try_emplace(place, static_cast<std::uint32_t>(layer.spots.size()));
    if (isNew) layer.spots.push_back({.place = place, .turn = {m_axes.size(place), m_axes.order(place)}, .labels = {}});
    if (position) *position = found->second;
    std::vector<Label>& labels = layer.spots[found->second].labels;
    const auto isNoWorse = [this](const Label& a, const Label& b) {
        for (std::size_t n = 0; n < m_width; ++n)
            if (a[n] > b[n]) return false;
        return true;
    };
    if (m_rules.dominance) {
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (isNoWorse(labels[i], label)) {
                ++m_counts.dominated;
                if (i > 0) std::swap(labels[i], labels[i / 2]);
                return false;
            }
        const std::size_t removed = std::erase_if(labels, [&](const Label& other) { return isNoWorse(label, other); });
        m_counts.dominated += static_cast<std::int64_t>(removed);
        m_kept -= removed;
    } else if (std::any_of(labels.begin(), labels.end(),
                           [&](const Label& other) { return other.numbers == label.numbers; })) {
        return false;
    }
    labels.push_back(label);
    ++m_kept;
    return true;
}

/// Open Stores need at least their words at the present tile.
bool Climb::canHold(std::size_t region, unsigned placed, const Place& place, const Label& label) const {
    if (!m_rules.capacity) return true;
    std::array<std::int64_t, 3> used{};
    for (std::size_t room = 0; room < 3; ++room) used[room] = label[kRoom + room];
    for (const PlannedStore& store : m_plan.stores(region)) {
        if (placed & store.bit) continue;
        const StoreCosts& costs = m_question.costs(store.level, store.tensor);
        const std::int64_t bits = m_axes.volume(store.tensor, place) * costs.bits;
        const std::int64_t sum = store.room < 0 ? bits : used[static_cast<std::size_t>(store.room)] += bits;
        if (sum > m_question.capacity(store.level, costs.part)) return false;
    }
    return true;
}

bool Climb::placeStore(const PlannedStore& store, unsigned placed, const Place& place, const Place& credited,
                       std::int64_t times, Label& label) const {
    const StoreCosts& costs = m_question.costs(store.level, store.tensor);
    const std::int64_t bits = m_axes.volume(store.tensor, place) * costs.bits;
    std::int64_t sum = bits;
    if (store.room >= 0) sum = label[kRoom + static_cast<std::size_t>(store.room)] += bits;
    if (sum > m_question.capacity(store.level, costs.part)) return false;
    const std::int64_t words = m_axes.fills(store.tensor, credited);
    charge(store, words, words, label);
    if (m_withWords) passPorts(store, store.region == 0 ? words : m_axes.volume(store.tensor, credited) * times, label);
    for (std::size_t room = 0; room < m_plan.rooms(store.region); ++room)
        if ((m_plan.roomMembers(store.region, room) & ~placed) == 0) label[kRoom + room] = 0;
    return true;
}

/// `served`: the words after lanes are merged, if the parent is reached by now.
void Climb::charge(const PlannedStore& store, std::int64_t words, std::int64_t served, Label& label) const {
    label[kEnergy] += m_plan.fillEnergy(store.level, store.tensor, words);
    if (store.region == 0) {
        std::int64_t& rest = label[kPending + store.tensor];
        const std::int64_t again = words - m_question.tensors()[store.tensor].size;
        const std::int64_t block = m_question.costs(store.level, store.tensor).block;
        if (store.odd >= 0) label[kEnergy] += m_plan.oddEnergy(store, again % block, rest);
        rest = oddRest(store.tensor, store.parentLevel, words);
    }
    if (store.parentHere)
        label[kEnergy] += m_plan.readEnergy(store.parentLevel, store.tensor, words);
    else
        label[kPending + store.tensor] = served;
    if (store.slot >= 0) label[kLanes + static_cast<std::size_t>(store.slot)] = -1;
}

/// Words for a level of the outermost region that share an access with others: what whole accesses leave. Fewer are no
/// worse, since whole ones are in the energy.
std::int64_t Climb::oddRest(std::size_t t, int level, std::int64_t words) const {
    for (const PlannedStore& store : m_plan.stores(0))
        if (store.tensor == t && store.level == level && store.odd >= 0)
            return words % m_question.costs(level, t).block;
    return 0;
}

/// What one instance moves for its Store in one run of the present tile.
void Climb::passPorts(const PlannedStore& store, std::int64_t words, Label& label) const {
    const bool isOutput = m_question.tensors()[store.tensor].isOutput;
    pass(store.level, store.tensor, isOutput, true, words, label);
    if (store.parentHere) pass(store.parentLevel, store.tensor, true, isOutput, words, label);
    if (store.slot >= 0) label[kFirst + static_cast<std::size_t>(store.slot)] = -words;
}

void Climb::pass(int level, std::size_t t, bool reads, bool writes, std::int64_t words, Label& label) const {
    const int port = m_plan.portOf(level, t);
    if (!m_withWords || port < 0) return;
    if (reads) label[kWords + 2 * static_cast<std::size_t>(port)] += words;
    if (writes) label[kWords + 2 * static_cast<std::size_t>(port) + 1] += words;
}

void Climb::grow(std::size_t d, const Place& from, const Step& step, Label& label) const {
    label[kSteps] *= step.factor;
    const AxisState& state = m_axes.at(d, from);
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot)
        if (const Reached& reached = state.reached[slot]; reached.several != reached.once)
            label[kLanes + slot] = label[kLanes + slot] / reached.once * reached.several;
    if (!m_withWords) return;
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot)
        if (m_question.tensors()[m_plan.slotTensor(slot)].indexed >> d & 1) label[kFirst + slot] *= step.factor;
    for (std::size_t n = kWords; n < m_width; ++n) label[n] *= step.factor;
}

void Climb::growIn(std::size_t region, std::size_t d, const Place& from, const Step& step, Label& label) const {
    if (region > 0) return grow(d, from, step, label);
    label[kSteps] *= step.factor;
    growOuter(d, step, label);
}

/// The same for a loop of the outermost region, whose ports count all words at once.
void Climb::growOuter(std::size_t d, const Step& step, Label& label) const {
    if (!m_withWords) return;
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot)
        if (m_question.tensors()[m_plan.slotTensor(slot)].indexed >> d & 1) label[kFirst + slot] *= step.factor;
    for (std::size_t p = 0; p < m_plan.ports().size(); ++p)
        if (m_question.regionOf(m_plan.ports()[p].level) != 0)
            label[kWords + 2 * p] *= step.factor, label[kWords + 2 * p + 1] *= step.factor;
}

/// With all that is left outside.
std::int64_t Climb::cyclesOf(const Place& place, const Label& label, const Outer& outer,
                             const Outer::Numbers& way) const {
    const std::int64_t left = m_axes.left(place);
    std::int64_t cycles = label[kSteps] * left * m_question.interval();
    for (std::size_t p = 0; p < m_plan.ports().size(); ++p) {
        const Plan::Port& port = m_plan.ports()[p];
        std::int64_t reads = label[kWords + 2 * p], writes = label[kWords + 2 * p + 1];
        if (m_question.regionOf(port.level) == 0) {
            const auto [outerReads, outerWrites] = outer.wordsOf(way, p);
            reads += outerReads + port.readOffset, writes += outerWrites + port.writeOffset;
        } else {
            reads *= left, writes *= left;
            for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
                const std::size_t t = m_plan.slotTensor(slot);
                if (m_plan.slotLevel(slot) != port.level || m_plan.portOf(port.level, t) != static_cast<int>(p))
                    continue;
                std::int64_t first = label[kFirst + slot];
                for (std::size_t d = 0; d < m_question.dimensions(); ++d)
                    if (m_question.tensors()[t].indexed >> d & 1) first *= m_axes.at(d, place).left;
                reads += first, writes += first;
            }
        }
        const PortRates& rates =
            m_question.rates().levels[static_cast<std::size_t>(port.level)].ports[static_cast<std::size_t>(port.part)];
        cycles = std::max(cycles, portCycles({reads, writes, reads + writes}, rates));
    }
    return cycles;
}

std::int64_t Climb::outerLeast(const Place& place) const { return m_outer->least(place); }

std::int64_t Climb::leastEnergyOf(std::size_t region, unsigned placed, const Place& place, const Label& label) const {
    const std::int64_t outer = region == 0 ? m_outer->least(place, placed, &label.numbers[kRoom]) : outerLeast(place);
    if (outer >= Outer::kNoWay) return Outer::kNoWay;
    std::int64_t energy = label[kEnergy] + m_plan.leastRest(region, placed) + outer;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        if (region == 0 || label[kPending + t] == 0) continue;
        const std::size_t parent = m_plan.parentRegion(t, region);
        std::int64_t sharing = 1;
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (!(m_question.tensors()[t].indexed >> d & 1)) sharing *= m_axes.at(d, place).left;
        sharing = std::min(sharing, m_lanesAbove[region] / m_lanesAbove[parent]);
        const std::int64_t words = std::max(m_question.tensors()[t].size, ceilDiv(label[kPending + t], sharing));
        energy += m_plan.readEnergy(m_plan.parentLevel(t, region), t, words);
    }
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
        if (label[kLanes + slot] == 0) continue;
        std::int64_t more = 1, behindTails = 1;
        for (std::size_t d = 0; d < m_question.dimensions(); ++d)
            if (!(m_question.tensors()[m_plan.slotTensor(slot)].indexed >> d & 1)) {
                const AxisState& state = m_axes.at(d, place);
                more *= state.left;
                behindTails *= ceilDiv(state.reached[slot].several, state.reached[slot].once);
            }
        more = std::min(more, m_lanesAbove[region]) * behindTails;
        energy += m_plan.slotEnergy(slot) * label[kLanes + slot] * more;
    }
    return energy;
}

std::int64_t Climb::leastStepsOf(std::size_t region, const Place& place, const Label& label) const {
    return label[kSteps] * ceilDiv(m_axes.left(place), m_lanesAbove[region]);
}

}  // namespace lapidary::optimal::regions
