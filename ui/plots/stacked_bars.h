// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Horizontal stacked bars by Qt Charts in the look of the other plots: bars, grid and axis of values; names, letters and
// outlines are the caller's, who also says where the plot lies. It needs no widget and draws on any painter. GUI thread
// only.
#pragma once

#include <QColor>
#include <QGraphicsScene>
#include <QRectF>

#include <memory>
#include <vector>

class QChart;
class QPainter;

namespace lapidary::ui {

struct Theme;

struct StackedBars {
    struct Part {
        QColor fill;
        std::vector<double> values;  ///< by row; 0 = none
    };
    std::size_t rows = 0;
    std::vector<Part> parts;  ///< from the left to the right
    double most = 1;          ///< end of the axis
    double tick = 1;          ///< between labels
    double thickness = 0.68;  ///< of a row's height

    /// Ends the axis with the largest row; ticks are 1, 2 or 5 times a power of ten.
    void scaleTo(double largest);
};

class StackedBarsChart {
public:
    /// `plot` lies within `size`; the labels of the axis are below it.
    StackedBarsChart(const StackedBars& bars, const Theme& theme, QSizeF size, const QRectF& plot);
    void paint(QPainter& painter) const;

    /// Where a part of a row is drawn; empty if its value is 0.
    static QRectF barBox(const StackedBars& bars, const QRectF& plot, std::size_t row, std::size_t part);

private:
    QSizeF m_size;
    std::unique_ptr<QGraphicsScene> m_scene;
};

}  // namespace lapidary::ui
