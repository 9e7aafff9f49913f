// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A machine of the fabric model as a design: the way back from hardwareOf(). Pure functions.
#pragma once

#include "core/arch/architecture.h"
#include "core/model/fabric/hardware.h"
#include "core/workload/workload.h"

namespace lapidary::fabric {

/// The design with as many multipliers, words per cycle and accumulation buffer as the machine has: hardwareOf() of it is
/// that machine. Errors say what a design can't express.
Result<Architecture> designWith(const Architecture& design, const Workload& workload, const Hardware& hardware);

}  // namespace lapidary::fabric
