// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From one node to another: factors of Stillmaker & Baas, "Scaling equations for the accurate prediction of CMOS device
// performance from 180 nm to 7 nm", Integration 58 (2017), and those anchored on products. Nodes between the rows of a
// table are interpolated, logarithms over logarithms. Pure functions over constant tables; any thread.
#pragma once

#include <string>

#include "core/arch/technology/technology.h"

namespace lapidary {

struct NodeScaling {
    double factor = 1;
    std::string how;  ///< ", scaled to 65 nm by 1.906 (Stillmaker & Baas 2017)"; empty at the same node
};

/// Nodes of kMinNodeNm to kMaxNodeNm; for all but `product` at least kMinStillmakerNm.
NodeScaling energyScaling(double fromNm, double toNm, EnergyScaling scaling);
/// By the matrix of the paper where it has both nodes, else by its factors relative to 45 nm.
NodeScaling areaScaling(double fromNm, double toNm);

/// The energy polynomial of a node of the paper, c2 V^2 + c1 V + c0; `kind` is GP, HP or LP. NaN if there is none.
double stillmakerEnergy(int nodeNm, std::string_view kind, double volts);

/// y at x, logarithms over logarithms, through (x0, y0) and (x1, y1); exactly y0 at x0 and y1 at x1.
double logLog(double x, double x0, double y0, double x1, double y1);

}  // namespace lapidary
