// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The second way to count a pair of Stores, for what the closed forms don't cover: goes through the kinds of advances of
// the temporal loops (which loop, which dimensions are in their last round) and counts each kind once, child by child.
// Exact for every semantics; slower by orders. Allocates.
#pragma once

#include <array>
#include <vector>

#include "core/model/reuse/event_counter.h"
#include "core/model/reuse/plan.h"

namespace lapidary::reuse {

/// Words of one instance of a class, by class id along each dimension, by place along those of clipped ranks.
struct ClassWords {
    std::array<std::int64_t, kMaxDimensions> ids{};
    std::int64_t instances = 1;
    std::int64_t words = 0;
    std::int64_t held = 0;    ///< children of outputs: distinct elements ever held
    std::int64_t given = 0;   ///< children: words sent to neighbours
    std::int64_t linked = 0;  ///< parents: words asked if neighbours give
};

/// What happens below one class of parents.
struct ParentEvents {
    std::vector<EventEntry> log;
    std::vector<std::int64_t> times;  ///< by entry of the log
    std::size_t parent = 0;           ///< index into PairCounts::parents
    std::size_t firstChild = 0;       ///< index into PairCounts::children: combinations stand there one after the other
    std::vector<std::int64_t> children;  ///< of one parent instance, by combination
};

struct PairCounts {
    std::vector<ClassWords> children;  ///< words delivered
    std::vector<ClassWords> parents;   ///< words asked
    GroupSizes groups;
    std::vector<CarriedWords> carried;  ///< by network of the pair; empty if no detail was counted
    std::int64_t given = 0;             ///< words from neighbours, over all children
};

/// `events`, if given, gets all that happens, for explanations.
PairCounts walkEvents(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore, Sharing sharing,
                      std::vector<ParentEvents>* events = nullptr);

/// Several networks lie between, and each shares by itself.
bool sharesApart(const Plan& plan, const Between& between, Sharing sharing);

/// What of a pair has to be looked at child by child, if anything.
DetailRules detailRules(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore,
                        Sharing sharing);
/// Dimensions along which the event walk tells every instance apart: those of clipped ranks; all, if neighbours give.
DimensionMask placedDimensions(const Plan& plan, int tensor);

/// Words of the largest tile of a Store, for tensors with ranks of any number of terms.
std::int64_t widestTile(const Plan& plan, const Nest& nest, int tensor, const StoreNode& store);

}  // namespace lapidary::reuse
