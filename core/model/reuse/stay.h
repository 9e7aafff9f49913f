// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How often a tensor's tile at a Store changes and how long the next one has to arrive (docs/models/time.md; Mei et al.,
// "A Uniform Latency Model for DNN Accelerators with Diverse Architectures and Dataflows", DATE 2022). Counted over the
// settings of the temporal loops, tails and all. Pure functions that allocate nothing.
#pragma once

#include <cstdint>

#include "core/model/reuse/nest.h"

namespace lapidary::reuse {

/// Loops by their number among the temporal ones, outermost = 0. A tile stays while the loops before `outside` stand; during
/// those from there to `used` it is used over and over, and its words may give way in their last trips.
struct StayLoops {
    int outside = 0, used = 0;
};

/// Steps are those of the compute.
struct Stay {
    std::int64_t times = 1;     ///< tiles, one after the other
    std::int64_t window = 0;    ///< steps in which a word may give way to one of another tile
    std::int64_t incoming = 0;  ///< of those, all but in the last stay: nothing comes after it
    std::int64_t outgoing = 0;  ///< of those, all but in the first stay: nothing was there before it
};

/// Of a tensor at a Store, or at the MACs, whose operands change with every step.
StayLoops stayLoops(const Plan& plan, const Nest& nest, int tensor, int store);
/// `buffered`: a tile has a buffer of its own to arrive in, or to wait in, so that all steps are open.
Stay stayOf(const Plan& plan, const Nest& nest, const StayLoops& loops, bool buffered);

}  // namespace lapidary::reuse
