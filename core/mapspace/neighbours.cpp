// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small changes of a choice, for searchers that walk: a factor moves from one loop of a dimension to another, a loop goes
// to another place of its level's order, a level keeps one tensor more or less. A move that the space does not hold is
// tried another way; at last the term is drawn anew, so that every choice can be reached from every other.

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/mapspace/choice.h"

namespace lapidary {

namespace {

constexpr int kMoveTries = 4;
// How often which kind of term is changed, where the space has all three: most of a mapspace is in its chains.
constexpr std::uint64_t kChainWeight = 4, kOrderWeight = 2, kKeepWeight = 1;

std::uint64_t weightOf(const ChoiceTerm& term) {
    if (term.count < 2) return 0;
    switch (term.kind) {
    case SizeTerm::Kind::chains: return kChainWeight;
    case SizeTerm::Kind::order: return kOrderWeight;
    case SizeTerm::Kind::keep: break;
    }
    return kKeepWeight;
}

/// One of the prime factors of n >= 2.
std::int64_t primeOf(std::int64_t n, Rng& rng) {
    std::array<std::int64_t, 64> primes;
    std::size_t count = 0;
    for (std::int64_t p = 2; p * p <= n; ++p)
        for (; n % p == 0; n /= p) primes[count++] = p;
    if (n > 1) primes[count++] = n;
    return primes[rng.below(count)];
}

/// The tails that follow from the bounds, innermost loop first; false if the loops don't end with one iteration.
bool setTails(std::span<Factor> chain, std::int64_t covered) {
    std::int64_t remaining = covered;
    for (std::size_t i = chain.size(); i-- > 0;) {
        const std::int64_t outside = ceilDiv(remaining, chain[i].bound);
        chain[i].tail = remaining - (outside - 1) * chain[i].bound;
        remaining = outside;
    }
    return remaining == 1;
}

/// Iterations that the loops inside `slot` leave for it and those outside.
std::int64_t remainingAt(std::span<const Factor> chain, std::size_t slot, std::int64_t covered) {
    std::int64_t remaining = covered;
    for (std::size_t i = chain.size(); i-- > slot + 1;) remaining = ceilDiv(remaining, chain[i].bound);
    return remaining;
}

/// A prime factor goes from one loop to another.
bool moveFactor(std::span<Factor> chain, std::int64_t covered, Rng& rng) {
    const std::size_t from = rng.below(chain.size()), to = rng.below(chain.size());
    if (from == to || chain[from].bound == 1) return false;
    const std::int64_t prime = primeOf(chain[from].bound, rng);
    chain[from].bound /= prime;
    chain[to].bound *= prime;
    return setTails(chain, covered);
}

/// A loop gets one iteration more or less, and a loop outside it makes up for it.
bool moveIteration(std::span<Factor> chain, std::int64_t covered, Rng& rng) {
    if (chain.size() < 2) return false;
    const std::size_t from = 1 + rng.below(chain.size() - 1), to = rng.below(from);
    chain[from].bound += rng.below(2) == 0 ? 1 : -1;
    if (chain[from].bound < 1) return false;
    std::int64_t outside = 1;
    for (std::size_t i = 0; i < to; ++i) outside *= chain[i].bound;
    chain[to].bound = ceilDiv(remainingAt(chain, to, covered), outside);
    return setTails(chain, covered);
}

std::uint64_t movedChain(const DimensionChains& chains, std::size_t slots, bool tails, std::uint64_t rank, Rng& rng) {
    std::array<Factor, kMaxSlots> start, moved;
    const std::int64_t covered = chains.at(rank, start.data());
    for (int attempt = 0; attempt < kMoveTries; ++attempt) {
        std::copy_n(start.begin(), slots, moved.begin());
        const std::span chain(moved.data(), slots);
        const bool done =
            tails && rng.below(2) == 0 ? moveIteration(chain, covered, rng) : moveFactor(chain, covered, rng);
        if (!done) continue;
        if (const auto found = chains.rankOf(covered, moved.data()); found && *found != rank) return *found;
    }
    return rng.below(chains.count());
}

std::uint64_t movedOrder(const LoopOrders& orders, std::uint64_t rank, Rng& rng) {
    std::array<std::uint8_t, kMaxDimensions> order;
    const std::size_t loops = orders.dimensions().size();
    for (int attempt = 0; attempt < kMoveTries; ++attempt) {
        orders.at(rank, order.data());
        const std::size_t from = rng.below(loops), to = rng.below(loops);
        if (from == to) continue;
        if (from < to)
            std::rotate(order.begin() + from, order.begin() + from + 1, order.begin() + to + 1);
        else
            std::rotate(order.begin() + to, order.begin() + from, order.begin() + from + 1);
        const std::span<const std::uint8_t> sequence(order.data(), loops);
        if (orders.allows(sequence)) return orders.smallestRank(sequence);
    }
    return rng.below(orders.count());
}

}  // namespace

void ChoiceSpace::draw(Rng& rng, Choice& choice) const {
    for (std::size_t t = 0; t < m_terms.size(); ++t)
        choice[t] = m_terms[t].count == 1 ? 0 : rng.below(m_terms[t].count);
}

bool ChoiceSpace::step(Rng& rng, Choice& choice) const {
    const std::uint64_t all = std::accumulate(m_terms.begin(), m_terms.end(), std::uint64_t{0},
                                              [](std::uint64_t sum, const auto& term) { return sum + weightOf(term); });
    if (all == 0) return false;
    std::uint64_t at = rng.below(all);
    std::size_t t = 0;
    for (; at >= weightOf(m_terms[t]); ++t) at -= weightOf(m_terms[t]);
    const ChoiceTerm& term = m_terms[t];
    const auto dimension = static_cast<int>(term.where);
    switch (term.kind) {
    case SizeTerm::Kind::chains: {
        const auto slots = m_frame.slotsOf(dimension);
        const bool tails = std::ranges::any_of(slots, [](const NestSlot& slot) { return slot.choice.limits.tails; });
        choice[t] = movedChain(m_chains[term.where], slots.size(), tails, choice[t], rng);
        return true;
    }
    case SizeTerm::Kind::order: choice[t] = movedOrder(m_orders[term.where], choice[t], rng); return true;
    case SizeTerm::Kind::keep: break;
    }
    choice[t] ^= std::uint64_t{1} << rng.below(static_cast<std::uint64_t>(std::popcount(m_mayKeep[term.where])));
    return true;
}

void ChoiceSpace::assemble(const Choice& choice, Mapping& out, bool whole) const {
    Draft draft;
    start(draft);
    for (std::size_t t = 0; t < m_terms.size(); ++t) apply(m_terms[t], choice[t], draft);
    assemble(draft, out, whole);
}

void ChoiceSpace::assemblePart(const Choice& choice, unsigned dimensions, Mapping& out) const {
    Draft draft;
    start(draft);
    for (std::size_t t = 0; t < m_terms.size(); ++t) {
        const ChoiceTerm& term = m_terms[t];
        if (term.kind == SizeTerm::Kind::order) {
            std::ranges::copy(m_frame.levels[term.where].dimensions, draft.order[term.where].begin());
            continue;
        }
        if (term.kind == SizeTerm::Kind::keep || dimensions >> term.where & 1) {
            apply(term, choice[t], draft);
            continue;
        }
        for (std::size_t s = m_frame.first[term.where]; s < m_frame.first[term.where + 1]; ++s)
            draft.factors[s] = {1, 1};
        draft.covered[term.where] = m_target->workload.bound(static_cast<int>(term.where));
    }
    assemble(draft, out);
}

}  // namespace lapidary
