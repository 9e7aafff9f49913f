// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/energy_rows.h"

#include <QObject>

#include <numeric>

namespace lapidary::ui {

double EnergyRow::sum() const { return std::accumulate(picojoules.begin(), picojoules.end(), 0.0); }

std::vector<EnergyRow> energyRows(const Exhibit& exhibit) {
    const Cost& cost = exhibit.cost;
    const Architecture& design = exhibit.inputs.architecture;
    const auto tensors = static_cast<std::size_t>(exhibit.inputs.workload.tensorCount());
    std::vector<EnergyRow> rows;
    const auto add = [&](const std::string& name, int level) -> EnergyRow& {
        rows.push_back({.name = QString::fromStdString(name),
                        .level = level,
                        .picojoules = std::vector<double>(tensors + 1, 0.0)});
        return rows.back();
    };
    for (std::size_t level = 0; level < cost.levels.size(); ++level) {
        const LevelCost& of = cost.levels[level];
        EnergyRow& row = add(of.name, static_cast<int>(level));
        for (std::size_t t = 0; t < tensors; ++t) {
            row.picojoules[t] = of.tensors[t].energyPj.value_or(0);
            if (of.tensors[t].stored && !of.tensors[t].energyPj) row.known = false;
        }
        row.picojoules.back() = of.leakagePj.value_or(0);
    }
    for (const NetworkCost& network : cost.networks)
        if (network.modelled) add(network.name, -1).picojoules.back() = network.energyPj.value_or(0);
    EnergyRow& compute = add(design.compute().name, design.levelCount());
    compute.picojoules.back() = cost.computeEnergyPj.value_or(0);
    compute.known = cost.computeEnergyPj.has_value();
    return rows;
}

QString tensorGroup(const Tensor& tensor) {
    if (tensor.role == "weight") return QObject::tr("weights");
    if (tensor.role == "input") return QObject::tr("inputs");
    return tensor.role == "output" ? QObject::tr("outputs") : QString::fromStdString(tensor.name);
}

}  // namespace lapidary::ui
