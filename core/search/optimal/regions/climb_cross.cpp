// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a climb gets over the fanouts between two regions, and what it finds in the outermost one.

#include <algorithm>

#include "core/model/compat/accelforge.h"
#include "core/search/optimal/regions/climb.h"

namespace lapidary::optimal::regions {

namespace {

constexpr std::size_t kMostExactSize = 500'000;  ///< labels and tiles

}  // namespace

/// Fanouts `fanout` - 1 .. 0 of those below region - 1, inside out. `energy`: least of what comes of the label.
void Climb::unroll(std::size_t region, std::size_t fanout, const Crossing& crossing, std::int64_t energy) {
    if (fanout == 0) return arrive(region, crossing);
    const std::vector<int>& fanouts = m_question.regions()[region - 1].fanouts;
    const int own = fanouts[fanout - 1];
    std::int64_t further = m_lanesAbove[region - 1];
    for (std::size_t f = 0; f + 1 < fanout; ++f) {
        const Fanout& other = m_question.target().architecture.fanouts()[static_cast<std::size_t>(fanouts[f])];
        further *= other.x * other.y;
    }
    const std::int64_t left = m_axes.left(crossing.place), steps = crossing.label[kSteps];
    for (const LaneChoice& choice : m_choices[static_cast<std::size_t>(own)]) {
        if (!m_goesOn) return;
        // Most lanes come first.
        if (isClosed(energy, steps * ceilDiv(left, choice.product * further))) {
            ++m_counts.lanes;
            return;
        }
        std::int64_t after = 1;
        bool divides = true;
        for (std::size_t d = 0; d < m_question.dimensions() && divides; ++d) {
            const std::int64_t here = m_axes.at(d, crossing.place).left;
            divides = m_question.tails() ? choice.lanes[d] < 2 * here : here % choice.lanes[d] == 0;
            after *= choice.lanes[d] == 1 ? here : ceilDiv(here, choice.lanes[d]);
        }
        if (!divides) continue;
        if (isClosed(energy, steps * ceilDiv(after, further))) {
            ++m_counts.lanes;
            continue;
        }
        if (m_rules.lanes && m_question.tails() && isWasteful(own, choice, crossing.place)) continue;
        Crossing next = crossing;
        if (!step(region, own, choice, next)) continue;
        unroll(region, fanout - 1, next, energy);
    }
}

/// Fewer lanes along a dimension that every output has leave as many trips and fit as well.
bool Climb::isWasteful(int fanout, const LaneChoice& choice, const Place& place) const {
    const FanoutRules& rules = m_question.fanout(fanout);
    if (rules.leastLanes > 1) return false;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (choice.lanes[d] == 1) continue;
        const FactorRange& range = rules.factors[static_cast<std::size_t>(m_question.dimensionOf(d))];
        const std::int64_t left = m_axes.at(d, place).left;
        const auto fewer = static_cast<std::int32_t>(ceilDiv(left, ceilDiv(left, choice.lanes[d])));
        if (fewer >= choice.lanes[d] || range.least > 1 || range.whole || range.most < kMaxBound) continue;
        const bool reduces = std::any_of(m_question.tensors().begin(), m_question.tensors().end(),
                                         [d](const TensorShape& t) { return t.isOutput && !(t.indexed >> d & 1); });
        if (reduces) continue;
        auto lanes = choice.lanes;
        lanes[d] = fewer;
        if (m_known[static_cast<std::size_t>(fanout)].contains(lanes)) return true;
    }
    return false;
}

