// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Energy against cycles: all valid mappings of the runs on show as a density, the exact Pareto front as steps, the best of
// each run, and lines of equal energy-delay product. Hovering tells exact figures, a click on a symbol opens its mapping;
// Left and Right walk along the front and Enter opens. It also takes plain points, any number. GUI thread only.
#pragma once

#include <QWidget>

#include <memory>

#include "ui/export/figure.h"
#include "ui/plots/cloud_data.h"

class QCustomPlot;
class QLabel;

namespace lapidary::ui {

class CloudMarks;
class DensityLayer;
class HoverCard;
class PlotNavigator;
struct CloudParts;

enum class CloudStyle { density, points };

class CloudPlot final : public QWidget {
    Q_OBJECT
public:
    explicit CloudPlot(QWidget* parent = nullptr);
    ~CloudPlot() override;

    void setRuns(const std::vector<RunPtr>& runs);
    /// Shows plain points instead of runs: x is an energy in uJ, y are cycles.
    void setPoints(std::span<const QPointF> points);
    void setCloudStyle(CloudStyle style);
    CloudStyle cloudStyle() const { return m_style; }
    const CloudData& data() const { return m_data; }
    /// "kind, run, energy, cycles, EDP" of the front, the bests and the mappings kept, as CSV.
    QString textTwin() const;

    QCustomPlot& canvas() { return *m_plot; }
    PlotNavigator& navigator() { return *m_navigator; }
    /// Where a point of the front is drawn, in pixels of the canvas.
    QPointF frontPixel(int point) const;
    /// Valid mappings beyond the edges of the axes, which the plot tells.
    std::int64_t outOfView() const;
    /// What the card under the pointer says.
    QStringList cardLines() const;

signals:
    void opened(const lapidary::ShownMapping& mapping);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void fitRanges();
    void hover(const QPointF& pixel);
    void choose(int mark);
    void open(int mark);
    QStringList cellLines(const QPointF& pixel) const;

    std::vector<RunPtr> m_runs;
    std::vector<const void*> m_seen;  ///< which clouds the data is made of
    CloudData m_data;
    std::vector<QPointF> m_points;
    CloudStyle m_style = CloudStyle::density;
    bool m_stale = true;
    QCustomPlot* m_plot;
    QLabel* m_empty;
    PlotNavigator* m_navigator;
    std::unique_ptr<CloudParts> m_parts;
};

/// The picture for export; needs no widget on show.
Figure cloudFigure(CloudData data, CloudStyle style, QSizeF size = {640, 440});

}  // namespace lapidary::ui
