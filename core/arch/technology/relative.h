// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Eyeriss' normalised energies (ISCA 2016, Table IV) as a technology of their own: multiples of one 16-bit MAC per access
// of 16 bit. They know energies only, no area and no leakage. Pure functions over a constant table; any thread.
#pragma once

#include <optional>

#include "core/arch/technology/sram.h"
#include "core/arch/technology/technology.h"

namespace lapidary {

/// An on-chip memory of that many bits, or DRAM (nullopt), per 16 bit. On chip linear in the capacity through the
/// register file of 0.5 KiB and the buffer of 100 KiB, as Timeloop's pat.cpp has it.
TableValue relativeAccess(std::optional<double> bits);
/// From a neighbour, per 16 bit and hop.
TableValue relativeHop();

/// pJ of one 16-bit MAC: what the technology says, or the table of arithmetic at its node.
TableValue relativeUnit(const Technology& technology);

}  // namespace lapidary
