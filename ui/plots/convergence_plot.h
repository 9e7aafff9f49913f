// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Best so far against mappings drawn or against time, one step line per run with its label at the end. Axes are
// logarithmic or linear; hovering tells the exact improvement that holds there; the picture for export is the same plot in
// light colours. Runs that differ by their seed only can be one line of means in a band. Lines are bounded: of very many improvements, some are left out evenly along the logarithm. GUI thread
// only.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "ui/export/figure.h"
#include "ui/session/run.h"

class QCustomPlot;
class QLabel;

namespace lapidary::ui {

class HoverCard;
class PlotNavigator;

enum class ConvergenceAxis { evaluations, time };

/// The curves as numbers, in the unit of the y axis.
struct ConvergenceData {
    struct Line {
        QString label;             ///< "1 Ruby-S"
        int series = 0;            ///< index into Theme::series
        QString name;              ///< "Run 1: random, Ruby-S"
        bool other = false;        ///< of another design than the desk's: dashed, and the label says so
        std::vector<double> x, y;  ///< improvements in order
        std::vector<std::int64_t> drawn;
        std::vector<double> seconds;
        double end = 0;                   ///< how far the search has come
        std::vector<double> least, most;  ///< of several seeds, whose mean is y; empty for one run
        std::size_t seeds = 1;
    };
    /// What no mapping of the last run's space can beat, as it came to be known, and the run's line above it.
    struct Bound {
        int run = 0;
        int series = 0;
        std::vector<double> x, y;        ///< steps of the bound
        std::vector<double> topX, topY;  ///< of the run
        double end = 0;
        std::optional<double> gap;
        bool proven = false;
    };
    std::vector<Line> lines;
    std::optional<Bound> bound;
    QString yTitle, unit;
    ConvergenceAxis axis = ConvergenceAxis::evaluations;
    bool log = true;
    bool bands = false;  ///< runs that differ by their seed only are one line
};
/// Means are geometric where axes are logarithmic, else arithmetic.
ConvergenceData convergenceOf(const std::vector<RunPtr>& runs, ConvergenceAxis axis, bool log, bool bands = false);
/// The picture for export; needs no widget on show.
Figure convergenceFigure(ConvergenceData data, QSizeF size = {720, 420});

class ConvergencePlot final : public QWidget {
    Q_OBJECT
public:
    explicit ConvergencePlot(QWidget* parent = nullptr);

    void setRuns(const std::vector<RunPtr>& runs);
    void setAxis(ConvergenceAxis axis);
    void setLog(bool log);
    void setBands(bool bands);
    const ConvergenceData& data() const { return m_data; }
    QCustomPlot& canvas() { return *m_plot; }
    PlotNavigator& navigator() { return *m_navigator; }
    /// What the card under the pointer says.
    QStringList cardLines() const;
    /// "run, mappings drawn, seconds, best" as CSV.
    QString textTwin() const;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void hover(const QPointF& pixel);

    std::vector<RunPtr> m_runs;
    ConvergenceData m_data;
    QCustomPlot* m_plot;
    QLabel* m_empty;
    PlotNavigator* m_navigator;
    HoverCard* m_card;
};

}  // namespace lapidary::ui
