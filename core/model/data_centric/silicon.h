// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What requirements mean for a machine: area and power of MAESTRO's parts, and whether its buffers suffice. Pure functions.
#pragma once

#include "core/model/data_centric/hardware.h"
#include "core/model/data_centric/outcome.h"

namespace lapidary::data_centric {

/// Area (um^2) and power (mW) of MAESTRO's parts at 28 nm (reference/maestro, "Energy, area, power"), from the requirements
/// of the outcome.
void addSiliconOf(Outcome& outcome, const Hardware& hardware);

/// Compares the requirements with what the machine has.
void addFitOf(Outcome& outcome, const Hardware& hardware);

}  // namespace lapidary::data_centric
