// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/lanes/lane_forms.h"

#include <algorithm>

#include "core/model/lanes/lane_batch.h"
#include "core/model/lanes/lane_order.h"
#include "core/model/lanes/lane_sets.h"

namespace lapidary::lanes {
namespace {

constexpr std::size_t kMaxForms = 8;
constexpr int kMaxMisses = 512;  ///< before it gives up
constexpr std::size_t kMaxCounts = 48;
constexpr std::size_t kLongestTape = 2000;  ///< steps; the kernel is quicker where there are many classes
constexpr int kFormBits = 12;

std::uint64_t kindOf(const Node& node) {
    return static_cast<std::uint64_t>(node.kind) | static_cast<std::uint64_t>(node.axis) << 8 |
           std::uint64_t{node.fanout} << 16 | std::uint64_t{node.dimension} << 24 | std::uint64_t{node.level} << 32 |
           std::uint64_t{node.tensors} << 48;
}

std::size_t placeOf(const Mapping& mapping) {
    std::uint64_t hash = 0;
    for (const Node& node : mapping.nodes) hash = (hash ^ kindOf(node)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(hash >> (64 - kFormBits));
}

auto* playerOfMachine() {
#if LAPIDARY_WIDE_LANES
    if (isAvailable(InstructionSet::avx2)) return narrow::playVector;
#endif
    return two::playVector;
}

/// The loops of both in an order that agrees with either; false if there is none. Loops are told by kind.
bool mergeLoops(std::span<const Node> a, std::span<const Node> b, std::vector<Node>& to) {
    const auto has = [](std::span<const Node> nodes, const Node& node) {
        return std::ranges::any_of(nodes, [&](const Node& own) { return kindOf(own) == kindOf(node); });
    };
    while (!a.empty() || !b.empty()) {
        if (!a.empty() && !b.empty() && kindOf(a.front()) == kindOf(b.front())) {
            to.push_back(a.front());
            a = a.subspan(1);
            b = b.subspan(1);
        } else if (!a.empty() && !has(b, a.front())) {
            to.push_back(a.front());
            a = a.subspan(1);
        } else if (!b.empty() && !has(a, b.front())) {
            to.push_back(b.front());
            b = b.subspan(1);
        } else {
            return false;
        }
    }
    return true;
}

/// Up to the next Store.
std::span<const Node> loopsFrom(std::span<const Node> nodes) {
    const auto end = std::ranges::find_if(nodes, [](const Node& node) { return !node.isLoop(); });
    return nodes.first(static_cast<std::size_t>(end - nodes.begin()));
}

/// False if the Stores differ or no order of the loops agrees.
bool merge(std::span<const Node> a, std::span<const Node> b, std::vector<Node>& to) {
    to.clear();
    for (;;) {
        const auto ownLoops = loopsFrom(a), otherLoops = loopsFrom(b);
        if (!mergeLoops(ownLoops, otherLoops, to)) return false;
        a = a.subspan(ownLoops.size());
        b = b.subspan(otherLoops.size());
        if (a.empty() || b.empty()) return a.empty() && b.empty();
        if (kindOf(a.front()) != kindOf(b.front())) return false;
        to.push_back(a.front());
        a = a.subspan(1);
        b = b.subspan(1);
    }
}

}  // namespace

LaneForms::LaneForms(int usesUntilTape) : m_usesUntilTape(usesUntilTape), m_play(playerOfMachine()) {}

/// Of a loop between the same Stores.
std::size_t LaneForms::slotOf(const Node& node) {
    const unsigned place = node.kind == NodeKind::temporal ? 0 : 1 + 2u * node.fanout + (node.axis == Axis::y);
    return place * kMaxDimensions + node.dimension;
}

/// As readSkeleton would. False if the mapping has other nodes, or a loop that only ever runs its tail in space.
bool LaneForms::putInto(const Form& form, const Mapping& mapping) {
    std::fill_n(m_bounds, kWidth * form.skeleton.loopCount, 1.0);
    std::fill_n(m_tails, kWidth * form.skeleton.loopCount, 1.0);
    m_tailed = 0;
    unsigned begun = 0;
    std::uint64_t seen = 0;
    std::size_t stores = 0;
    const std::int16_t* places = form.places.data();
    int run = 0;
    for (const Node& node : mapping.nodes) {
        if (!node.isLoop()) {
            if (stores == form.stores.size() || form.stores[stores] != kindOf(node)) return false;
            ++stores;
            places += kSlots;
            continue;
        }
        const int number = places[slotOf(node)];
        if (number < 0 || form.runs[static_cast<std::size_t>(number)] < run || (seen >> number & 1)) return false;
        run = form.runs[static_cast<std::size_t>(number)];
        seen |= std::uint64_t{1} << number;
        const unsigned own = 1u << node.dimension;
        std::int64_t bound = node.bound;
        if (node.tail != bound && !(begun & own)) {
            if (node.kind == NodeKind::spatial) return false;
            bound = node.tail;
        }
        if (bound != 1) begun |= own;
        const int loop = form.loops[static_cast<std::size_t>(number)];
        if (loop < 0) continue;
        m_bounds[kWidth * loop] = m_bounds[kWidth * loop + 1] = static_cast<double>(bound);
        m_tails[kWidth * loop] = m_tails[kWidth * loop + 1] = static_cast<double>(node.tail);
        m_tailed |= std::uint64_t{node.tail != bound} << loop;
    }
    return stores == form.stores.size();
}

/// What putInto goes by. False if it couldn't.
bool LaneForms::describe(const LanePlan& plan, Form& form) {
    numberRuns(plan, form.nodes, m_runs);
    form.places.assign(kSlots, -1);
    int loops = 0, numbers = 0;
    for (std::size_t n = 0; n < form.nodes.size(); ++n) {
        const Node& node = form.nodes[n];
        if (!node.isLoop()) {
            form.stores.push_back(kindOf(node));
            form.places.resize(form.places.size() + kSlots, -1);
            continue;
        }
        std::int16_t& slot = form.places[form.places.size() - kSlots + slotOf(node)];
        if (slot >= 0 || form.loops.size() == kMaxFormLoops || m_runs[n] > 255) return false;
        slot = static_cast<std::int16_t>(numbers++);
        form.runs.push_back(static_cast<std::uint8_t>(m_runs[n]));
        form.loops.push_back(static_cast<std::int16_t>(plan.bound[node.dimension] > 1 ? loops++ : -1));
    }
    for (int d = 0; d < plan.dimensions; ++d) form.computes *= plan.bound[d];
    return true;
}

/// A form that the mapping fits, with its bounds put into it; null if there is none.
LaneForms::Form* LaneForms::formOf(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory) {
    m_hits = std::min(m_hits, 1 << 30);
    if (m_seen.empty()) m_seen.assign(std::size_t{1} << kFormBits, 0);
    std::uint8_t& seen = m_seen[placeOf(mapping)];
    if (seen > 0 && putInto(*m_forms[seen - 1u], mapping)) return ++m_hits, m_forms[seen - 1u].get();
    for (std::size_t f = 0; f < m_forms.size(); ++f) {
        if (!putInto(*m_forms[f], mapping)) continue;
        seen = static_cast<std::uint8_t>(f + 1);
        ++m_hits;
        return m_forms[f].get();
    }
    Form* const form = learn(plan, mapping, memory);
    if (form && putInto(*form, mapping)) return form;
    m_givenUp = ++m_misses > kMaxMisses && m_misses > m_hits;
    return nullptr;
}

/// Makes a form grow, or a new one.
LaneForms::Form* LaneForms::learn(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory) {
    Mapping whole, sorted = mapping;
    numberRuns(plan, sorted.nodes, m_runs);
    sortRuns(m_runs, sorted.nodes, m_from);
    Form* form = nullptr;
    for (const auto& own : m_forms) {
        if (!merge(own->nodes, sorted.nodes, whole.nodes)) continue;
        if (whole.nodes.size() == own->nodes.size()) return nullptr;  // has its loops, but may not be counted by it
        form = own.get();
        break;
    }
    if (!form) {
        if (m_forms.size() == kMaxForms) return nullptr;
        whole.nodes = sorted.nodes;
    }
    for (Node& node : whole.nodes) node.bound = node.tail = 1;
    Form grown;
    grown.nodes = whole.nodes;
    if (!readSkeleton(plan, whole, true, memory.skeleton, memory.bounds) || !describe(plan, grown)) return nullptr;
    grown.skeleton = memory.skeleton;
    if (!form) form = m_forms.emplace_back(std::make_unique<Form>()).get();
    *form = std::move(grown);
    return form;
}

const Tape* LaneForms::checkTape(const LanePlan& plan, Form& form, std::uint64_t tails) const {
    if (form.check && (tails & ~form.checkTails) == 0) return form.check.get();
    form.checkTails |= tails;
    form.check = recordTape(plan, form.skeleton, form.checkTails, LaneWork::check);
    return form.check.get();
}

/// One for all loops that had tails so far.
const Tape* LaneForms::generalTape(const LanePlan& plan, Form& form, std::uint64_t tails) const {
    CountTape& own = form.general;
    if (own.refused || (own.tape && (tails & ~own.tails) == 0)) return own.tape.get();
    own.tails |= tails;
    own.tape = recordTape(plan, form.skeleton, own.tails, LaneWork::all);
    own.refused = !own.tape || own.tape->steps.size() > kLongestTape;
    if (own.refused) own.tape.reset();  // With more tails it would be longer still.
    return own.tape.get();
}

/// The loops that have tails get one of their own once they came often enough.
const Tape* LaneForms::countTape(const LanePlan& plan, Form& form, std::uint64_t tails) const {
    auto own = std::ranges::find(form.counts, tails, &CountTape::tails);
    if (own == form.counts.end()) {
        if (form.counts.size() == kMaxCounts) return generalTape(plan, form, tails);
        own = form.counts.emplace(form.counts.end());
        own->tails = tails;
    }
    if (own->tape) return own->tape.get();
    if (own->refused || ++own->uses <= m_usesUntilTape) return generalTape(plan, form, tails);
    auto tape = recordTape(plan, form.skeleton, tails, LaneWork::all);
    own->refused = !tape || tape->steps.size() > kLongestTape;
    if (!own->refused) own->tape = std::move(tape);
    return own->tape.get();
}

bool LaneForms::score(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory, Score& score) {
    if (!plan.usable || m_givenUp || !mapping.directives.empty() || !mapping.paddedBounds.empty()) return false;
    Form* const form = formOf(plan, mapping, memory);
    if (!form || (form->uses < m_usesUntilTape && ++form->uses)) return false;
    const Tape* const count = countTape(plan, *form, m_tailed);
    if (!count) return false;
    const Tape* const check = checkTape(plan, *form, m_tailed);
    if (!check) return false;
    alignas(16) double results[kTapeResults * kWidth];
    const double computes[kWidth] = {form->computes, form->computes};
    const auto play = [&](const Tape& tape) {
        return m_play(tape.view, m_bounds, m_tails, computes, memory.kernel(), results) & 1;
    };
    if (play(*check)) return false;
    if (const int failed = static_cast<int>(results[0]); failed > 0) {
        const LaneCheck& first = check->checks.list[failed - 1];
        score.reason = reasonOf(plan, form->skeleton, first.failure, first.place, first.detail, results[kWidth]);
        return true;
    }
    if (play(*count)) return false;
    score.energyPj = results[0];
    score.cycles = static_cast<std::int64_t>(results[kWidth]);
    score.steps = static_cast<std::int64_t>(results[2 * kWidth]);
    return true;
}

}  // namespace lapidary::lanes
