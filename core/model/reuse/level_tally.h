// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One level's block accesses and the words of its busiest instance, from counted pairs: what energy and time are made
// of. Instances that fare alike are looked at once. On the path of every search: allocates nothing.
#pragma once

#include <array>

#include "core/model/finish.h"
#include "core/model/reuse/counting.h"

namespace lapidary::reuse {

struct LevelTally {
    unsigned stored = 0;                             ///< tensors kept at the level
    std::array<int, kMaxTensors> index;              ///< number of the tensor's Store there, if stored
    std::array<StoreWords, kMaxTensors> words;       ///< over all instances
    std::array<StoreWords, kMaxTensors> accesses;    ///< sum over instances and actions of ceil(words / block)
    std::array<PortWords, kMaxTensors + 1> busiest;  ///< by part
};

enum class Detail {
    score,  ///< busiest words only of ports that can slow the MACs down
    full,
};

/// Requires counted pairs.
void tallyLevel(Counting& counting, int level, Detail detail, LevelTally& tally);

/// Steps, or the product of the full bounds if the semantics says so.
std::int64_t stepsOf(const Plan& plan, const Nest& nest);

/// One tensor on one network. Requires counted pairs and a hop energy.
NetworkTraffic networkTraffic(const Counting& counting, int fanout, int tensor);

/// Capacity check of one level's part; requires a mapping that is read, not counted.
Reason overflow(const Counting& counting, int level, int part);

}  // namespace lapidary::reuse
