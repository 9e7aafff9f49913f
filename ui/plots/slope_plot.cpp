// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/slope_plot.h"

#include <QEvent>
#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/io/native.h"
#include "core/io/slope_report.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/plots/hover_card.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_navigator.h"
#include "ui/plots/plot_style.h"
#include "ui/plots/slope_labels.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_line.h"

namespace lapidary::ui {

namespace {

/// The curve made last, by what it is of.
struct KnownSlope {
    std::mutex mutex;
    std::string key;
    Slope slope;
};
KnownSlope& knownSlope() {
    static KnownSlope known;
    return known;
}

double wordsOf(const Slope& slope, std::int64_t bits) { return static_cast<double>(bits) / slope.wordBits; }

void setSlopeRanges(QCustomPlot& plot, const Slope& slope) {
    double left = wordsOf(slope, slope.points.front().bits), right = wordsOf(slope, slope.points.back().bits);
    for (const SlopeMark& mark : slope.marks) {
        left = std::min(left, wordsOf(slope, mark.bits));
        right = std::max(right, wordsOf(slope, mark.bits));
    }
    plot.xAxis->setRange(left / 1.5, right * 2.5);
    plot.yAxis->setRange(static_cast<double>(slope.compulsory) / 1.6,
                         static_cast<double>(slope.points.front().words) * 1.6);
}

void fillSlope(QCustomPlot& plot, const Slope& slope, const Theme& theme) {
    plot.clearGraphs();
    stylePlot(plot, theme);
    setAxisScale(*plot.xAxis, true);
    setAxisScale(*plot.yAxis, true);
    plot.xAxis->setLabel(QObject::tr("size of the buffer, words of %1 bits").arg(slope.wordBits));
    plot.yAxis->setLabel(QObject::tr("least words moved"));
    QVector<double> x, y;
    for (const optimal::SkiSlopePoint& point : slope.points) {
        x << wordsOf(slope, point.bits);
        y << static_cast<double>(point.words);
    }
    double last = x.last();
    for (const SlopeMark& mark : slope.marks) last = std::max(last, wordsOf(slope, mark.bits));
    x << last * 100;  // larger ones need no less
    y << y.last();
    QCPGraph* floor = plot.addGraph();
    QPen dashed(theme.text3, 1);
    dashed.setDashPattern({2, 3});
    floor->setPen(dashed);
    floor->setData({x.first() / 100, x.last()},
                   {static_cast<double>(slope.compulsory), static_cast<double>(slope.compulsory)}, true);
    QCPGraph* curve = plot.addGraph();
    curve->setLineStyle(QCPGraph::lsStepLeft);
    curve->setPen(QPen(theme.accent, 2));
    curve->setData(x, y, true);
    if (slope.points.size() <= 200) curve->setScatterStyle({QCPScatterStyle::ssDisc, theme.accent, theme.accent, 4});
}

QStringList cardOf(const Slope& slope, const QString& title, std::int64_t bits, std::int64_t words) {
    const double again = static_cast<double>(words) / static_cast<double>(slope.compulsory);
    return {title,
            QObject::tr("%1 words, %2 KiB")
                .arg(countText(bits / slope.wordBits), plainNumber(static_cast<double>(bits) / 8192)),
            QObject::tr("at least %1 words moved").arg(countText(words)),
            QObject::tr("%1 × compulsory, %2 MACs per word")
                .arg(plainNumber(again), plainNumber(static_cast<double>(slope.macs) / static_cast<double>(words)))};
}

}  // namespace

Result<Slope> slopeOf(const SessionInputs& inputs, Job& job) {
    const int wordBits = slopeWordBits(inputs.architecture);
    const std::string key = std::to_string(wordBits) + toJson(inputs.workload).dump();
    KnownSlope& known = knownSlope();
    {
        const std::lock_guard lock(known.mutex);
        if (known.key == key) return withMarks(known.slope, inputs.architecture);
    }
    auto slope = lapidary::slopeOf(inputs.workload, &inputs.architecture, wordBits, job);
    if (!slope) return slope;
    const std::lock_guard lock(known.mutex);
    known.key = key;
    known.slope = *slope;
    return slope;
}

Figure slopeFigure(const Slope& slope, QSizeF size) {
    return {QObject::tr("Ski slope"), size, [slope, size](QPainter& painter, const Theme& theme) {
                QCustomPlot plot;
                plot.axisRect()->setMinimumMargins(QMargins(0, 10, 14, 0));
                auto* labels = new SlopeLabels(&plot);
                labels->setSlope(slope);
                labels->setTheme(theme);
                fillSlope(plot, slope, theme);
                setSlopeRanges(plot, slope);
                paintVectors(plot, painter, size);
            }};
}

SlopePlot::SlopePlot(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot), m_empty(new EmptyLine) {
    setObjectName("slopePlot");
    setAccessibleName(tr("Ski slope"));
    m_plot->setAccessibleName(tr("Least words moved by size of the buffer"));
    m_plot->setObjectName("slopeCanvas");
    m_plot->axisRect()->setMinimumMargins(QMargins(0, 10, 14, 0));
    addPlotPages(*this, *m_empty, *m_plot);
    m_labels = new SlopeLabels(m_plot);
    m_navigator = new PlotNavigator(*m_plot);
    m_card = new HoverCard(m_plot);
    connect(new PlotPointer(*m_plot, *m_card), &PlotPointer::hovered, this, &SlopePlot::hover);
    connect(m_navigator, &PlotNavigator::resetAsked, this, &SlopePlot::refresh);
}

void SlopePlot::setInputs(const SessionInputs& inputs) {
    m_trouble = tr("Tiling the workload for every size of a buffer ...");
    m_task.start([this, inputs](Job& job) -> std::function<void()> {
        auto slope = slopeOf(inputs, job);
        return [this, slope = std::move(slope)] {
            m_slope.reset();
            m_trouble.clear();
            if (slope)
                m_slope = *slope;
            else
                m_trouble = QString::fromStdString(slope.diagnostics().front().message);
            refresh();
            emit slopeChanged();
        };
    });
    refresh();
}

QString SlopePlot::emptyText() const { return m_slope ? QString() : m_trouble; }

void SlopePlot::refresh() {
    showPlotPage(*this, m_slope.has_value());
    m_empty->setText(m_trouble);
    if (!m_slope || !isVisible()) return;
    const Theme& theme = themeOf(this);
    fillSlope(*m_plot, *m_slope, theme);
    if (!m_navigator->moved()) setSlopeRanges(*m_plot, *m_slope);
    m_labels->setSlope(*m_slope);
    m_labels->setTheme(theme);
    m_card->setTheme(theme);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// A memory's line if the pointer is on it, else the step of the curve below it.
void SlopePlot::hover(const QPointF& pixel) {
    constexpr double kReach = 6;
    if (!m_slope || !m_plot->axisRect()->rect().contains(pixel.toPoint())) return m_card->hide();
    for (const SlopeMark& mark : m_slope->marks) {
        const double x = m_plot->xAxis->coordToPixel(wordsOf(*m_slope, mark.bits));
        if (!mark.words || std::abs(x - pixel.x()) > kReach) continue;
        QString title = QString::fromStdString(mark.memory);
        if (mark.instances > 1) title = tr("%1, all %2 together").arg(title).arg(mark.instances);
        return m_card->show({x, m_plot->yAxis->coordToPixel(static_cast<double>(*mark.words))},
                            cardOf(*m_slope, title, mark.bits, *mark.words), true);
    }
    const auto bits =
        static_cast<std::int64_t>(std::min(m_plot->xAxis->pixelToCoord(pixel.x()) * m_slope->wordBits, 9e18));
    const auto words = leastWords(*m_slope, bits);
    if (!words) return m_card->hide();
    m_card->show({pixel.x(), m_plot->yAxis->coordToPixel(static_cast<double>(*words))},
                 cardOf(*m_slope, tr("a buffer of this size"), bits, *words), true);
}

QStringList SlopePlot::cardLines() const { return m_card->lines(); }

QString SlopePlot::textTwin() const {
    if (!m_slope) return {};
    return QString::fromStdString(toAligned(slopeMarkTable(*m_slope, NumberStyle::people)) + "\n" +
                                  toCsv(slopeTable(*m_slope, NumberStyle::exact)));
}

void SlopePlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();
}

void SlopePlot::showEvent(QShowEvent*) { refresh(); }

}  // namespace lapidary::ui
