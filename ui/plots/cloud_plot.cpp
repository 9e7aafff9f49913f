// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/cloud_plot.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/plots/cloud_layers.h"
#include "ui/plots/density_layer.h"
#include "ui/plots/hover_card.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_navigator.h"
#include "ui/plots/plot_style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_line.h"

namespace lapidary::ui {

/// The layers of one canvas, in the order in which they are painted.
struct CloudParts {
    explicit CloudParts(QCustomPlot& plot)
        : density(new DensityLayer(&plot)),
          iso(new IsoLines(&plot)),
          front(plot.addGraph()),
          marks(new CloudMarks(&plot)),
          labels(new CloudLabels(&plot, *iso, *marks)),
          legend(new DensityLegend(&plot, *density)) {
        plot.axisRect()->setMinimumMargins(QMargins(0, 10, 14, 0));
        plot.addLayer(QStringLiteral("density"), plot.layer("grid"), QCustomPlot::limAbove);
        density->setLayer(QStringLiteral("density"));
        front->setLineStyle(QCPGraph::lsStepLeft);
        for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) setAxisScale(*axis, true);
        plot.yAxis->setLabel(QObject::tr("cycles"));
    }

    void setTheme(QCustomPlot& plot, const Theme& theme) {
        stylePlot(plot, theme);
        density->setTheme(theme);
        iso->setTheme(theme);
        marks->setTheme(theme);
        labels->setTheme(theme);
        legend->setTheme(theme);
        front->setPen(QPen(theme.text, 1.6));
    }

    void setData(QCustomPlot& plot, const CloudData& data, CloudStyle style) {
        plot.xAxis->setLabel(QObject::tr("energy, %1").arg(data.energy.unit));
        if (style == CloudStyle::density)
            density->setCloud(*data.cloud, data.energy.factor);
        else
            density->clear();
        labels->setCloud(style == CloudStyle::density ? data.cloud : nullptr, data.energy.factor);
        iso->setData(data);
        marks->setData(data, style == CloudStyle::points);
        setFront(data.front);
    }

    /// The border of what can be reached: it comes down from above and leaves to the right.
    void setFront(const std::vector<CloudMark>& points) {
        constexpr double kFar = 1e9;
        QVector<double> x, y;
        if (!points.empty()) {
            x << points.front().at.x();
            y << points.front().at.y() * kFar;
        }
        for (const CloudMark& mark : points) {
            x << mark.at.x();
            y << mark.at.y();
        }
        if (!points.empty()) {
            x << points.back().at.x() * kFar;
            y << points.back().at.y();
        }
        front->setData(x, y, true);
    }

    DensityLayer* density;
    IsoLines* iso;
    QCPGraph* front;
    CloudMarks* marks;
    CloudLabels* labels;
    DensityLegend* legend;
    HoverCard* card = nullptr;
};

namespace {

/// Where the valid mappings crowd: the front and what lies within some octaves of it, not the far ends of the cloud.
void fitCloud(QCustomPlot& plot, const CloudData& data) {
    constexpr double kMostCycles = 200, kMostEnergy = 12;  // times the least
    double left = 0, right = 0, low = 0, high = 0;
    const auto take = [&](double x, double y) {
        left = left > 0 ? std::min(left, x) : x;
        low = low > 0 ? std::min(low, y) : y;
        right = std::max(right, x);
        high = std::max(high, y);
    };
    for (const auto* marks : {&data.front, &data.bests})
        for (const CloudMark& mark : *marks) take(mark.at.x(), mark.at.y());
    const double fromFront = high;
    const double rightOfFront = right;
    for (const CloudCell& cell : data.cloud->cells)
        take(cloudEdge(cell.energy, data.cloud->energyPerOctave) * data.energy.factor,
             cloudEdge(cell.cycles + 1, data.cloud->cyclesPerOctave));
    right = std::max({std::min(right, left * kMostEnergy), rightOfFront, left * 1.2});
    high = std::max({std::min(high, low * kMostCycles), fromFront, low * 1.5});
    plot.xAxis->setRange(left / std::pow(right / left, 0.06) / 1.002, right * 1.01);
    plot.yAxis->setRange(low / std::pow(high / low, 0.08) / 1.01, high * 1.05);
}

void fitPoints(QCustomPlot& plot, const std::vector<QPointF>& points) {
    QPointF least = points.front(), most = points.front();
    for (const QPointF& point : points) {
        least = {std::min(least.x(), point.x()), std::min(least.y(), point.y())};
        most = {std::max(most.x(), point.x()), std::max(most.y(), point.y())};
    }
    plot.xAxis->setRange(least.x() / 1.05, most.x() * 1.05);
    plot.yAxis->setRange(least.y() / 1.05, most.y() * 1.05);
}

QString rangeText(double from, double to, const QString& unit) {
    return QStringLiteral("%1 – %2 %3").arg(plainNumber(from), plainNumber(to), unit);
}

}  // namespace

