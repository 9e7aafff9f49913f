// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Energies and areas: the ERT and ART of Accelergy, and the tables Timeloop has built in, which count where no ERT speaks
// of a part (reference/timeloop, README and formats.md 4). Pure functions.
#pragma once

#include "core/io/timeloop/document.h"
#include "core/io/timeloop/hardware.h"

namespace lapidary::timeloop {

/// Fills in what the attributes left open. `ert`, `art` may be null.
void applyTables(const Section* ert, const Section* art, Hardware& hardware, Diagnostics& out);

}  // namespace lapidary::timeloop
