// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What lies over the density of the energy-delay plot: lines of equal energy-delay product, the symbols of exactly known
// mappings, and above both the values of the lines and the number of valid mappings out of view. Layerables of QCustomPlot;
// logarithmic axes. GUI thread only.
#pragma once

#include <qcustomplot.h>

#include <memory>

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

    struct Line {
        QPointF start, end;  ///< in pixels
        QString text;        ///< "EDP 11.34 µJ·s"
    };
    /// Those in view, the best first.
    std::vector<Line> lines() const;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override { return parentPlot()->axisRect()->rect(); }

private:
    std::vector<double> values() const;

    const Theme* m_theme;
    double m_best = 0;       ///< in the unit of the labels
    double m_toProduct = 1;  ///< from that unit to axis units of energy times cycles
    QString m_unit;
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

/// The words of the plot, where they cover no symbol.
class CloudLabels final : public QCPLayerable {
    Q_OBJECT
public:
    CloudLabels(QCustomPlot* plot, const IsoLines& iso, const CloudMarks& marks);
    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// `xFactor` turns the cells' energies into the unit of the x axis. Null: nothing is said to be out of view.
    void setCloud(std::shared_ptr<const Cloud> cloud, double xFactor);
    /// Valid mappings whose cell lies outside of the axes.
    std::int64_t outOfView() const;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override { return parentPlot()->axisRect()->rect(); }

private:
    bool isFree(const QRectF& box, const std::vector<QRectF>& taken) const;
    void drawLabel(QCPPainter& painter, const QRectF& box, const QString& text, const QColor& ink) const;

    const IsoLines& m_iso;
    const CloudMarks& m_marks;
    const Theme* m_theme;
    std::shared_ptr<const Cloud> m_cloud;
    double m_xFactor = 1;
};

}  // namespace lapidary::ui
