// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sweep as a plot of two metrics: points and exact front of each mapspace, in the units of the axes, and the line of
// designs as good as the best of the reference mapspace. Plain values; no thread rule.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "ui/models/point_metric.h"

namespace lapidary::ui {

struct ParetoData {
    struct Point {
        int point = -1;  ///< number in the sweep
        double x = 0, y = 0;
        bool own = false;    ///< on the front of its series
        bool front = false;  ///< on the front of all
    };
    struct Series {
        int look = 0;  ///< index into Theme::series
        QString name;
        std::vector<Point> points;
        std::vector<XY> front;  ///< as steps go, by ascending x
    };
    /// y = level, x = level, or x * y = level where the axes are energy and time.
    struct Iso {
        enum class Kind { horizontal, vertical, product };
        Kind kind = Kind::horizontal;
        double level = 0;
        QString label;  ///< "iso-EDP: PFM on 14 × 12"
    };
    std::vector<Series> series;
    std::vector<Iso> isos;
    PointScale x, y;
    bool log = true;
    QString missing;  ///< why there is nothing to show: "X: the design has no area data"; empty if there is

    bool empty() const;
    const Point* find(int point) const;
    /// Series of a point; null if it isn't shown.
    const Series* seriesOf(int point) const;
};

ParetoData paretoDataOf(const SweepRun& run, PointMetric x, PointMetric y, bool log);

/// Name, figures with units and how it compares, as the tooltip card says them.
QStringList cardLines(const SweepRun& run, const ParetoData& data, int point);

/// All points as CSV.
QString paretoText(const SweepRun& run, const ParetoData& data);

}  // namespace lapidary::ui