/// Takes the crossing over one fanout; false if constraints forbid it.
bool Climb::step(std::size_t region, int fanout, const LaneChoice& choice, Crossing& crossing) const {
    std::array<std::int64_t, kMostDimensions> left{};
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) left[d] = m_axes.at(d, crossing.place).left;
    if (!isAllowed(m_question, fanout, choice, left)) return false;
    Label& label = crossing.label;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (choice.lanes[d] == 1) continue;
        unsigned slots = 0;
        for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot)
            if (m_plan.slotRegion(slot) >= region && !(m_question.tensors()[m_plan.slotTensor(slot)].indexed >> d & 1))
                slots |= 1u << slot;
        const AxisState before = m_axes.at(d, crossing.place);
        const std::int64_t tail = (before.left - 1) % choice.lanes[d] + 1,
                           after = ceilDiv(before.left, choice.lanes[d]);
        crossing.place[d] = m_axes[d].across(crossing.place[d], choice.lanes[d], slots);
        for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
            if (!(slots >> slot & 1)) continue;
            const Reached& reached = before.reached[slot];
            std::int64_t& lanes = label[kLanes + slot];
            lanes = lanes / reached.once * ((tail - 1) * reached.several + reached.once);
        }
        for (std::size_t t = 0; t < m_question.tensors().size(); ++t)
            if (m_question.merges(t, fanout, d)) label[kPending + t] = label[kPending + t] / before.left * after;
        for (Open& open : crossing.open) {
            open.unrolled |= 1u << d;
            if (!open.served && m_question.merges(open.store->tensor, fanout, d))
                open.together = open.together / before.left * after;
        }
    }
    crossing.chosen.emplace_back(fanout, &choice);
    return true;
}

/// All fanouts above `region` are passed: parents in the region above are charged.
void Climb::arrive(std::size_t region, Crossing crossing) {
    if (!(m_goesOn = m_goesOn && m_tick())) return;
    for (std::size_t t = 0; t < m_question.tensors().size(); ++t) {
        if (crossing.label[kPending + t] == 0 || m_plan.parentRegion(t, region) + 1 != region) continue;
        const int level = m_plan.parentLevel(t, region);
        const std::int64_t words = crossing.label[kPending + t];
        crossing.label[kEnergy] += m_plan.readEnergy(level, t, words);
        // All instances run a tile as often as trips are left; the outermost region counts all of them together.
        if (m_withWords)
            pass(level, t, true, m_question.tensors()[t].isOutput,
                 region == 1 ? words : words / m_axes.left(crossing.place), crossing.label);
        // There, the words still matter where accesses are larger.
        if (region > 1)
            crossing.label[kPending + t] = 0;
        else if (m_blocks.limited())
            crossing.label[kPending + t] = oddRest(t, level, words);
    }
    if (!m_blocks.leavesRoom(region - 1, 0, m_axes, crossing.place)) {
        ++m_counts.noRoom;
        return;
    }
    for (Open& open : crossing.open)
        open.served = open.served || m_question.regionOf(open.store->parentLevel) + 1 >= region;
    if (region == 1 && !m_blocks.limited()) return land(crossing);
    if (region == 1) settle(crossing.place, crossing.label);
    if (!crossing.open.empty()) return passOn(region - 1, crossing);
    if (isClosed(leastEnergyOf(region - 1, 0, crossing.place, crossing.label),
                 leastStepsOf(region - 1, crossing.place, crossing.label))) {
        ++m_counts.closed;
        return;
    }
    std::uint32_t position = 0;
    Layer& layer = m_layers[region - 1][0];
    if (!insert(layer, crossing.place, crossing.label, &position)) return;
    layer.spots[position].labels.back().trace = traced(crossing);
}

bool Climb::slidesAll(const Crossing& crossing, std::size_t d) const {
    return std::all_of(crossing.open.begin(), crossing.open.end(), [&](const Open& open) {
        const unsigned window = m_question.tensors()[open.store->tensor].slides[d];
        return window != 0 && (window & open.unrolled) == 0;
    });
}

/// The loop decides what open Stores are filled with.
void Climb::commit(const Crossing& crossing, std::size_t d, const Step& loop, Label& label) const {
    for (auto open = crossing.open.rbegin(); open != crossing.open.rend(); ++open) {
        Place credited = open->at;
        credited[d] = loop.to;
        const PlannedStore& store = *open->store;
        const std::int64_t words = m_axes.fills(store.tensor, credited);
        const std::int64_t served = words / open->apart * open->together;
        charge(store, words, served, label);
        if (m_withWords) passPorts(store, m_axes.volume(store.tensor, credited), label);
        if (store.parentHere || !open->served) continue;
        label[kEnergy] += m_plan.readEnergy(store.parentLevel, store.tensor, served);
        if (m_withWords) {
            Place end = crossing.place;
            end[d] = loop.to;
            const bool total = m_question.regionOf(store.parentLevel) == 0;
            pass(store.parentLevel, store.tensor, true, false, total ? served : served / m_axes.left(end), label);
        }
        label[kPending + store.tensor] = 0;
    }
}

