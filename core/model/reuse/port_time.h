// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time by ports: what the compute waits for when transfers share ports and may overlap only the time that the buffers
// leave (docs/models/time.md). Follows Mei et al., "A Uniform Latency Model for DNN Accelerators with Diverse Architectures
// and Dataflows", DATE 2022, generalised to tails and partitions. On the path of every search that asks for it: allocates
// nothing where the closed forms count.
#pragma once

#include <vector>

#include "core/model/finish.h"
#include "core/model/reuse/counting.h"

namespace lapidary::reuse {

/// One tensor that passes one way through the port that makes the compute wait longest.
struct WaitingLink {
    int tensor = 0;
    Passage passage = Passage::toBelow;
    double load = 0;  ///< of one instance, without the first or last tile; in the port's unit
};

struct PortReport {
    std::vector<std::vector<PortCost>> rows;  ///< by level and port
    int level = -1, port = -1;                ///< that makes the compute wait longest; -1 = none does
    std::vector<WaitingLink> waiting;         ///< what takes longer there than its window
    std::int64_t window = 0;                  ///< cycles that the windows of these cover
};

/// Requires counted pairs and a plan with ports.
PortTime portTime(Counting& counting, PortReport* report = nullptr);

}  // namespace lapidary::reuse
