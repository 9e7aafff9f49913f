// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/stacked_bars.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QPainter>
#include <QValueAxis>

#include <cmath>

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

void StackedBars::scaleTo(double largest) {
    if (!(largest > 0)) largest = 1;
    const double decade = std::pow(10, std::floor(std::log10(largest / 5)));
    tick = decade;
    for (const double factor : {2.0, 5.0, 10.0})
        if (largest / tick > 6) tick = decade * factor;
    most = largest;
}

namespace {

QHorizontalStackedBarSeries* seriesOf(const StackedBars& bars) {
    auto* series = new QHorizontalStackedBarSeries;
    series->setBarWidth(bars.thickness);
    for (const StackedBars::Part& part : bars.parts) {
        auto* set = new QBarSet(QString());
        // Qt Charts counts categories upwards.
        for (auto value = part.values.rbegin(); value != part.values.rend(); ++value) *set << *value;
        set->setBrush(part.fill);
        set->setPen(Qt::NoPen);
        series->append(set);
    }
    return series;
}

}  // namespace

StackedBarsChart::StackedBarsChart(const StackedBars& bars, const Theme& theme, QSizeF size, const QRectF& plot)
    : m_size(size), m_scene(std::make_unique<QGraphicsScene>()) {
    auto* chart = new QChart;
    m_scene->addItem(chart);
    chart->setBackgroundVisible(false);
    chart->legend()->hide();
    chart->setMargins({});
    chart->setAnimationOptions(QChart::NoAnimation);
    auto* series = seriesOf(bars);
    chart->addSeries(series);

    auto* values = new QValueAxis;
    values->setRange(0, bars.most);
    values->setTickType(QValueAxis::TicksDynamic);
    values->setTickInterval(bars.tick);
    values->setTickAnchor(0);
    values->setLabelFormat(QStringLiteral("%g"));
    values->setLabelsFont(uiFont(TypeSize::note));
    values->setLabelsColor(theme.text2);
    values->setGridLinePen(QPen(theme.plotGrid, 1));
    values->setLineVisible(false);
    values->setTruncateLabels(false);
    chart->addAxis(values, Qt::AlignBottom);
    series->attachAxis(values);

    auto* rows = new QBarCategoryAxis;
    for (std::size_t row = 0; row < bars.rows; ++row) rows->append(QString::number(row));
    rows->setLabelsVisible(false);
    rows->setGridLineVisible(false);
    rows->setLineVisible(false);
    chart->addAxis(rows, Qt::AlignLeft);
    series->attachAxis(rows);

    // setPlotArea() would leave axes and grid where they were: so the chart is moved until its plot lies as wanted.
    const QRectF all(QPointF(), size);
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setGeometry(all);
    chart->layout()->activate();
    const QRectF found = chart->plotArea();
    chart->setGeometry(all.adjusted(plot.left() - found.left(), plot.top() - found.top(), plot.right() - found.right(),
                                    plot.bottom() - found.bottom()));
    chart->layout()->activate();
    m_scene->setSceneRect(QRectF(QPointF(), size));
}

void StackedBarsChart::paint(QPainter& painter) const {
    const QRectF all(QPointF(), m_size);
    m_scene->render(&painter, all, all);
}

QRectF StackedBarsChart::barBox(const StackedBars& bars, const QRectF& plot, std::size_t row, std::size_t part) {
    const double value = bars.parts[part].values[row];
    if (value <= 0) return {};
    double before = 0;
    for (std::size_t i = 0; i < part; ++i) before += bars.parts[i].values[row];
    const double pitch = plot.height() / static_cast<double>(bars.rows);
    const double scale = plot.width() / bars.most;
    return {plot.left() + before * scale, plot.top() + (static_cast<double>(row) + (1 - bars.thickness) / 2) * pitch,
            value * scale, pitch * bars.thickness};
}

}  // namespace lapidary::ui
