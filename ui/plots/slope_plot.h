// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ski slope of a workload: least words between backing memory and a buffer, by its size, both logarithmic, with the
// design's memories on it. Made on another thread, and again only when the workload changes; hovering tells size, words
// and reuse. GUI thread only.
#pragma once

#include <QWidget>

#include "core/explore/slope.h"
#include "ui/export/figure.h"
#include "ui/jobs/background_task.h"
#include "ui/session/setup.h"

class QCustomPlot;
class QLabel;

namespace lapidary::ui {

class HoverCard;
class PlotNavigator;
class SlopeLabels;

/// The curve of the workload with the design's memories; the last curve is kept, so asking again costs nothing. Any thread.
Result<Slope> slopeOf(const SessionInputs& inputs, Job& job);
Figure slopeFigure(const Slope& slope, QSizeF size = {720, 420});

class SlopePlot final : public QWidget {
    Q_OBJECT
public:
    explicit SlopePlot(QWidget* parent = nullptr);

    void setInputs(const SessionInputs& inputs);
    /// Nullptr while there is none.
    const Slope* slope() const { return m_slope ? &*m_slope : nullptr; }
    QCustomPlot& canvas() { return *m_plot; }
    PlotNavigator& navigator() { return *m_navigator; }
    QStringList cardLines() const;
    /// What stands in place of the axes; empty if they are there.
    QString emptyText() const;
    /// One line per memory, then the curve as CSV.
    QString textTwin() const;

signals:
    void slopeChanged();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void hover(const QPointF& pixel);

    std::optional<Slope> m_slope;
    QString m_trouble;
    QCustomPlot* m_plot;
    QLabel* m_empty;
    PlotNavigator* m_navigator;
    SlopeLabels* m_labels;
    HoverCard* m_card;
    BackgroundTask m_task;
};

}  // namespace lapidary::ui
