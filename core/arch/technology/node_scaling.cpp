// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/node_scaling.h"

#include <cmath>
#include <limits>

#include "core/arch/technology/tables.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

constexpr double kAnchorNm = 45;  ///< factors are relative to this node

/// A column of scaling.csv at any node within its rows, which stand from the coarsest node to the finest.
double factorOf45(double nodeNm, std::string_view column) {
    const TechnologyTable& table = technologyTable("scaling");
    double coarseNm = 0, coarse = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double nm = table.number(row, "node_nm");
        const double value = table.number(row, column);
        if (std::isnan(value)) continue;
        if (nm == nodeNm) return value;
        if (nm < nodeNm && coarseNm > 0) return logLog(nodeNm, coarseNm, coarse, nm, value);
        coarseNm = nm;
        coarse = value;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double energyOf45(double nodeNm, EnergyScaling scaling) {
    if (scaling == EnergyScaling::accelergy) return factorOf45(nodeNm, "energy_x_accelergy_0v8");
    const bool byProducts = scaling == EnergyScaling::product && nodeNm <= kAnchorNm;
    return factorOf45(nodeNm, byProducts ? "energy_x_product" : "energy_x_stillmaker");
}

/// NaN if the paper's matrix lacks one of the nodes.
double areaOfMatrix(double fromNm, double toNm) {
    const TechnologyTable& table = technologyTable("scaling_area_matrix");
    const std::string column = "to_" + formatExact(toNm);
    if (table.columnIndex(column) < table.header.size())
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            if (table.number(row, "from_node_nm") == fromNm) return table.number(row, column);
    return std::numeric_limits<double>::quiet_NaN();
}

NodeScaling told(double factor, double toNm, std::string_view by) {
    return {factor,
            ", scaled to " + formatExact(toNm) + " nm by " + formatSignificant(factor) + " (" + std::string(by) + ")"};
}

std::string_view nameOfScaling(EnergyScaling scaling, double fromNm, double toNm) {
    switch (scaling) {
    case EnergyScaling::accelergy: return "Stillmaker & Baas 2017 at 0.8 V, as Accelergy";
    case EnergyScaling::stillmaker: return "Stillmaker & Baas 2017";
    case EnergyScaling::product: break;
    }
    if (fromNm <= kAnchorNm && toNm <= kAnchorNm) return "(n/45)^0.596 of products";
    const bool above = fromNm >= kAnchorNm && toNm >= kAnchorNm;
    return above ? "Stillmaker & Baas 2017" : "(n/45)^0.596 of products, above 45 nm Stillmaker & Baas 2017";
}

}  // namespace

double logLog(double x, double x0, double y0, double x1, double y1) {
    if (x == x0) return y0;
    if (x == x1) return y1;
    const double share = std::log2(x / x0) / std::log2(x1 / x0);
    return std::exp2(std::log2(y0) * (1 - share) + std::log2(y1) * share);
}

NodeScaling energyScaling(double fromNm, double toNm, EnergyScaling scaling) {
    if (fromNm == toNm) return {};
    return told(energyOf45(toNm, scaling) / energyOf45(fromNm, scaling), toNm, nameOfScaling(scaling, fromNm, toNm));
}

NodeScaling areaScaling(double fromNm, double toNm) {
    if (fromNm == toNm) return {};
    const double direct = areaOfMatrix(fromNm, toNm);
    const double factor = std::isnan(direct) ? factorOf45(toNm, "area_x") / factorOf45(fromNm, "area_x") : direct;
    return told(factor, toNm,
                toNm < kMinStillmakerNm ? "Stillmaker & Baas 2017, below 7 nm linear" : "Stillmaker & Baas 2017");
}

double stillmakerEnergy(int nodeNm, std::string_view kind, double volts) {
    const TechnologyTable& table = technologyTable("scaling_coeffs");
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.number(row, "node_nm") != nodeNm || table.text(row, "flavor") != kind) continue;
        return (table.number(row, "energy_c2") * volts + table.number(row, "energy_c1")) * volts +
               table.number(row, "energy_c0");
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace lapidary