/// In a region with open Stores from further in: its first loop decides, above Stores of its own at the same tile; or it
/// has no loop at all.
void Climb::passOn(std::size_t region, const Crossing& crossing) {
    const unsigned all = m_plan.all(region);
    const bool holds = !m_question.regions()[region].levels.empty();
    Crossing base = crossing;
    base.label.trace = traced(crossing);
    base.chosen.clear();
    for (unsigned own = 0; own <= all; ++own) {
        Place start = crossing.place;
        if (!isClosedInside(region, own) || !m_blocks.pass(region, 0, own, m_axes, start)) continue;
        const int level = m_blocks.levelOf(region, own);
        for (std::size_t d = 0; holds && d < m_question.dimensions(); ++d) {
            if (!slidesAll(crossing, d)) continue;
            for (const Step& loop : m_axes.at(d, start).factors) {
                if (!m_blocks.allows(level, d, loop.factor, m_axes, start)) continue;
                Label next = base.label;
                growIn(region, d, crossing.place, loop, next);
                commit(crossing, d, loop, next);
                unsigned now = 0;
                bool fits = true;
                std::uint32_t trace = next.trace;
                for (auto store = m_plan.stores(region).rbegin(); store != m_plan.stores(region).rend(); ++store) {
                    if (!(own & store->bit) || !fits) continue;
                    Place credited = crossing.place;
                    const TensorShape& tensor = m_question.tensors()[store->tensor];
                    if (tensor.slides[d]) credited[d] = loop.to;
                    now |= store->bit;
                    fits = placeStore(*store, now, crossing.place, credited, tensor.slides[d] ? 1 : loop.factor, next);
                    // What is touched first grows along the tensor's own dimensions alone.
                    if (m_withWords && store->slot >= 0 && !(tensor.indexed >> d & 1))
                        next[kFirst + static_cast<std::size_t>(store->slot)] /= loop.factor;
                    trace = noteStore(trace, *store);
                }
                if (!fits) continue;
                Place to = start;
                to[d] = m_blocks.landing(level, d, loop.to, m_axes);
                std::uint32_t position = 0;
                Layer& layer = m_layers[region][own];
                if (insert(layer, to, next, &position))
                    layer.spots[position].labels.back().trace = noteLoop(trace, d, loop.factor);
            }
        }
    }
    if (region > 0) passThrough(region, base);
}

/// The region has no loop: all its Stores stand at this tile.
void Climb::passThrough(std::size_t region, const Crossing& crossing) {
    const unsigned all = m_plan.all(region);
    unsigned windows = 0;
    for (const PlannedStore& store : m_plan.stores(region))
        if (!m_question.tensors()[store.tensor].windows.empty()) windows |= store.bit;
    for (unsigned open = windows;; open = (open - 1) & windows) {
        Crossing next = crossing;
        unsigned now = 0;
        bool fits = isClosedInside(region, all & ~open) && m_blocks.pass(region, 0, all, m_axes, next.place);
        for (auto store = m_plan.stores(region).rbegin(); store != m_plan.stores(region).rend() && fits; ++store) {
            now |= store->bit;
            Label before = next.label;
            fits = placeStore(*store, now, crossing.place, crossing.place, 1, next.label);
            next.label.trace = noteStore(next.label.trace, *store);
            if (!(open & store->bit)) {
                // What slides a tile further in slides this one, too, and is never worse.
                for (const Open& inner : crossing.open) fits = fits && inner.store->tensor != store->tensor;
                continue;
            }
            before.trace = next.label.trace;
            for (std::size_t room = 0; room < 3; ++room) before[kRoom + room] = next.label[kRoom + room];
            next.label = before;
            Open more{.store = &*store, .at = crossing.place};
            for (std::size_t d = 0; d < m_question.dimensions(); ++d)
                if (!(m_question.tensors()[store->tensor].indexed >> d & 1))
                    more.apart *= m_axes.at(d, crossing.place).left;
            more.together = more.apart;
            next.open.insert(next.open.begin(), more);
        }
        if (fits) {
            for (std::size_t room = 0; room < 3; ++room) next.label[kRoom + room] = 0;
            unroll(region, m_question.regions()[region - 1].fanouts.size(), next, 0);
        }
        if (open == 0) break;
    }
}

