// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The objectives that tests of proofs go through: each metric alone, and one that breaks the ties of another.
#pragma once

#include <vector>

#include "core/search/objective.h"

namespace lapidary::testing {

inline const std::vector<Objective>& objectives() {
    static const std::vector<Objective> list{{{Metric::edp}},
                                             {{Metric::energy}},
                                             {{Metric::latency}},
                                             {{Metric::ed2p}},
                                             {{Metric::latency, Metric::energy}}};
    return list;
}

}  // namespace lapidary::testing
