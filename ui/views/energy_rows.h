// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The energy of a mapping as rows of a chart: levels, then networks, then the compute, each with a part per tensor and one
// for everything else. Pure functions.
#pragma once

#include <QString>

#include <vector>

#include "ui/session/document.h"

namespace lapidary::ui {

struct EnergyRow {
    QString name;
    int level = -1;                  ///< of levels, then the compute; -1 = network
    std::vector<double> picojoules;  ///< by tensor, then everything else
    bool known = true;               ///< whether all figures are
    double sum() const;
};
std::vector<EnergyRow> energyRows(const Exhibit& exhibit);

/// "weights"; a tensor without a conventional role has its name.
QString tensorGroup(const Tensor& tensor);

}  // namespace lapidary::ui
