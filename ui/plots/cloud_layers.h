// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What lies over the density of the energy-delay plot: lines of equal energy-delay product with their values, and the
// symbols of exactly known mappings. Layerables of QCustomPlot; logarithmic axes. GUI thread only.
#pragma once

#include <qcustomplot.h>

#include "ui/plots/cloud_data.h"

namespace lapidary::ui {

struct Theme;

/// Lines on which energy times cycles is the same: the best, and 1, 2 and 5 times powers of ten above.
class IsoLines final : public QCPLayerable {
    Q_OBJECT
public:
    explicit IsoLines(QCustomPlot* plot);
    void setTheme(const Theme& theme) { m_theme = &theme; }
    void setData(const CloudData& data);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override { return parentPlot()->axisRect()->rect(); }

private:
    std::vector<double> values() const;

    const Theme* m_theme;
    double m_best = 0;       ///< in the unit of the labels
    double m_toProduct = 1;  ///< from that unit to axis units of energy times cycles
};

class CloudMarks final : public QCPLayerable {
    Q_OBJECT
public:
    explicit CloudMarks(QCustomPlot* plot);
    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// `points` also shows the mappings that are kept.
    void setData(const CloudData& data, bool points);
    /// Index into what is shown of the mark that is outlined; -1 = none.
    void setChosen(int mark) { m_chosen = mark; }
    int chosen() const { return m_chosen; }
    const std::vector<CloudMark>& marks() const { return m_marks; }
    int frontSize() const { return m_front; }
    QPointF pixelOf(const CloudMark& mark) const;
    /// The mark near a pixel; -1 = none.
    int markAt(const QPointF& pixel) const;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override { return parentPlot()->axisRect()->rect().adjusted(-6, -6, 6, 6); }

private:
    const Theme* m_theme;
    std::vector<CloudMark> m_marks;  ///< the front first
    int m_front = 0;
    int m_bests = 0;
    int m_chosen = -1;
};

}  // namespace lapidary::ui