Figure cloudFigure(CloudData data, CloudStyle style, QSizeF size) {
    return {QObject::tr("Energy and delay"), size,
            [data = std::move(data), style, size](QPainter& painter, const Theme& theme) {
                QCustomPlot plot;
                CloudParts parts(plot);
                parts.setTheme(plot, theme);
                parts.setData(plot, data, style);
                fitCloud(plot, data);
                paintVectors(plot, painter, size);
            }};
}

CloudPlot::CloudPlot(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot), m_empty(new EmptyLine) {
    setAccessibleName(tr("Energy and delay"));
    m_plot->setObjectName("cloudCanvas");
    m_plot->setAccessibleName(tr("Energy against cycles of all valid mappings, with the Pareto front"));
    m_empty->setText(tr("Energy and cycles of every valid mapping, once there is one. Run a search (F5)."));
    addPlotPages(*this, *m_empty, *m_plot);
    setMinimumSize(160, 120);
    m_navigator = new PlotNavigator(*m_plot);
    m_parts = std::make_unique<CloudParts>(*m_plot);
    m_parts->card = new HoverCard(m_plot);
    connect(new PlotPointer(*m_plot, *m_parts->card), &PlotPointer::hovered, this, &CloudPlot::hover);
    m_plot->installEventFilter(this);
    connect(m_navigator, &PlotNavigator::resetAsked, this, [this] {
        fitRanges();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    });
    connect(m_navigator, &PlotNavigator::clicked, this,
            [this](const QPointF& pixel) { open(m_parts->marks->markAt(pixel)); });
}

CloudPlot::~CloudPlot() = default;

void CloudPlot::setRuns(const std::vector<RunPtr>& runs) {
    std::vector<const void*> seen;
    for (const RunPtr& run : alikeRuns(runs)) {
        seen.push_back(run.get());
        seen.push_back(run->live.cloud.get());
        seen.push_back(reinterpret_cast<const void*>(run->live.front.size()));
        seen.push_back(run->result ? run.get() : nullptr);
    }
    m_runs = runs;
    m_points.clear();
    if (seen != m_seen || m_stale) {
        m_seen = std::move(seen);
        m_stale = true;
        refresh();
    }
}

void CloudPlot::setPoints(std::span<const QPointF> points) {
    m_points.assign(points.begin(), points.end());
    m_stale = true;
    refresh();
}

void CloudPlot::setCloudStyle(CloudStyle style) {
    m_style = style;
    m_stale = true;
    refresh();
}

