// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a Pareto plot draws beyond lines: the points with their symbols, and above them what follows the pointer - iso
// lines, brush, rings, the card - on a buffered layer, so that hovering redraws nothing else. Layerables of QCustomPlot.
// GUI thread only.
#pragma once

#include <qcustomplot.h>

#include "ui/plots/pareto_data.h"
#include "ui/session/point_selection.h"

namespace lapidary::ui {

struct Theme;

/// What is marked in the plot.
struct ParetoMarks {
    int hovered = -1, selected = -1;
    std::optional<std::set<int>> brushed;
    std::optional<QRectF> brush;  ///< in coordinates of the axes
    QStringList card;             ///< of the hovered or selected point
};

class ParetoPoints final : public QCPLayerable {
    Q_OBJECT
public:
    ParetoPoints(QCustomPlot* plot, const ParetoData& data, const ParetoMarks& marks);
    void setTheme(const Theme& theme) { m_theme = &theme; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    const ParetoData& m_data;
    const ParetoMarks& m_marks;
    const Theme* m_theme;
};

class ParetoOverlay final : public QCPLayerable {
    Q_OBJECT
public:
    ParetoOverlay(QCustomPlot* plot, const ParetoData& data, const ParetoMarks& marks);
    void setTheme(const Theme& theme) { m_theme = &theme; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    QPointF pixel(double x, double y) const;
    void drawIsos(QCPPainter& painter) const;
    void drawIsoLabel(QCPPainter& painter, const QPointF& at, const QString& text) const;
    void drawBrush(QCPPainter& painter) const;
    void drawRing(QCPPainter& painter, int point, double radius) const;
    void drawCard(QCPPainter& painter, const QPointF& at) const;
    QRectF cardBox(const QPointF& at, QSizeF size) const;
    void drawLegend(QCPPainter& painter) const;
    void drawKinds(QCPPainter& painter, const QPointF& at) const;
    QRectF legendBox(QSizeF size) const;

    const ParetoData& m_data;
    const ParetoMarks& m_marks;
    const Theme* m_theme;
};

}  // namespace lapidary::ui
