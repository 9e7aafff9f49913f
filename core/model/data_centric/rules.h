// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// MAESTRO's quirks that change figures, each a switch (reference/maestro, Q1 to Q7). `compat maestro` has them all.
// Plain value; no thread rule.
#pragma once

namespace lapidary::data_centric {

struct Quirks {
    bool noReloadAfterRestart = true;  ///< Q1: an outer loop of another tensor moves nothing, whatever restarted inside
    bool fullEdgeTiles = true;         ///< Q2: a last partial temporal tile is fetched whole
    bool multicastWritesUncounted = true;  ///< Q3: a copy in each of several L1s counts as one write
    bool noL1EnergyInClusters = true;      ///< Q4: the energy in nJ has no L1 term unless the dataflow has one level
    bool overflowIsWarning = true;         ///< Q6: what doesn't fit is said, not refused

    bool operator==(const Quirks&) const = default;
};

}  // namespace lapidary::data_centric
