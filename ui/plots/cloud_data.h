// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the energy-delay plot shows of a session's runs: the cloud of all valid mappings of the runs on show, the exact
// Pareto front of energy and cycles over them, the best of each run and the mappings that are kept; of runs on one
// design only, see alikeRuns(). Pure functions of the runs. GUI thread only (it reads runs).
#pragma once

#include <QPointF>

#include <memory>
#include <vector>

#include "ui/models/scale.h"
#include "ui/session/run.h"

namespace lapidary::ui {

/// A mapping that is known exactly.
struct CloudMark {
    QPointF at;      ///< energy in the unit of the axis, cycles
    double edp = 0;  ///< pJ * cycles
    int number = 1;  ///< of the run
    int series = 0;
    ShownMapping where;
    bool operator==(const CloudMark&) const = default;
};

struct CloudData {
    std::shared_ptr<const Cloud> cloud = std::make_shared<const Cloud>();  ///< never null; shared with the layers
    std::vector<CloudMark> front;                                          ///< by rising energy and falling cycles
    std::vector<CloudMark> bests;                                          ///< one per run
    std::vector<CloudMark> kept;                                           ///< the top mappings of all runs
    Scale energy, edp;
    double bestEdp = 0;      ///< pJ * cycles
    std::int64_t valid = 0;  ///< mappings that the runs found valid, whether their cloud was kept or not

    bool empty() const { return front.empty(); }
};

CloudData cloudOf(const std::vector<RunPtr>& runs);
/// "Run 4, rank 1", "Run 4, Pareto point 3"
QString markTitle(const CloudMark& mark);

}  // namespace lapidary::ui
