// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A design as Timeloop has it: one storage after the other, each holding one memory of ours, at most one fan-out below
// each. Shared by what writes architectures and mappings. Plain values and pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::timeloop {

struct Rung {
    std::string name;
    int level = -1;                        ///< of the design; -1 = empty, stands between two fan-outs only
    const Partition* partition = nullptr;  ///< null = the level's shared memory
    unsigned tensors = 0;                  ///< that may live here (bit mask); all if no workload is known
    std::int64_t x = 1, y = 1;             ///< mesh
    bool isFirst = false;                  ///< of its level
    int fanout = -1;                       ///< below this rung; -1 = none
};

struct Ladder {
    std::vector<Rung> rungs;          ///< outermost first
    std::int64_t x = 1, y = 1;        ///< mesh of the compute
    int rungBelow(int fanout) const;  ///< index of the rung that a fan-out stands below, -1 if it is 1 x 1
};

/// `target` may be null. An empty rung stands between fan-outs that follow each other (v4 needs no storage for it).
Ladder ladderOf(const Architecture& design, const Target* target);

/// One loop of a rung or of the fan-out below it.
struct RungLoop {
    int dimension = 0;
    std::int64_t bound = 1, tail = 1;
    Axis axis = Axis::x;
};

struct RungMapping {
    unsigned kept = 0;               ///< tensors held at this rung
    std::vector<RungLoop> temporal;  ///< outermost first
    std::vector<RungLoop> spatial;   ///< of the fan-out below, outermost first
};

/// The loops of a mapping rung by rung. Refuses what has no place there: a loop between a fan-out and the Store below it,
/// two loops of a dimension at one place, Stores that don't follow the order of the rungs.
Result<std::vector<RungMapping>> rungsOf(const Mapping& mapping, const Ladder& ladder, const Target& target);

}  // namespace lapidary::timeloop
