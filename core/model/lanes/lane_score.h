// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Scores by the lane kernel. Thread rule: each thread owns a LaneMemory.
#pragma once

#include <memory>

#include "core/model/cost.h"
#include "core/model/lanes/lane_setup.h"

namespace lapidary::lanes {

class LaneMemory {
public:
    LaneMemory();
    void* kernel() { return m_kernel.get(); }

    Skeleton skeleton;
    LaneBounds bounds;

private:
    struct Free {
        void operator()(void* memory) const;
    };
    std::unique_ptr<void, Free> m_kernel;
};

/// One mapping. False if the plain path has to count it. Allocates nothing.
bool scoreInLane(const LanePlan& plan, const Mapping& mapping, LaneMemory& memory, Score& score);

}  // namespace lapidary::lanes
