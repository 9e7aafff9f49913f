// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One unit for a whole column or axis: the SI prefix that suits its largest figure, so that units stand in headers and
// never in cells. Pure functions.
#pragma once

#include <QString>

#include <optional>

#include "core/search/objective.h"

namespace lapidary::ui {

struct Scale {
    double factor = 1;   ///< shown = value * factor
    QString unit;        ///< "µJ", "J·cycles"
    bool whole = false;  ///< counts: shown in full, without decimals

    QString text(double value, int digits = 4) const;
    QString withUnit(double value, int digits = 4) const;
};

/// `perUnit` turns the value into `unit`; the prefix is the one that leaves 1 .. 999.
Scale siScale(double value, double perUnit, const QString& unit);
Scale energyScale(double picojoules);
/// In joule-seconds if the design has a clock, else in joule-cycles; both with the SI prefix that suits.
Scale edpScale(double edp, std::optional<double> clockGhz);
Scale areaScale(double squareMicrons);
/// What an objective's first metric is measured in.
Scale metricScale(Metric metric, double value, std::optional<double> clockGhz);
QString metricName(Metric metric);

/// Cycles as time.
Scale timeScale(std::int64_t cycles, double clockGhz);
/// "00:42", "1:02:03"
QString clockText(double seconds);
/// "31.8 %"
QString percentText(double share);
/// Short counts for running figures: "1.31 M", "842".
QString shortCount(double count, int digits = 3);
/// Always `digits` significant digits, zeros kept, so that columns align, thousands set apart: "741.0", "22,850".
QString fixedDigits(double value, int digits = 4);

}  // namespace lapidary::ui
