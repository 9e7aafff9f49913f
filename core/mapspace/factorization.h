// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How one dimension is split over its loops: every chain of trip counts, perfect or with tails (Ruby, eqs. 1 and 5),
// counted, drawn and numbered without need of a list.
//
// Read a chain from the innermost loop outwards. Before any loop is chosen, u = D iterations remain; a loop of P trips
// leaves ceil(u / P) of them to the loops outside it, and the chain is complete when one remains. Its tail R is the
// last digit of u - 1 in radix P, plus 1: so R = P exactly when P divides u, and a loop that may not end early must
// divide. Since ceil(ceil(D / a) / b) = ceil(D / ab), u takes at most 2 sqrt(D) values whatever the chain: what the
// outer loops can still do depends on u alone, and tables over (loop, u) hold the whole space. Where a dimension has few
// chains, they stand in a table as well, since drawing would spend most of its time with finding them.
// Immutable after make; shared between threads freely.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/key_table.h"
#include "core/mapping/loop.h"
#include "core/workload/workload.h"

namespace lapidary {

/// Which loops may have a tail R < P (Ruby II-C, III).
enum class Factorization { perfect, padded, ruby, rubyS, rubyT };
std::span<const KeyEntry<Factorization>> keyTable(Factorization);
bool allowsTails(Factorization kind, NodeKind loop);
/// All but PFM hold its mappings, too: their best can't be worse, only not found yet.
bool containsPerfect(Factorization kind);

/// A place in the nest where a dimension may have a loop, and the P it may have there.
struct LoopSlot {
    bool tails = false;             ///< may have R < P
    std::int64_t least = 1;         ///< P >= least
    std::int64_t most = kMaxBound;  ///< P <= most
};

/// P and R of one loop. Without initialisers, so that a draft of hundreds costs nothing until it is written.
struct Factor {
    std::int64_t bound;
    std::int64_t tail;
    bool operator==(const Factor&) const = default;
};

/// All canonical chains over the slots of one dimension: each loop's P is at most what remains (a loop that only ever
/// runs its last iteration has P = R), and no two chains are the same list of (P, R).
class FactorChains {
public:
    /// Slots from outermost to innermost; bound >= 1. Nullopt if the tables would grow beyond reason: more than
    /// kMaxBranches choices or 2^63 chains. Bounds up to 2^20 over 24 slots always fit.
    static std::optional<FactorChains> make(std::int64_t bound, std::span<const LoopSlot> slotList);
    static constexpr std::size_t kMaxBranches = std::size_t{1} << 22;

    std::uint64_t count() const { return m_states.front().chains; }
    /// Chain number `rank` < count() into chain[0 .. slots), outermost first. Chains are numbered in ascending order of
    /// their bounds, the innermost first. O(slots * log), a copy where there are few; no allocation.
    void at(std::uint64_t rank, Factor* chain) const;
    /// Inverse of at; nullopt if the chain isn't one of these.
    std::optional<std::uint64_t> rankOf(const Factor* chain) const;

private:
    /// A run of neighbouring choices of P that all leave the same number of iterations to the loops outside.
    struct Branch {
        std::uint64_t before;   ///< chains of the state that come before this run's
        std::int64_t bound;     ///< smallest P of the run
        std::uint32_t outside;  ///< the state they lead to
    };
    /// u iterations remain for one slot and those outside it.
    struct State {
        std::int64_t remaining;
        std::uint64_t chains;  ///< ways to complete a chain from here
        std::uint32_t firstBranch, endBranch;
    };

    static constexpr std::size_t kTabulated = std::size_t{1} << 15;  ///< factors at most that are worth a table

    void find(std::uint64_t rank, Factor* chain) const;
    void tabulate();
    bool grow(std::int64_t bound);
    bool countChains();
    std::span<const Branch> branches(const State& state) const;
    static const Branch& runOf(std::span<const Branch> runs, std::uint64_t rank);

    std::vector<LoopSlot> m_slots;  ///< outermost first
    std::vector<State> m_states;    ///< the innermost slot's only one first, those that no slot is left for last
    std::vector<Branch> m_branches;
    std::vector<Factor> m_table;  ///< all chains one after the other; empty if there are too many
};

}  // namespace lapidary
