// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/convergence_plot.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPicture>
#include <QStackedLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <limits>

#include "ui/models/scale.h"
#include "ui/plots/end_labels.h"
#include "ui/plots/plot_style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr int kLabelRoom = 118;

/// x and y ranges that show everything with a little air.
void setRanges(QCustomPlot& plot, const ConvergenceData& data) {
    const double infinity = std::numeric_limits<double>::infinity();
    double left = infinity, right = 0, low = infinity, high = 0;
    for (const auto& line : data.lines) {
        if (line.x.empty()) continue;
        left = std::min(left, line.x.front());
        right = std::max(right, line.end);
        low = std::min(low, line.y.back());
        high = std::max(high, line.y.front());
    }
    if (left > right) return;
    if (data.log) {
        const double start = std::max(left, right * 1e-7) * 0.8;
        plot.xAxis->setRange(start, std::max(right, start * 2));
        plot.yAxis->setRange(low / 1.12, std::max(high, low * 1.2) * 1.12);
    } else {
        plot.xAxis->setRange(0, right);
        plot.yAxis->setRange(0, high * 1.05);
    }
}

void addLine(QCustomPlot& plot, const ConvergenceData::Line& line, const Theme& theme) {
    if (line.x.empty()) return;
    const SeriesLook look = seriesLook(theme, line.series);
    QCPGraph* graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(look.pen);
    graph->setScatterStyle(line.x.size() <= 60 ? look.scatter : QCPScatterStyle());
    QVector<double> x(line.x.begin(), line.x.end());
    QVector<double> y(line.y.begin(), line.y.end());
    graph->setData(x, y, true);

    QCPGraph* rest = plot.addGraph();  // from the last improvement to where the search is now
    rest->setPen(look.pen);
    rest->setData({line.x.back(), std::max(line.end, line.x.back())}, {line.y.back(), line.y.back()}, true);
}

void fill(QCustomPlot& plot, const ConvergenceData& data, const Theme& theme) {
    plot.clearGraphs();
    stylePlot(plot, theme);
    setAxisScale(*plot.xAxis, data.log);
    setAxisScale(*plot.yAxis, data.log);
    plot.xAxis->setLabel(data.axis == ConvergenceAxis::evaluations ? QObject::tr("mappings drawn")
                                                                   : QObject::tr("time, s"));
    plot.yAxis->setLabel(data.yTitle);
    for (const auto& line : data.lines) addLine(plot, line, theme);
    setRanges(plot, data);
}

std::vector<EndLabel> labelsOf(const ConvergenceData& data) {
    std::vector<EndLabel> labels;
    for (const auto& line : data.lines)
        if (!line.x.empty()) labels.push_back({line.label, line.end, line.y.back(), line.series});
    return labels;
}

/// Room for the labels to the right of the axes.
EndLabels* prepare(QCustomPlot& plot) {
    plot.axisRect()->setMinimumMargins(QMargins(0, 10, kLabelRoom, 0));
    return new EndLabels(&plot);
}

}  // namespace

ConvergenceData convergenceOf(const std::vector<RunPtr>& runs, ConvergenceAxis axis, bool log) {
    ConvergenceData data;
    data.axis = axis;
    data.log = log;
    const Run* last = runs.empty() ? nullptr : runs.back().get();
    if (!last) return data;
    const Metric metric = last->inputs.search.objective.metrics.front();
    const double best = last->live.best ? valueOf(metric, last->live.best->score) : 1;
    const Scale scale = metricScale(metric, best, last->inputs.architecture.spec().clockGhz);
    data.yTitle = QObject::tr("best %1 so far, %2").arg(metricName(metric), scale.unit);
    for (const RunPtr& run : runs) {
        // Only what has the same objective and target can be compared.
        if (run->inputs.search.objective != last->inputs.search.objective) continue;
        if (run->inputs.workload != last->inputs.workload) continue;
        ConvergenceData::Line line;
        line.label = QStringLiteral("%1 %2").arg(run->number).arg(shortName(run->inputs.mapspace.factorization));
        line.series = seriesOf(run->inputs.mapspace.factorization);
        const bool byCount = axis == ConvergenceAxis::evaluations;
        for (const Improvement& improvement : run->live.trace) {
            line.x.push_back(byCount ? static_cast<double>(improvement.drawn) : std::max(improvement.seconds, 1e-4));
            line.y.push_back(valueOf(metric, improvement.best.score) * scale.factor);
        }
        line.end = byCount ? static_cast<double>(run->live.counters.drawn) : run->live.seconds;
        data.lines.push_back(std::move(line));
    }
    return data;
}

Figure convergenceFigure(ConvergenceData data, QSizeF size) {
    return {QObject::tr("Convergence"), size, [data = std::move(data), size](QPainter& painter, const Theme& theme) {
                QCustomPlot plot;
                EndLabels* labels = prepare(plot);
                labels->setLabels(labelsOf(data));
                fill(plot, data, theme);
                labels->setTheme(theme);
                QPicture picture;
                QCPPainter recorder;
                recorder.begin(&picture);
                recorder.setMode(QCPPainter::pmVectorized);
                plot.toPainter(&recorder, static_cast<int>(size.width()), static_cast<int>(size.height()));
                recorder.end();
                painter.drawPicture(0, 0, picture);
            }};
}

ConvergencePlot::ConvergencePlot(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot), m_empty(new QLabel) {
    setAccessibleName(tr("Convergence"));
    m_plot->setAccessibleName(tr("Best so far against mappings drawn"));
    m_empty->setText(tr("Best so far, once there is a valid mapping. Run a search (F5)."));
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_empty->setContentsMargins(10, 10, 10, 10);
    m_empty->setWordWrap(true);
    auto* layout = new QStackedLayout(this);
    layout->addWidget(m_empty);
    layout->addWidget(m_plot);
    prepare(*m_plot)->setObjectName("endLabels");
}

void ConvergencePlot::setRuns(const std::vector<RunPtr>& runs) {
    m_runs = runs;
    refresh();
}

void ConvergencePlot::setAxis(ConvergenceAxis axis) {
    m_data.axis = axis;
    refresh();
}

void ConvergencePlot::setLog(bool log) {
    m_data.log = log;
    refresh();
}

void ConvergencePlot::refresh() {
    m_data = convergenceOf(m_runs, m_data.axis, m_data.log);
    if (!isVisible()) return;
    const bool something = std::any_of(m_data.lines.begin(), m_data.lines.end(),
                                       [](const ConvergenceData::Line& line) { return !line.x.empty(); });
    static_cast<QStackedLayout*>(layout())->setCurrentWidget(something ? static_cast<QWidget*>(m_plot) : m_empty);
    if (!something) return;
    const Theme& theme = themeOf(this);
    fill(*m_plot, m_data, theme);
    auto* labels = m_plot->findChild<EndLabels*>("endLabels");
    labels->setLabels(labelsOf(m_data));
    labels->setTheme(theme);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QString ConvergencePlot::textTwin() const {
    QString text = QStringLiteral("run,mappings drawn,seconds,best\n");
    for (const RunPtr& run : m_runs) {
        const Metric metric = run->inputs.search.objective.metrics.front();
        for (const Improvement& improvement : run->live.trace)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(run->number)
                        .arg(improvement.drawn)
                        .arg(improvement.seconds, 0, 'g', 6)
                        .arg(valueOf(metric, improvement.best.score), 0, 'g', 17);
    }
    return text;
}

void ConvergencePlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();
}

void ConvergencePlot::showEvent(QShowEvent*) { refresh(); }

}  // namespace lapidary::ui
