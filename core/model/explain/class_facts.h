// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The instances of a Store along one dimension, sorted by how they fare in time as core/model/reuse/classes.h does, with
// every number as an expression of the loops it comes from (reuse.md, Closed form). Plain values; no thread rule.
#pragma once

#include <functional>

#include "core/model/explain/nest_facts.h"

namespace lapidary::derive {

/// Which side of a pair a class of instances is asked of, and what a tile shows of a loop.
using LoopNote = std::function<std::string(const reuse::Loop&)>;

struct ClassFacts {
    std::int8_t id = 0, parent = 0;  ///< as in reuse::InstanceClass
    Expression instances, served;
    Expression settings;              ///< of the dimension's temporal loops that are not passed
    Expression otherSettings;         ///< all of them but the last
    Expression advances;              ///< if a loop advances: its advances, else unset
    std::int64_t full = 1, last = 1;  ///< extent at every setting but the last one, and there
    std::int64_t settingCount = 1;    ///< value of `settings`
    std::int64_t lastSpan = 0;        ///< indices from the first setting of the passed loops to the instance's last
    bool endsInTail = false;          ///< the last advance leads to the last tile
};

struct DimensionFacts {
    int dimension = 0;
    std::int64_t span = 0;  ///< indices from the first to the last setting of the passed loops
    std::vector<ClassFacts> classes;
};

/// Classes along a dimension of the child of a pair. Temporal loops from node `limit` on are passed, that is, run through
/// between two settings that are counted. `advancing`, if given, is the innermost loop that isn't passed.
DimensionFacts classesAlong(const NestFacts& facts, const reuse::PairTable& pair, int dimension, int limit,
                            const reuse::Loop* advancing, const LoopNote& note);

}  // namespace lapidary::derive
