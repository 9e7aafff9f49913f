// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/transport.h"

#include <cmath>

#include "core/arch/technology/node_scaling.h"
#include "core/arch/technology/tables.h"
#include "core/base/text.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

constexpr double kWireNm = 40, kFinestWireNm = 10;

/// The row of wires at a node whose unit begins so; the geometric mean where there are several.
double wireRow(double nodeNm, std::string_view unit) {
    const TechnologyTable& table = technologyTable("wire_noc");
    double logs = 0, last = 0;
    int count = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.text(row, "kind") != "wire" || table.number(row, "node_nm") != nodeNm) continue;
        if (!table.text(row, "unit").starts_with(unit)) continue;
        last = table.number(row, "value");
        logs += std::log(last);
        ++count;
    }
    return count == 1 ? last : std::exp(logs / count);
}

}  // namespace

TableValue dramEnergyPerBit(MemoryKind kind) {
    const TechnologyTable& table = technologyTable("dram");
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (lowered(table.text(row, "type")) != keyOf(kind) || table.text(row, "use") != "default") continue;
        return {table.number(row, "energy_pj_per_bit"),
                table.text(row, "type") + ", " + table.text(row, "energy_pj_per_bit") + " pJ/bit, " +
                    table.text(row, "covers") + " (" + table.text(row, "source") + ")"};
    }
    return {std::nan(""), {}};
}

TableValue wireEnergyPerBitMm(double nodeNm) {
    const double perBit = wireRow(kWireNm, "pJ/bit/mm per bit moved");
    TableValue result{perBit, "Keckler et al., IEEE Micro 2011, 40 nm"};
    if (nodeNm == kWireNm) return result;
    const double coarse = wireRow(kWireNm, "pJ/bit/mm per transition");
    const double fine = wireRow(kFinestWireNm, "pJ/bit/mm per transition");
    const double factor = logLog(nodeNm, kWireNm, coarse, kFinestWireNm, fine) / coarse;
    result.value *= factor;
    result.how +=
        ", scaled to " + formatExact(nodeNm) + " nm by " + formatSignificant(factor) +
        (nodeNm > kWireNm || nodeNm < kFinestWireNm ? " (beyond their 40 nm and 10 nm)" : " (their 40 nm and 10 nm)");
    return result;
}

}  // namespace lapidary