/// All lanes are known: what outputs touch first goes into the energy.
void Climb::settle(const Place& place, Label& label) const {
    // The loops that are left let all lanes behind a tail work.
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (m_axes.at(d, place).left > 1) grow(d, place, {}, label);
    for (std::size_t slot = 0; slot < m_plan.slotCount(); ++slot) {
        label[kEnergy] += m_plan.slotEnergy(slot) * label[kLanes + slot];
        label[kLanes + slot] = 0;
    }
}

/// In the outermost region, all Stores placed: the loops that are left are those of the outermost level.
void Climb::finish(const Place& place, const Label& label) {
    if (!m_blocks.allowsRest(m_axes, place)) return;
    const std::int64_t energy = label[kEnergy], steps = label[kSteps] * m_axes.left(place);
    if (isClosed(energy, steps)) {
        ++m_counts.closed;
        return;
    }
    const std::int64_t cycles = m_withWords ? cyclesOf(place, label, *m_outer, {}) : 0;
    offer(energy, steps, cycles, label.trace, [&] { return m_blocks.rest(m_axes, place); });
}

void Climb::land(const Crossing& crossing) {
    Label label = crossing.label;
    settle(crossing.place, label);
    if (!crossing.open.empty()) {
        for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
            if (!slidesAll(crossing, d)) continue;
            const std::vector<Step> loops = m_axes.at(d, crossing.place).factors;
            for (const Step& loop : loops) landOpen(crossing, d, loop, label);
        }
        return;
    }
    const std::int64_t steps = label[kSteps] * m_axes.left(crossing.place);
    const bool bounded = m_question.tails() && m_question.regions().size() > 1;
    const std::int64_t outer = outerLeast(crossing.place);
    if (outer >= Outer::kNoWay || isClosed(label[kEnergy] + outer, steps)) {
        ++m_counts.closed;
        return;
    }
    Outer* exact = bounded ? exactOuter(crossing.place) : m_withWords ? m_outerWords.get() : m_outer.get();
    if (!exact) return;
    for (const Outer::Numbers way : exact->ways(crossing.place)) {
        const std::int64_t energy = label[kEnergy] + exact->energyOf(way) + oddEnergy(*exact, way, label);
        const std::int64_t cycles = m_withWords ? cyclesOf(crossing.place, crossing.label, *exact, way) : 0;
        offer(energy, steps, cycles, m_archive.closes(energy, steps * m_question.interval()) ? 0 : traced(crossing),
              [&] { return exact->nest(crossing.place, way); });
    }
}

/// Reads of outputs whose accesses hold words of two kinds.
std::int64_t Climb::oddEnergy(const Outer& outer, const Outer::Numbers& way, const Label& label) const {
    std::int64_t energy = 0;
    for (const PlannedStore& store : m_plan.stores(0))
        if (store.odd >= 0 && m_plan.parentLevel(store.tensor, 1) == store.level)
            energy += m_plan.oddEnergy(store, outer.remainderOf(way, store), label[kPending + store.tensor]);
    return energy;
}

void Climb::landOpen(const Crossing& crossing, std::size_t d, const Step& loop, const Label& label) {
    Label next = label;
    const std::int64_t steps = next[kSteps] * m_axes.left(crossing.place);
    growOuter(d, loop, next);
    commit(crossing, d, loop, next);
    const bool bounded = m_question.tails() && m_question.regions().size() > 1;
    const std::int64_t least = outerLeast(crossing.place);
    if (least >= Outer::kNoWay || isClosed(next[kEnergy] + least, steps)) {
        ++m_counts.closed;
        return;
    }
    Outer* exact = bounded ? exactOuter(crossing.place) : m_withWords ? m_outerWords.get() : m_outer.get();
    if (!exact) return;
    for (unsigned own = 0; own <= m_plan.all(0); ++own)
        for (const Outer::Above& way : exact->waysAbove(crossing.place, d, loop, own)) {
            const std::int64_t energy = next[kEnergy] + exact->energyOf(way.sum) + oddEnergy(*exact, way.sum, next);
            Label end = next;
            Place to = crossing.place;
            to[d] = loop.to;
            const std::int64_t cycles = m_withWords ? cyclesOf(to, end, *exact, way.sum) : 0;
            offer(energy, steps, cycles, m_archive.closes(energy, steps * m_question.interval()) ? 0 : traced(crossing),
                  [&] { return exact->nestAbove(crossing.place, d, loop, own, way.from); });
        }
}

