// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/lanes/lane_score.h"

#include <new>

#include "core/model/lanes/lane_sets.h"

namespace lapidary::lanes {

LaneMemory::LaneMemory() : m_kernel(::operator new (kKernelBytes, std::align_val_t{kKernelAlignment})) {}

void LaneMemory::Free::operator()(void* memory) const {
    ::operator delete (memory, std::align_val_t{kKernelAlignment});
}

bool scoreInLane(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory, Score& score) {
    if (!plan.usable || !readSkeleton(plan, mapping, false, memory.skeleton, memory.bounds)) return false;
    const LaneBounds& bounds = memory.bounds;
    LaneResults<1> results;
    scalar::countLanes(plan, memory.skeleton, bounds.bounds, bounds.tails, &bounds.computes, bounds.imperfect,
                       LaneWork::all, memory.kernel(), results);
    if (results.plain[0]) return false;
    if (results.failure[0] != LaneFailure::none) {
        score.reason =
            reasonOf(plan, memory.skeleton, results.failure[0], results.place[0], results.detail[0], results.needed[0]);
        return true;
    }
    score.energyPj = results.energyPj[0];
    score.cycles = static_cast<std::int64_t>(results.cycles[0]);
    score.steps = static_cast<std::int64_t>(results.steps[0]);
    return true;
}

}  // namespace lapidary::lanes
