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

/// Words of one instance of a class, by class id along each dimension.
struct ClassWords {
    std::array<std::int8_t, kMaxDimensions> ids{};
    std::int64_t instances = 1;
    std::int64_t words = 0;
    std::int64_t held = 0;  ///< children of outputs: distinct elements ever held
};

/// What happens below one class of parents.
struct ParentEvents {
    EventLog log;
    std::vector<std::int64_t> times;  ///< by entry of the log
    std::size_t parent = 0;           ///< index into PairCounts::parents
    std::size_t firstChild = 0;       ///< index into PairCounts::children: combinations stand there one after the other
    std::vector<std::int64_t> children;  ///< of one parent instance, by combination
};

struct PairCounts {
    std::vector<ClassWords> children;  ///< words delivered
    std::vector<ClassWords> parents;   ///< words asked
    GroupSizes groups;
};

/// `events`, if given, gets all that happens, for explanations.
PairCounts walkEvents(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore, Sharing sharing,
                      std::vector<ParentEvents>* events = nullptr);

/// Words of a tile with these extents by dimension, of a rank product of any terms.
std::int64_t tileWords(const Tensor& tensor, bool box, const Extent& extents, DimensionMask moving);

}  // namespace lapidary::reuse