Outer* Climb::exactOuter(const Place& place) {
    if (const auto found = m_exact.find(place); found != m_exact.end()) return found->second.get();
    if (m_exactSize > kMostExactSize) m_exact.clear(), m_exactSize = 0;
    auto outer = std::make_unique<Outer>(m_question, m_plan, m_axes, m_rules.dominance, m_withWords);
    if (!outer->solve(place, m_tick)) {
        m_outgrown = m_outgrown || outer->outgrown();
        m_goesOn = false;
        return nullptr;
    }
    m_counts.made += outer->made(), m_counts.dominated += outer->dominated();
    m_exactSize += outer->size();
    return m_exact.emplace(place, std::move(outer)).first->second.get();
}

/// `cycles`: 0 if words weren't counted.
template <class MakeNest>
void Climb::offer(std::int64_t energy, std::int64_t steps, std::int64_t cycles, std::uint32_t trace,
                  const MakeNest& outer) {
    const std::int64_t least = std::max(cycles, steps * m_question.interval());
    if (m_archive.closes(energy, least)) return;
    Found found{.energy = energy, .cycles = least, .worth = {}, .nest = outer()};
    for (std::uint32_t t = trace; t != 0; t = m_traces[t].parent) {
        const Trace& own = m_traces[t];
        NestStep step{.kind = own.kind, .factor = own.factor};
        if (own.kind == NestStep::Kind::store) {
            step.level = own.a, step.tensor = own.b;
        } else {
            step.dimension = own.a, step.fanout = own.b, step.axis = own.c ? Axis::y : Axis::x;
        }
        found.nest.push_back(step);
    }
    if (cycles == 0 && !m_plan.ports().empty()) {
        const auto cost = accelforge::evaluate(mappingOf(found.nest, m_question), m_question.target());
        if (cost && cost->cycles > least) {
            noteSlower(energy, least);
            found.cycles = cost->cycles;
            if (m_archive.closes(energy, found.cycles)) return;
        }
    }
    m_archive.add(std::move(found));
}

std::uint32_t Climb::noteLoop(std::uint32_t parent, std::size_t d, std::int64_t factor) {
    m_traces.push_back(
        {.parent = parent, .factor = static_cast<std::int32_t>(factor), .a = static_cast<std::uint8_t>(d)});
    return static_cast<std::uint32_t>(m_traces.size() - 1);
}

std::uint32_t Climb::noteStore(std::uint32_t parent, const PlannedStore& store) {
    m_traces.push_back({.parent = parent,
                        .kind = NestStep::Kind::store,
                        .a = static_cast<std::uint8_t>(store.level),
                        .b = static_cast<std::uint8_t>(store.tensor)});
    return static_cast<std::uint32_t>(m_traces.size() - 1);
}

std::uint32_t Climb::traced(const Crossing& crossing) {
    std::uint32_t trace = crossing.label.trace;
    for (const auto& [fanout, choice] : crossing.chosen)
        for (const Axis axis : {Axis::y, Axis::x})
            for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
                const std::int32_t lanes = axis == Axis::x ? choice->onX[d] : choice->lanes[d] / choice->onX[d];
                if (lanes == 1) continue;
                m_traces.push_back({.parent = trace,
                                    .factor = lanes,
                                    .kind = NestStep::Kind::lanes,
                                    .a = static_cast<std::uint8_t>(d),
                                    .b = static_cast<std::uint8_t>(fanout),
                                    .c = static_cast<std::uint8_t>(axis == Axis::y)});
                trace = static_cast<std::uint32_t>(m_traces.size() - 1);
            }
    return trace;
}

}  // namespace lapidary::optimal::regions
