// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/logic.h"

#include <algorithm>
#include <cmath>

#include "core/arch/technology/node_scaling.h"
#include "core/arch/technology/tables.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

constexpr double kAladdinNm = 40;
constexpr double kAladdinNs = 1;  ///< of its rows by latency, the one that the rule for register files uses
constexpr double kHorowitzNm = 45;
constexpr int kComparatorBits = 32, kAccumulatorBits = 32;
constexpr double kLogicLeakMwPerUm2 = 12e-6;  ///< at 40 and 45 nm; Aladdin's components have 8 to 13 nW/um^2
constexpr double kDeepestRegisters = 32;      ///< beyond, SRAM exists and the comparators are charged too much

struct AladdinPart {
    double energyPj, areaUm2, leakMw;
};

AladdinPart aladdinPart(std::string_view component) {
    const TechnologyTable& table = technologyTable("aladdin_40nm");
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (table.text(row, "component") == component && table.number(row, "latency_ns") == kAladdinNs)
            return {table.number(row, "dynamic_pj"), table.number(row, "area_um2"), table.number(row, "leak_mw")};
    return {};
}

struct Arithmetic {
    double energyPj = 0, areaUm2 = 0;
    std::string how;
};

/// A row of compute.csv at 45 nm.
Arithmetic operation(std::string_view op, std::string_view format, int bits) {
    const TechnologyTable& table = technologyTable("compute");
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (table.text(row, "op") == op && table.text(row, "format") == format &&
            table.number(row, "operand_bits") == bits && table.number(row, "node_nm") == kHorowitzNm)
            return {table.number(row, "energy_pj"), table.number(row, "area_um2"), {}};
    return {};
}

/// Between the widths of the table logarithms are linear in that of the width; beyond them both go with its square.
Arithmetic multiplier(int bits) {
    constexpr int widths[] = {4, 8, 16, 32};
    const auto at = [](int width) { return operation("mult", "int", width); };
    const int least = std::begin(widths)[0], most = std::end(widths)[-1];
    if (bits < least || bits > most) {
        const Arithmetic end = at(bits < least ? least : most);
        const double ratio = static_cast<double>(bits) / (bits < least ? least : most);
        return {end.energyPj * ratio * ratio, end.areaUm2 * ratio * ratio,
                ", beyond the " + std::to_string(bits < least ? least : most) +
                    " bit of the table by the square of the width"};
    }
    const int* upper = std::lower_bound(std::begin(widths), std::end(widths), bits);
    const Arithmetic high = at(*upper);
    if (*upper == bits) return high;
    const Arithmetic low = at(upper[-1]);
    return {logLog(bits, upper[-1], low.energyPj, *upper, high.energyPj),
            logLog(bits, upper[-1], low.areaUm2, *upper, high.areaUm2),
            ", between " + std::to_string(upper[-1]) + " and " + std::to_string(*upper) + " bit"};
}

Arithmetic macAtTable(const NumberFormat& format) {
    if (format.kind != "int") return operation("mac", format.kind + "_acc32", format.bits);
    Arithmetic result = multiplier(format.bits);
    const Arithmetic adder = operation("add", "int", kAccumulatorBits);
    result.energyPj += adder.energyPj;
    result.areaUm2 += adder.areaUm2;
    return result;
}

}  // namespace

RegisterFigures lookUpRegisters(const RegisterQuery& query) {
    const AladdinPart bit = aladdinPart("flip-flop register"), comparator = aladdinPart("comparator");
    const double depth = std::max(1.0, std::ceil(query.accesses));
    const double width = query.widthBits;
    const double comparators = depth * std::ceil(std::log2(depth)) / kComparatorBits;
    const NodeScaling energy = energyScaling(kAladdinNm, query.nodeNm, query.scaling);
    const NodeScaling area = areaScaling(kAladdinNm, query.nodeNm);
    std::string how = "40 nm, " + formatExact(depth) + " x " + std::to_string(query.widthBits) + " bit";
    if (depth > kDeepestRegisters) how += ", deeper than the 32 up to which the rule is meant: energy too high";
    return {
        .accessPj = {(bit.energyPj * width + comparators * comparator.energyPj) * energy.factor, how + energy.how},
        .leakMw = {(bit.leakMw * width * depth + comparators * comparator.leakMw) * energy.factor, how + energy.how},
        .areaUm2 = {(bit.areaUm2 * width * depth + comparators * comparator.areaUm2) * area.factor, how + area.how}};
}

MacFigures lookUpMac(const NumberFormat& format, double nodeNm, EnergyScaling scaling) {
    const Arithmetic mac = macAtTable(format);
    const NodeScaling energy = energyScaling(kHorowitzNm, nodeNm, scaling);
    const NodeScaling area = areaScaling(kHorowitzNm, nodeNm);
    const std::string head = "45 nm, " + toText(format) + " with 32-bit accumulator" + mac.how;
    return {.energyPj = {mac.energyPj * energy.factor, head + energy.how},
            .areaUm2 = {mac.areaUm2 * area.factor, head + area.how},
            .leakMw = {mac.areaUm2 * kLogicLeakMwPerUm2 * energy.factor, head + ", 12 nW/um^2" + energy.how}};
}

}  // namespace lapidary