void CloudPlot::refresh() {
    if (!isVisible() || !m_stale) return;
    m_stale = false;
    m_data = cloudOf(m_runs);
    const bool something = !m_data.empty() || !m_points.empty();
    showPlotPage(*this, something);
    if (!something) return;
    const Theme& theme = themeOf(this);
    m_parts->setTheme(*m_plot, theme);
    m_parts->card->setTheme(theme);
    if (m_points.empty())
        m_parts->setData(*m_plot, m_data, m_style);
    else
        m_parts->density->setPoints(m_points);
    if (!m_navigator->moved()) fitRanges();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void CloudPlot::fitRanges() {
    if (!m_points.empty())
        fitPoints(*m_plot, m_points);
    else if (!m_data.empty())
        fitCloud(*m_plot, m_data);
}

QPointF CloudPlot::frontPixel(int point) const {
    return m_parts->marks->pixelOf(m_data.front[static_cast<std::size_t>(point)]);
}

std::int64_t CloudPlot::outOfView() const { return m_parts->labels->outOfView(); }

QStringList CloudPlot::cardLines() const { return m_parts->card->lines(); }

QStringList CloudPlot::cellLines(const QPointF& pixel) const {
    if (m_style != CloudStyle::density || m_data.cloud->empty()) return {};
    const Cloud& cloud = *m_data.cloud;
    const double energy = m_plot->xAxis->pixelToCoord(pixel.x()) / m_data.energy.factor;
    const double cycles = m_plot->yAxis->pixelToCoord(pixel.y());
    if (!(energy > 0) || !(cycles > 0)) return {};
    const CloudCell wanted{cloudCell(energy, cloud.energyPerOctave), cloudCell(cycles, cloud.cyclesPerOctave), 0};
    const auto cell = std::find_if(cloud.cells.begin(), cloud.cells.end(), [&](const CloudCell& each) {
        return each.energy == wanted.energy && each.cycles == wanted.cycles;
    });
    if (cell == cloud.cells.end()) return {};
    const QString count = countText(cell->count);
    return {cell->count == 1 ? tr("1 valid mapping here") : tr("%1 valid mappings here").arg(count),
            rangeText(cloudEdge(cell->energy, cloud.energyPerOctave) * m_data.energy.factor,
                      cloudEdge(cell->energy + 1, cloud.energyPerOctave) * m_data.energy.factor, m_data.energy.unit),
            rangeText(std::ceil(cloudEdge(cell->cycles, cloud.cyclesPerOctave)),
                      std::ceil(cloudEdge(cell->cycles + 1, cloud.cyclesPerOctave) - 1), tr("cycles"))};
}

void CloudPlot::choose(int mark) {
    if (mark < 0) return m_parts->card->hide();
    const CloudMark& on = m_parts->marks->marks()[static_cast<std::size_t>(mark)];
    m_parts->card->show(
        m_parts->marks->pixelOf(on),
        {markTitle(on) + tr(": EDP %1").arg(m_data.edp.withUnit(on.edp)),
         tr("%1 %2 · %3 cycles").arg(plainNumber(on.at.x()), m_data.energy.unit, countText(std::llround(on.at.y()))),
         tr("Click opens it in Mapping")});
}

void CloudPlot::hover(const QPointF& pixel) {
    const int mark = m_parts->marks->markAt(pixel);
    m_plot->setCursor(mark >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (mark >= 0) return choose(mark);
    const QStringList lines = m_plot->axisRect()->rect().contains(pixel.toPoint()) ? cellLines(pixel) : QStringList();
    if (lines.isEmpty())
        m_parts->card->hide();
    else
        m_parts->card->show(pixel, lines);
}

void CloudPlot::open(int mark) {
    if (mark >= 0) emit opened(m_parts->marks->marks()[static_cast<std::size_t>(mark)].where);
}

bool CloudPlot::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && m_parts->marks->frontSize() > 0) {
        const auto* keys = static_cast<QKeyEvent*>(event);
        const int key = keys->modifiers() & Qt::ShiftModifier ? 0 : keys->key();
        const int chosen = m_parts->marks->chosen();
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            const int next = std::clamp(chosen + (key == Qt::Key_Right ? 1 : -1), 0, m_parts->marks->frontSize() - 1);
            m_parts->marks->setChosen(next);
            m_plot->replot(QCustomPlot::rpQueuedReplot);
            choose(next);
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) return open(chosen), true;
    }
    return QWidget::eventFilter(watched, event);
}

QString CloudPlot::textTwin() const {
    QString text = QStringLiteral("kind,run,energy %1,cycles,EDP %2\n").arg(m_data.energy.unit, m_data.edp.unit);
    const auto add = [&](const char* kind, const std::vector<CloudMark>& marks) {
        for (const CloudMark& mark : marks)
            text += QStringLiteral("%1,%2,%3,%4,%5\n")
                        .arg(QLatin1String(kind))
                        .arg(mark.number)
                        .arg(mark.at.x(), 0, 'g', 17)
                        .arg(mark.at.y(), 0, 'f', 0)
                        .arg(mark.edp * m_data.edp.factor, 0, 'g', 17);
    };
    add("front", m_data.front);
    add("best", m_data.bests);
    add("kept", m_data.kept);
    return text;
}

void CloudPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    m_stale = true;
    refresh();
}

void CloudPlot::showEvent(QShowEvent*) { refresh(); }

}  // namespace lapidary::ui
