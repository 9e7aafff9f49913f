// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Many points as a grey image: how many lie in each pixel or cell, on a logarithmic ramp, with a legend of the counts. It
// takes either the cells of a counted cloud or plain points; both only have their logarithms moved and scaled when the
// axes move, so that a million points pan and zoom within a frame. Requires logarithmic axes. GUI thread only.
#pragma once

#include <qcustomplot.h>

#include <span>
#include <vector>

#include "core/search/cloud.h"

namespace lapidary::ui {

struct Theme;

/// The grey of a share 0..1 of the ramp.
QColor densityColor(const Theme& theme, double share);

class DensityLayer final : public QCPLayerable {
    Q_OBJECT
public:
    explicit DensityLayer(QCustomPlot* plot);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// `xFactor` turns the cells' energies into the unit of the x axis.
    void setCloud(const Cloud& cloud, double xFactor);
    /// In units of the axes; what is not positive is left out.
    void setPoints(std::span<const QPointF> points);
    void clear();
    /// The largest count of the picture drawn last.
    double most() const { return m_most; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override { return parentPlot()->axisRect()->rect(); }

private:
    struct Cell {
        float left, right, low, high;  ///< logarithms of the edges
        float count;
    };
    /// How logarithms become pixels of the image.
    struct Frame {
        int width = 0, height = 0;
        double x0 = 0, xScale = 1, y0 = 0, yScale = 1;
    };
    Frame frame() const;
    void countCells(const Frame& frame);
    void countPoints(const Frame& frame);
    void paintImage(const Frame& frame);

    const Theme* m_theme;
    std::vector<Cell> m_cells;
    std::vector<float> m_x, m_y;  ///< logarithms of the points
    double m_resolution = 1;      ///< pixels of the image per unit of length
    double m_most = 0;
    std::vector<float> m_counts;
    std::vector<std::uint32_t> m_tally;  ///< points by cell; one more cell for those out of sight
    QImage m_image;
};

/// The legend of a density: the ramp with its ends and middle, at the top right of the axes.
class DensityLegend final : public QCPLayerable {
    Q_OBJECT
public:
    DensityLegend(QCustomPlot* plot, const DensityLayer& density);
    void setTheme(const Theme& theme) { m_theme = &theme; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    const DensityLayer& m_density;
    const Theme* m_theme;
};

}  // namespace lapidary::ui
