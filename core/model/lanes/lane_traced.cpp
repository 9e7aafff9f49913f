// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The lane kernel on symbols, which records a tape.

#include <memory>

#include "core/model/lanes/lane_sets.h"
#include "core/model/lanes/lane_tracer.h"

#define LANE_WIDTH 2
#define LANE_TRACED
#define LANE_SET traced
#include "core/model/lanes/lane_kernel.inc"
#undef LANE_SET
#undef LANE_WIDTH
#undef LANE_TRACED

namespace lapidary::lanes {

std::unique_ptr<const Tape> recordTape(const LanePlan& plan, const Skeleton& skeleton, std::uint64_t loopTails,
                                       LaneWork work) {
    const auto kernel = std::make_unique<traced::Kernel>();
    kernel->plan = &plan;
    kernel->nest = &skeleton;
    kernel->imperfect = 0;
    for (int i = 0; i < skeleton.loopCount; ++i)
        if (loopTails >> i & 1) kernel->imperfect |= 1u << skeleton.loops[i].dimension;
    Tracer tracer;
    auto tape = std::make_unique<Tape>();
    kernel->trace(tracer, loopTails, work, *tape);
    if (!tracer.write(*tape)) return nullptr;
    tape->view.loops = skeleton.loopCount;
    return tape;
}

}  // namespace lapidary::lanes
