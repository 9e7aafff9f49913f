// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Targets and mapspaces of tests, put together in a few words. Ends the test program with the message if a part of
// them is refused. Header-only, so that tests that link one room can use it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/mapspace/mapspace.h"
#include "core/workload/einsum.h"
#include "tests/support/or_die.h"

namespace lapidary::testing {

inline Level memory(std::string name, std::map<std::string, Keep> keep = {}) {
    Level level;
    level.name = std::move(name);
    level.keep = std::move(keep);
    return level;
}

inline Fanout fanout(std::string name, int below, std::int64_t x, std::int64_t y = 1) {
    Fanout result;
    result.name = std::move(name);
    result.below = below;
    result.x = x;
    result.y = y;
    return result;
}

inline TargetPtr makeTarget(std::string_view einsum, std::string_view bounds, std::vector<Level> levels,
                            std::vector<Fanout> fanouts, const EinsumOptions& options = {}) {
    ArchitectureSpec spec;
    spec.name = "test";
    spec.levels = std::move(levels);
    spec.fanouts = std::move(fanouts);
    spec.compute = Compute{};
    Workload workload = orDie(parseEinsum(einsum, orDie(parseBounds(bounds)), options));
    return orDie(Target::make(std::move(workload), orDie(Architecture::make(std::move(spec)))));
}

inline Mapspace makeSpace(TargetPtr target, Factorization kind, Constraints constraints = {}) {
    return orDie(Mapspace::make(std::move(target), {kind, std::move(constraints)}));
}

}  // namespace lapidary::testing
