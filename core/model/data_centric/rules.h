// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// MAESTRO's quirks that change traffic and energy, each a switch (reference/maestro, Q1, Q2, Q4); `compat maestro` has them
// all. Those that aren't here come with its case model and have no other form in it: Q3 (a multicast into several L1s counts as
// one write), Q5 (MACs of tiles that don't divide), Q6 (overflow is said, not refused: Outcome::fits).
// Plain value; no thread rule.
#pragma once

namespace lapidary::data_centric {

struct Quirks {
    bool noReloadAfterRestart = true;  ///< Q1: an outer loop of another tensor moves nothing, whatever restarted inside
    bool fullEdgeTiles = true;         ///< Q2: a last partial temporal tile is fetched whole
    bool noL1EnergyInClusters = true;  ///< Q4: the energy in nJ has no L1 term unless the dataflow has one level

    bool operator==(const Quirks&) const = default;
};

}  // namespace lapidary::data_centric
