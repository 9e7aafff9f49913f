// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How every plot looks: axes left and below only, faint grid, ticks at 1-2-5, one look per series (colour, symbol, dash).
// GUI thread only.
#pragma once

#include <qcustomplot.h>

namespace lapidary::ui {

struct Theme;

struct SeriesLook {
    QPen pen;
    QCPScatterStyle scatter;
};
SeriesLook seriesLook(const Theme& theme, int series);

void stylePlot(QCustomPlot& plot, const Theme& theme);
/// Scale type and ticker.
void setAxisScale(QCPAxis& axis, bool log);

/// Four significant digits, minus as U+2212.
QString plainNumber(double value);

}  // namespace lapidary::ui
