// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The points of a sweep over two metrics: symbols and exact front per mapspace, iso-EDP line, a card for the point under
// the pointer. A click selects, a double-click or Enter opens, dragging brushes, the wheel zooms, arrow keys go from
// point to point, Escape clears, Home shows all. GUI thread only.
#pragma once

#include <QWidget>

#include <memory>

#include "ui/export/figure.h"
#include "ui/plots/pareto_layers.h"

class QLabel;
class QPushButton;

namespace lapidary::ui {

/// The picture for export; needs no widget on show.
Figure paretoFigure(ParetoData data, QSizeF size = {720, 520});

class ParetoPlot final : public QWidget {
    Q_OBJECT
public:
    explicit ParetoPlot(PointSelection& selection, QWidget* parent = nullptr);

    void setRun(const SweepRunPtr& run);
    void setMetrics(PointMetric x, PointMetric y);
    void setLog(bool log);
    PointMetric xMetric() const { return m_x; }
    PointMetric yMetric() const { return m_y; }
    const ParetoData& data() const { return m_data; }
    QString textTwin() const;
    Figure figure() const { return paretoFigure(m_data); }
    /// What stands in place of the axes; empty if they are there.
    QString emptyText() const;
    /// Where a point is drawn, in this widget; nullopt if it isn't.
    std::optional<QPoint> positionOf(int point) const;

signals:
    void pointActivated(int point);
    /// The way out of an empty plot: another X metric.
    void otherMetricWanted();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void followSelection();
    void followBrush();
    int pointAt(const QPointF& position) const;
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void dragTo(const QPointF& position);
    void step(int direction, bool acrossSeries);

    PointSelection& m_selection;
    SweepRunPtr m_run;
    PointMetric m_x = PointMetric::area, m_y = PointMetric::edp;
    bool m_log = true;
    bool m_zoomed = false;
    ParetoData m_data;
    ParetoMarks m_marks;
    std::optional<QPointF> m_pressed;
    bool m_dragging = false;

    QCustomPlot* m_plot;
    ParetoPoints* m_points;
    ParetoOverlay* m_overlay;
    QWidget* m_emptyPage;
    QLabel* m_empty;
    QPushButton* m_other;
};

}  // namespace lapidary::ui
