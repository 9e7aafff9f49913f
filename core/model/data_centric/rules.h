// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// MAESTRO's quirks (reference/maestro, Q1 to Q10), each a switch of its case model; `compat maestro` has them all. Q7 and Q8
// come from dataflows that are refused here (Evaluator::problems). Plain values; no thread rule.
#pragma once

#include <string_view>

#include "core/base/key_table.h"
#include "core/base/result.h"

namespace lapidary::data_centric {

enum class Quirk {
    noReloadAfterRestart,
    fullEdgeTiles,
    uncountedCopies,
    noL1EnergyInClusters,
    nominalMacs,
    overflowIsWarning,
    narrowMultiplicities,
    noHopsWithoutHardware,
};
std::span<const KeyEntry<Quirk>> keyTable(Quirk);

struct Quirks {
    bool noReloadAfterRestart = true;  ///< Q1: an outer loop of another tensor moves nothing, whatever restarted inside
    bool fullEdgeTiles = true;         ///< Q2: a last partial temporal tile is fetched whole
    bool uncountedCopies = true;       ///< Q3: L1 writes of an input are its L2 reads, however many PEs hold a copy
    bool noL1EnergyInClusters = true;  ///< Q4: the energy in nJ has no L1 term unless the dataflow has one level
    bool nominalMacs = true;           ///< Q5: MACs of the tiles as the cases see them, not the layer's
    bool overflowIsWarning = true;     ///< Q6: what doesn't fit into a buffer is said, but counted
    bool narrowMultiplicities = true;  ///< Q9: how often a case occurs is a signed number of 32 bits, which wraps
    bool noHopsWithoutHardware = true;  ///< Q10: without a hardware file a transfer takes 0 hops, not 1

    bool& operator[](Quirk quirk);
    bool operator[](Quirk quirk) const;
    bool operator==(const Quirks&) const = default;
};

/// "full_edge_tiles=off". Unknown keys and values name the nearest valid one.
Result<Quirks> withQuirk(Quirks quirks, std::string_view text);

}  // namespace lapidary::data_centric
