// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/factorization.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/base/arith.h"

namespace lapidary {

std::span<const KeyEntry<Factorization>> keyTable(Factorization) {
    static constexpr KeyEntry<Factorization> table[] = {
        {Factorization::perfect, "pfm", "Perfect",
         "every loop's bound divides what the loops inside it leave: no tails", "Ruby eq. 1"},
        {Factorization::padded, "padded", "Padded",
         "perfect factors of the bound or of the next multiple of the axes it is unrolled on; the padding is executed",
         "Ruby III-B"},
        {Factorization::ruby, "ruby", "Ruby", "any loop may make fewer trips in its last iteration", "Ruby eq. 5"},
        {Factorization::rubyS, "ruby-s", "Ruby-S",
         "only spatial loops may make fewer trips in their last iteration: arrays are filled whatever the bound",
         "Ruby III-A"},
        {Factorization::rubyT, "ruby-t", "Ruby-T",
         "only temporal loops may make fewer trips in their last iteration: tiles fill buffers whatever the bound",
         "Ruby III-A"},
    };
    return table;
}

bool allowsTails(Factorization kind, NodeKind loop) {
    switch (kind) {
    case Factorization::ruby: return true;
    case Factorization::rubyS: return loop == NodeKind::spatial;
    case Factorization::rubyT: return loop == NodeKind::temporal;
    case Factorization::perfect:
    case Factorization::padded: break;
    }
    return false;
}

bool containsPerfect(Factorization kind) { return kind != Factorization::perfect; }

namespace {

/// Calls visit(first P, last P, what they leave) for every run of P that a slot may take of `remaining` iterations, in
/// ascending order. The outermost loop takes all that remains.
template <class Visit>
void forEachRun(std::int64_t remaining, const LoopSlot& slot, bool outermost, Visit visit) {
    const std::int64_t most = std::min(slot.most, remaining);
    if (outermost) {
        if (slot.least <= remaining && remaining <= slot.most) visit(remaining, remaining, 1);
    } else if (!slot.tails) {
        for (const std::int64_t bound : divisors(remaining))
            if (slot.least <= bound && bound <= most) visit(bound, bound, remaining / bound);
    } else {
        for (std::int64_t first = slot.least; first <= most;) {
            const std::int64_t left = ceilDiv(remaining, first);
            const std::int64_t last = left == 1 ? most : std::min(most, (remaining - 1) / (left - 1));
            visit(first, last, left);
            first = last + 1;
        }
    }
}

}  // namespace

std::optional<FactorChains> FactorChains::make(std::int64_t bound, std::span<const LoopSlot> slotList) {
    FactorChains chains;
    chains.m_slots.assign(slotList.begin(), slotList.end());
    if (!chains.grow(bound) || !chains.countChains()) return std::nullopt;
    chains.tabulate();
    return chains;
}

/// Drawing spends most of its time with finding chains.
void FactorChains::tabulate() {
    if (m_slots.empty() || count() > kTabulated / m_slots.size()) return;
    m_table.resize(static_cast<std::size_t>(count()) * m_slots.size());
    for (std::uint64_t rank = 0; rank < count(); ++rank) find(rank, m_table.data() + rank * m_slots.size());
}

/// Makes the states that chains can reach and the branches between them, innermost slot first. Until they are counted,
/// `before` holds the number of P in the run and `chains` whether the chain is complete.
bool FactorChains::grow(std::int64_t bound) {
    m_states.push_back({bound, 0, 0, 0});
    std::size_t layer = 0;  // first state of the slot at hand
    for (std::size_t slot = m_slots.size(); slot-- > 0;) {
        const std::size_t nextLayer = m_states.size();
        std::unordered_map<std::int64_t, std::uint32_t> states;
        const auto addRun = [&](std::int64_t first, std::int64_t last, std::int64_t left) {
            const auto [entry, isNew] = states.try_emplace(left, static_cast<std::uint32_t>(m_states.size()));
            if (isNew) m_states.push_back({left, 0, 0, 0});
            m_branches.push_back({static_cast<std::uint64_t>(last - first + 1), first, entry->second});
        };
        for (std::size_t s = layer; s < nextLayer; ++s) {
            m_states[s].firstBranch = static_cast<std::uint32_t>(m_branches.size());
            forEachRun(m_states[s].remaining, m_slots[slot], slot == 0, addRun);
            m_states[s].endBranch = static_cast<std::uint32_t>(m_branches.size());
            if (m_branches.size() > kMaxBranches) return false;
        }
        layer = nextLayer;
    }
    for (std::size_t s = layer; s < m_states.size(); ++s) m_states[s].chains = m_states[s].remaining == 1;
    return true;
}

/// Every branch leads to a later state, so one pass backwards completes the counts.
bool FactorChains::countChains() {
    for (auto state = m_states.rbegin(); state != m_states.rend(); ++state) {
        Int128 total = state->chains;
        for (std::uint32_t b = state->firstBranch; b < state->endBranch; ++b) {
            const Int128 added = Int128{m_branches[b].before} * m_states[m_branches[b].outside].chains;
            m_branches[b].before = static_cast<std::uint64_t>(total);
            total += added;
            if (total > std::numeric_limits<std::int64_t>::max()) return false;
        }
        state->chains = static_cast<std::uint64_t>(total);
    }
    return true;
}

std::span<const FactorChains::Branch> FactorChains::branches(const State& state) const {
    return {m_branches.data() + state.firstBranch, m_branches.data() + state.endBranch};
}

/// The last run that starts at or before `rank`. Halving without branches: which half is a coin toss when drawing.
const FactorChains::Branch& FactorChains::runOf(std::span<const Branch> runs, std::uint64_t rank) {
    const Branch* run = runs.data();
    for (std::size_t left = runs.size(); left > 1;) {
        const std::size_t half = left / 2;
        run += run[half].before <= rank ? half : 0;
        left -= half;
    }
    return *run;
}

void FactorChains::at(std::uint64_t rank, Factor* chain) const {
    if (m_table.empty()) return find(rank, chain);
    std::copy_n(m_table.data() + rank * m_slots.size(), m_slots.size(), chain);
}

void FactorChains::find(std::uint64_t rank, Factor* chain) const {
    const State* state = m_states.data();
    Factor* factor = chain + m_slots.size();
    while (state->remaining > 1) {
        const Branch& run = runOf(branches(*state), rank);
        const State& outside = m_states[run.outside];
        rank -= run.before;
        std::int64_t bound = run.bound;
        if (rank >= outside.chains) {
            bound += static_cast<std::int64_t>(rank / outside.chains);
            rank %= outside.chains;
        }
        *--factor = {bound, (state->remaining - 1) % bound + 1};
        state = &outside;
    }
    while (factor != chain) *--factor = {1, 1};
}

std::optional<std::uint64_t> FactorChains::rankOf(const Factor* chain) const {
    const State* state = m_states.data();
    std::uint64_t rank = 0;
    for (std::size_t slot = m_slots.size(); slot-- > 0;) {
        const auto [bound, tail] = chain[slot];
        const auto runs = branches(*state);
        const auto next = std::ranges::upper_bound(runs, bound, {}, &Branch::bound);
        if (next == runs.begin() || bound > std::min(m_slots[slot].most, state->remaining)) return std::nullopt;
        const Branch& run = *(next - 1);
        const State& outside = m_states[run.outside];
        const bool inRun =
            bound == run.bound || (m_slots[slot].tails && ceilDiv(state->remaining, bound) == outside.remaining);
        if (!inRun || tail != (state->remaining - 1) % bound + 1) return std::nullopt;
        rank += run.before + static_cast<std::uint64_t>(bound - run.bound) * outside.chains;
        state = &outside;
    }
    if (state->remaining != 1) return std::nullopt;
    return rank;
}

}  // namespace lapidary
