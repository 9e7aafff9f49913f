// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's ordering trie (Olyaiy et al., ISPASS 2023, IV-A, Fig. 4): which loop orders of a level can be best, found
// from the workload alone. The root leaves all loops open; a child fixes the next loop, counted from the innermost. A node
// carries the reuse still alive: dimension d reuses tensor X if d does not index X and no loop inside does either, and in
// part if it moves a sliding window of X right above such a run. Nodes are kept with what became of them, so that views
// can show why an order was dropped. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/key_table.h"
#include "core/workload/workload.h"

namespace lapidary::sunstone {

/// Dimensions that each tensor is reused over.
struct ReuseSet {
    std::array<std::uint16_t, kMaxTensors> full{};    ///< dimensions that don't index it
    std::array<std::uint16_t, kMaxTensors> window{};  ///< at most one each: partial reuse

    /// Whether this reuses nothing that `other` doesn't.
    bool within(const ReuseSet& other) const;
    bool operator==(const ReuseSet&) const = default;
};

enum class TrieStatus : std::uint8_t {
    open,       ///< a prefix of others that reuse more
    kept,       ///< survives
    noReuse,    ///< reuses no more than its parent
    sameReuse,  ///< another order of the same dimensions reuses the same
    included,   ///< another order reuses this and more
};
std::span<const KeyEntry<TrieStatus>> keyTable(TrieStatus);

struct TrieNode {
    std::vector<int> order;  ///< dimensions, innermost first; empty = the root
    int parent = -1;
    ReuseSet reuse;
    TrieStatus status = TrieStatus::open;
    int by = -1;  ///< node that makes it needless: the parent, the twin, the one that includes it
};

struct OrderingTrie {
    std::vector<TrieNode> nodes;  ///< by depth; parents before children
    std::vector<int> kept;        ///< nodes that survive
};

/// Dimensions of bound 1 have no loop and are left out, unless `all`. What ties is settled by the order of the workload's
/// dimensions.
OrderingTrie orderingTrie(const Workload& workload, bool all = false);

/// Dimensions of an order that need not grow in the tile below: whatever reuse they offer, this order has (Sunstone,
/// III-A). `dimensions`, innermost first.
unsigned exploitedDimensions(const Workload& workload, const TrieNode& node);

/// "PQN", outermost dimensions last, as the paper writes them but from the inside; names of several letters with dots.
std::string orderName(const Workload& workload, const std::vector<int>& order);
/// "W: p q n; I: p (in part)".
std::string reuseText(const Workload& workload, const ReuseSet& reuse);
/// Why a node is there or not, in a sentence.
std::string reasonOf(const Workload& workload, const OrderingTrie& trie, const TrieNode& node);

/// Of each tensor: dimensions that index it, and per dimension those of the sliding window it is part of (0 = none).
struct Access {
    std::array<std::uint16_t, kMaxTensors> indexing{};
    std::array<std::array<std::uint16_t, kMaxDimensions>, kMaxTensors> window{};
};
Access accessOf(const Workload& workload);

}  // namespace lapidary::sunstone
