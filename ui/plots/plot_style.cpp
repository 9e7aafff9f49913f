// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_style.h"

#include <array>
#include <cmath>

#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

/// "0.2", "50", "20 k", "1 M"
QString tickText(double value) {
    if (std::abs(value) >= 10000) return shortCount(value);
    return value >= 1000 ? QString::fromStdString(formatCount(std::llround(value))) : plainNumber(value);
}

/// Ticks at 1, 2 and 5 of every decade; over many decades at 1 only, within one decade at more.
class LogTicker final : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        static const std::vector<double> few{1}, some{1, 2, 5}, many{1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
        const double decades = std::log10(range.upper / range.lower);
        const std::vector<double>& steps = decades > 3.5 ? few : decades > 1.1 ? some : many;
        QVector<double> ticks;
        for (double decade = std::pow(10, std::floor(std::log10(range.lower))); decade <= range.upper; decade *= 10)
            for (const double step : steps)
                if (decade * step >= range.lower && decade * step <= range.upper) ticks.push_back(decade * step);
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick); }
};

class LinearTicker final : public QCPAxisTicker {
protected:
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick); }
};

void styleAxis(QCPAxis& axis, const Theme& theme) {
    axis.setBasePen(QPen(theme.plotAxis, 1));
    axis.setTickPen(QPen(theme.plotAxis, 1));
    axis.setSubTicks(false);
    axis.setTickLength(0, 4);
    axis.setTickLabelColor(theme.text2);
    axis.setTickLabelFont(uiFont(TypeSize::note));
    axis.setLabelColor(theme.text);
    axis.setLabelFont(uiFont(TypeSize::note));
    axis.grid()->setPen(QPen(theme.plotGrid, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

}  // namespace

QString plainNumber(double value) {
    return QString::fromStdString(formatSignificant(value)).replace(u'-', QChar(0x2212));
}

SeriesLook seriesLook(const Theme& theme, int series) {
    struct Shape {
        QCPScatterStyle::ScatterShape shape;
        QList<qreal> dash;
    };
    static const std::array<Shape, 5> shapes{{{QCPScatterStyle::ssSquare, {}},
                                              {QCPScatterStyle::ssTriangle, {7, 4}},
                                              {QCPScatterStyle::ssCircle, {}},
                                              {QCPScatterStyle::ssTriangleInverted, {2, 3}},
                                              {QCPScatterStyle::ssDiamond, {}}}};
    const auto index = static_cast<std::size_t>(series) % shapes.size();
    QPen pen(theme.series[index], 1.8);
    if (!shapes[index].dash.isEmpty()) pen.setDashPattern(shapes[index].dash);
    return {pen, QCPScatterStyle(shapes[index].shape, QPen(theme.panel, 1), QBrush(theme.series[index]), 9)};
}

void stylePlot(QCustomPlot& plot, const Theme& theme) {
    plot.setBackground(theme.panel);
    styleAxis(*plot.xAxis, theme);
    styleAxis(*plot.yAxis, theme);
}

void setAxisScale(QCPAxis& axis, bool log) {
    const auto type = log ? QCPAxis::stLogarithmic : QCPAxis::stLinear;
    axis.setScaleType(type);
    if (log)
        axis.setTicker(QSharedPointer<LogTicker>::create());
    else
        axis.setTicker(QSharedPointer<LinearTicker>::create());
}

}  // namespace lapidary::ui
