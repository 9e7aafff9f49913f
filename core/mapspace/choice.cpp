// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/choice.h"

#include <algorithm>
#include <bit>

#include "core/base/units.h"

namespace lapidary {

namespace {

Diagnostic tooManyChains(const NestFrame& frame, const Target& target, int dimension, Factorization kind) {
    const std::string what = "too many factors to choose from for '" + std::string(keyOf(kind)) +
                             "': " + describeSlots(frame, target, dimension);
    return errorAt({{}, 0, 0, "mapspace"}, what, "limit some factors, allow fewer axes, or use pfm or ruby-s");
}

}  // namespace

unsigned subsetOf(unsigned set, std::uint64_t number) {
    unsigned subset = 0;
    for (; set; set &= set - 1, number >>= 1)
        if (number & 1) subset |= set & -set;
    return subset;
}

std::uint64_t numberOf(unsigned subset, unsigned set) {
    std::uint64_t number = 0;
    for (int bit = 0; set; set &= set - 1, ++bit)
        if (subset & set & -set) number |= std::uint64_t{1} << bit;
    return number;
}

Result<ChoiceSpace> ChoiceSpace::make(TargetPtr target, const MapspaceRules& rules, Factorization kind) {
    ChoiceSpace space;
    space.m_target = std::move(target);
    space.m_padded = kind == Factorization::padded;
    space.m_frame = makeFrame(*space.m_target, rules, kind);
    Diagnostics wrong = contradictions(space.m_frame, *space.m_target, rules, kind);

    for (int d = 0; d < space.m_target->workload.dimensionCount(); ++d) {
        std::vector<PaddingSlot> choices;
        for (const NestSlot& slot : space.m_frame.slotsOf(d)) choices.push_back(slot.choice);
        auto chains = DimensionChains::make(space.m_target->workload.bound(d), choices, space.m_padded);
        if (!chains) {
            wrong.push_back(tooManyChains(space.m_frame, *space.m_target, d, kind));
            continue;
        }
        if (chains->count() == 0) wrong.push_back(whyNoChain(space.m_frame, *space.m_target, d, kind));
        space.m_terms.push_back({SizeTerm::Kind::chains, static_cast<std::size_t>(d), chains->count()});
        space.m_chains.push_back(std::move(*chains));
    }
    if (!wrong.empty()) return wrong;

    for (std::size_t l = 0; l < rules.levels.size(); ++l) {
        space.m_orders.emplace_back(space.m_frame.levels[l].dimensions, rules.levels[l].precedence);
        space.m_mustKeep.push_back(rules.levels[l].mustKeep);
        space.m_mayKeep.push_back(rules.levels[l].mayKeep);
        if (!space.m_frame.levels[l].dimensions.empty())
            space.m_terms.push_back({SizeTerm::Kind::order, l, space.m_orders.back().count()});
    }
    for (std::size_t l = 0; l < rules.levels.size(); ++l)
        if (const unsigned optional = rules.levels[l].mayKeep; optional != 0)
            space.m_terms.push_back({SizeTerm::Kind::keep, l, std::uint64_t{1} << std::popcount(optional)});
    return space;
}

void ChoiceSpace::start(Draft& draft) const {
    for (std::size_t l = 0; l < m_mustKeep.size(); ++l) {
        draft.kept[l] = m_mustKeep[l];
        draft.orderSize[l] = m_frame.levels[l].dimensions.size();
    }
}

void ChoiceSpace::apply(const ChoiceTerm& term, std::uint64_t number, Draft& draft) const {
    switch (term.kind) {
    case SizeTerm::Kind::chains:
        draft.covered[term.where] = m_chains[term.where].at(number, draft.factors.data() + m_frame.first[term.where]);
        break;
    case SizeTerm::Kind::order: m_orders[term.where].at(number, draft.order[term.where].data()); break;
    case SizeTerm::Kind::keep:
        draft.kept[term.where] = m_mustKeep[term.where] | subsetOf(m_mayKeep[term.where], number);
        break;
    }
}

void ChoiceSpace::assemble(const Draft& draft, Mapping& out, bool whole) const {
    out.nodes.clear();
    out.nodes.reserve(kMaxNodes);
    const auto addLoop = [&](std::int16_t slot) {
        const auto [bound, tail] = draft.factors[static_cast<std::size_t>(slot)];
        if (bound == 1 && !whole) return;
        Node& loop = out.nodes.emplace_back(m_frame.slotList[static_cast<std::size_t>(slot)].loop);
        loop.bound = bound;
        loop.tail = tail;
    };
    for (std::size_t l = 0; l < m_frame.levels.size(); ++l) {
        const LevelFrame& level = m_frame.levels[l];
        if (draft.kept[l]) out.nodes.push_back(store(static_cast<int>(l), draft.kept[l]));
        for (std::size_t i = 0; i < draft.orderSize[l]; ++i) addLoop(level.temporal[draft.order[l][i]]);
        for (const std::int16_t slot : level.spatial) addLoop(slot);
    }
    out.paddedBounds.clear();
    if (!m_padded) return;
    const auto& dimensions = m_target->workload.dimensions();
    const auto raised = [&](std::size_t d) { return draft.covered[d] != dimensions[d].bound; };
    for (std::size_t d = 0; d < dimensions.size(); ++d)
        if (raised(d)) {
            out.paddedBounds.assign(draft.covered.begin(), draft.covered.begin() + std::ssize(dimensions));
            return;
        }
}

}  // namespace lapidary
