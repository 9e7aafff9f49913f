// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What moves bits: DRAM by energy per bit, and wires by energy per bit and millimetre. Pure functions over constant
// tables; any thread.
#pragma once

#include "core/arch/technology/sram.h"
#include "core/arch/technology/technology.h"

namespace lapidary {

/// pJ per bit, read or written; device and interface as the row of dram.csv says. Requires a kind of DRAM.
TableValue dramEnergyPerBit(MemoryKind kind);

/// pJ per bit and millimetre. Keckler et al., IEEE Micro 2011: 0.121 at 40 nm, to other nodes with the exponent between
/// their 40 nm and 10 nm.
TableValue wireEnergyPerBitMm(double nodeNm);

}  // namespace lapidary
