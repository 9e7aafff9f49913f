// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures of the parts of a design out of the tables of its technology, each with the words of its source. What no table
// knows stays unknown, and the source then says why. docs/models/technology.md has the formulas.
// Pure functions over constant tables; any thread.
#pragma once

#include <optional>

#include "core/arch/architecture.h"
#include "core/arch/technology/logic.h"

namespace lapidary {

struct MemoryQuery {
    MemoryKind kind = MemoryKind::automatic;
    std::optional<double> bits{};  ///< capacity; nullopt = unbounded
    int widthBits = 16;            ///< of one access
    int banks = 1;
    bool offChip = false;  ///< automatic: the outermost level of a design
    std::optional<double> clockGhz{};
};

struct MemoryFigures {
    MemoryKind kind = MemoryKind::none;  ///< what `automatic` came to
    Figure read, write;                  ///< pJ per access
    Figure leak;                         ///< pJ per cycle; unknown without a clock
    Figure leakMw;
    Figure area;                              ///< um^2
    std::optional<double> accessNs, cycleNs;  ///< of SRAM within its table
};

MemoryFigures lookUpMemory(const Technology& technology, const MemoryQuery& query);

struct ComputeFigures {
    Figure energy, area, leakMw;
};
ComputeFigures lookUpCompute(const Technology& technology, const NumberFormat& format);

/// pJ per bit and hop of a wire of that length.
Figure lookUpHop(const Technology& technology, double millimetres);

/// "65 nm, CACTI and Horowitz, itrs-lstp, energies of logic scaled by product, leakage at 350 K".
std::string toText(const Technology& technology);

}  // namespace lapidary
