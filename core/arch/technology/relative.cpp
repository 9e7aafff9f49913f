// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/relative.h"

#include "core/arch/technology/logic.h"
#include "core/arch/technology/tables.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

constexpr double kKibibit = 1024 * 8;
constexpr double kRegisterFileBits = 0.5 * kKibibit, kBufferBits = 100 * kKibibit;

double relativeCost(std::string_view level) {
    const TechnologyTable& table = technologyTable("eyeriss_relative");
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (table.text(row, "level").starts_with(level)) return table.number(row, "cost_per_16b_access_rel_to_mac");
    return 0;
}

std::string costText(double cost, const std::string& what) {
    return formatSignificant(cost) + " MACs per 16 bit, " + what;
}

}  // namespace

TableValue relativeAccess(std::optional<double> bits) {
    if (!bits) return {relativeCost("DRAM"), costText(relativeCost("DRAM"), "DRAM")};
    const double small = relativeCost("RF"), large = relativeCost("GLB");
    const double share = (*bits - kRegisterFileBits) / (kBufferBits - kRegisterFileBits);
    const double cost = small + (large - small) * share;
    std::string how = "linear through 0.5 KiB and 100 KiB";
    if (share < 0 || share > 1) how += ", beyond them";
    return {cost, costText(cost, how)};
}

TableValue relativeHop() {
    const double cost = relativeCost("inter-PE NoC");
    return {cost, costText(cost, "between PEs, whatever the length")};
}

TableValue relativeUnit(const Technology& technology) {
    if (technology.macPj) return {*technology.macPj, formatExact(*technology.macPj) + " pJ as the design says"};
    const MacFigures mac = lookUpMac({}, technology.nodeNm, technology.scaling);
    return {mac.energyPj.value,
            formatSignificant(mac.energyPj.value) + " pJ of Horowitz ISSCC 2014, " + mac.energyPj.how};
}

}  // namespace lapidary
