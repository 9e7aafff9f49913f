// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the fabric model runs of a session: the layer of its workload on the machine of its design, by the tile of its mapping,
// unless the session says otherwise. Pure functions.
#pragma once

#include "core/io/session.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::stonne {

struct DeskRun {
    /// Where the tile comes from: the session itself, the spatial loops of the mapping, the analytic mapper, the whole array;
    /// of SIGMA from the bitmaps of the session, else nothing is told.
    enum class TileFrom { session, mapping, mapper, array, bitmaps, nothing };
    fabric::Run run;
    TileFrom tileFrom = TileFrom::session;
    Diagnostics notes;
};

/// Why a session can't be run at all, whatever the tile; empty if it can.
Diagnostics whyNoFabric(const SessionInputs& inputs);

/// `mapping` is one of the session's own workload and design, or null. The tile may still be one that the machine refuses.
Result<DeskRun> runOnDesk(const SessionInputs& inputs, const Mapping* mapping);

}  // namespace lapidary::stonne
