// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Metrics of sweep points as people read them: names, units with the prefix that suits all points, and which of them a
// sweep can show. Energy-delay products are in joule-seconds where the design has a clock. Pure functions.
#pragma once

#include <QString>

#include <span>

#include "core/explore/pareto.h"
#include "ui/models/scale.h"
#include "ui/session/sweep_run.h"

namespace lapidary::ui {

/// Those that an axis of the plot can show, in the order of its menu.
std::span<const PointMetric> plotMetrics();
/// "EDP"
QString nameOf(PointMetric metric);
QString meaningOf(PointMetric metric);

/// One metric over all points of a sweep.
struct PointScale {
    PointMetric metric = PointMetric::edp;  ///< as it is read: EDP as edpJs if there is a clock
    Scale scale;
    QString title;  ///< "EDP, mJ·s"

    std::optional<double> shown(const SweepPoint& point) const;
    /// "3.08 mJ·s", "-" if unknown.
    QString text(const SweepPoint& point) const;
};
PointScale scaleOf(const SweepRun& run, PointMetric metric);

/// Why no point has a value: "the design has no area data: DRAM"; empty if one has.
QString missingText(const SweepRun& run, PointMetric metric);

/// The mapspace that others are compared with: PFM, or the sweep's first.
Factorization referenceOf(const SweepRun& run);
/// tooFewDraws() of core/explore/pareto.h for a point on the desk.
bool tooFewDraws(const SweepRun& run, std::size_t point);
/// What is said of such points, and of runs: "contains PFM: too few draws".
QString tooFewText();
/// Points of different designs: the number of points over that of mapspaces.
std::size_t designCount(const SweepRun& run);

}  // namespace lapidary::ui
