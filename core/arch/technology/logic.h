// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is built of gates: register files of flip-flops (Aladdin's components at 40 nm) and multiply-accumulate units
// (Horowitz, ISSCC 2014, 45 nm, 0.9 V), scaled to other nodes. Pure functions over constant tables; any thread.
#pragma once

#include "core/arch/technology/number_format.h"
#include "core/arch/technology/sram.h"
#include "core/arch/technology/technology.h"

namespace lapidary {

struct RegisterQuery {
    double accesses = 1;  ///< how many of its accesses fill it: depth in words of widthBits
    int widthBits = 16;
    double nodeNm = 40;
    EnergyScaling scaling = EnergyScaling::product;
};

struct RegisterFigures {
    TableValue accessPj;  ///< read or write of widthBits
    TableValue leakMw;
    TableValue areaUm2;
};

/// access = 0.009 W + D ceil(log2 D)/32 x 0.02947 pJ; area = 5.98 W D + D ceil(log2 D)/32 x 71 um^2;
/// leakage = 7e-5 W D + D ceil(log2 D)/32 x 2.51e-5 mW; with the numbers of aladdin_40nm.csv at 1 ns.
RegisterFigures lookUpRegisters(const RegisterQuery& query);

struct MacFigures {
    TableValue energyPj;  ///< per operation
    TableValue areaUm2;
    TableValue leakMw;
};

/// Whole numbers: a multiplier of that width, interpolated, and a 32-bit adder. Floats accumulate in 32 bits.
MacFigures lookUpMac(const NumberFormat& format, double nodeNm, EnergyScaling scaling);

}  // namespace lapidary
