// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The loop orders that Sunstone's search tries at each level: those of the ordering trie, made to obey the level's
// constraints. Pure functions.
#pragma once

#include "core/search/sunstone/costs.h"
#include "core/search/sunstone/problem.h"

namespace lapidary::sunstone {

/// The tensor that is reused over most loops, the first of equals; -1 = none.
int operandOf(const ReuseSet& reuse, std::size_t tensors);

/// What an order asks of the tile and the array below it.
struct Steering {
    int operand = -1;    ///< the tensor it reuses over most loops, -1 = none
    Mask exploited = 0;  ///< loops whose reuse it has already
    bool operator==(const Steering&) const = default;
};

struct PromisingOrders {
    std::vector<std::vector<LoopOrder>> orders;  ///< by level
    std::vector<std::vector<ReuseSet>> reuse;    ///< by level, what its orders reuse at most, in dimensions
    /// Of the trie's orders, each once, whatever constraints make of those; and of tensors that no order reuses.
    std::vector<Steering> steerings;
    std::int64_t kept = 0;    ///< of the trie
    std::int64_t pruned = 0;  ///< all orders of the loops less those
};

/// With `trie` off, one order for every way to reuse that any order has: the search is that of all orders, repeats left
/// out. At most kMaxOrders a level.
PromisingOrders promisingOrders(const Problem& problem, bool trie);

}  // namespace lapidary::sunstone
