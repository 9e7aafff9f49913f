// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// MAERI runs a tile of a dense layer (Bifrost, section VI): its plan for the engine, its traffic and its counters.
// Pure functions.
#pragma once

#include "core/model/fabric/engine.h"
#include "core/model/fabric/outcome.h"
#include "core/model/fabric/tile.h"

namespace lapidary::fabric {

/// Requires hardware, shape and tile without problems.
Plan maeriPlan(const MaeriShape& shape, const Tile& tile, const Hardware& hardware);

/// Reads and writes of the global buffer; positions outside the layer cost none, quirks of the public simulator included.
Sram maeriTraffic(const MaeriShape& shape, const Tile& tile, const Hardware& hardware);

/// The outcome without energy; cycles 0 if the job was stopped.
Outcome runMaeri(const MaeriShape& shape, const Tile& tile, const Hardware& hardware, const EngineOptions& options);

}  // namespace lapidary::fabric
