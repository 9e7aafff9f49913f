// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Static memories out of CACTI 7.0's grid of capacities (64 B to 8 MiB), access widths (8 to 256 bit) and nodes (65 to
// 22 nm). A row of the grid is given back as it stands; between rows logarithms are linear in the logarithm of the
// capacity, then of the width, then of the node; beyond the grid rules of thumb apply, and the words say so.
// Pure functions over constant tables; any thread.
#pragma once

#include <optional>
#include <string>

#include "core/arch/technology/technology.h"

namespace lapidary {

enum class SramPorts { oneReadWrite, oneReadOneWrite };

struct SramQuery {
    SramPorts ports = SramPorts::oneReadWrite;
    Flavor flavor = Flavor::lstp;
    double nodeNm = 45;
    double bits = 0;                                 ///< capacity, above 0
    int widthBits = 64;                              ///< of one access
    EnergyScaling scaling = EnergyScaling::product;  ///< above 65 nm
    double temperatureK = 350;                       ///< of leakage
};

/// A value and how it follows from the rows of the table: "65 nm, 108 KiB x 64 bit, between 64 KiB and 128 KiB".
struct TableValue {
    double value = 0;
    std::string how;
};

struct SramFigures {
    TableValue readPj, writePj;  ///< per access of widthBits
    TableValue leakMw;
    TableValue areaUm2;
    std::optional<double> accessNs, cycleNs;  ///< within the grid only; cycle: between random accesses
};

SramFigures lookUpSram(const SramQuery& query);

/// Whether CACTI can build it: at least 64 B and 32 accesses deep.
bool isWithinCacti(double bits, int widthBits);

}  // namespace lapidary
