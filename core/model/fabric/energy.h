// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Energy and area of the fabric model: what the components did times the public simulator's table, which states no unit.
// Pure functions.
#pragma once

#include "core/model/fabric/hardware.h"
#include "core/model/fabric/outcome.h"

namespace lapidary::fabric {

/// Per event, per instance and cycle, per instance.
struct EnergyTable {
    double add = 0.111, multiply = 0.00741, route = 0.036, buffer = 0.044, treeWire = 0.00223226, wire = 0.001839831;
    double adderLeak = 0.001505, multiplierLeak = 0.001614, switchLeak = 0.000157, bufferLeak = 0.0101;
    double adderArea = 1059.156, multiplierArea = 1001, switchArea = 108.99, bufferArea = 115029;
    double treeWireArea = 11.48, wireArea = 9.46;
};

/// The components in the order of the public simulator's counters.
std::vector<ComponentEnergy> componentsOf(const Outcome& outcome, const Hardware& hardware,
                                          const EnergyTable& table = {});

}  // namespace lapidary::fabric
