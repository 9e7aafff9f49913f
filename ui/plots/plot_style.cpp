// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_style.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/plots/series_mark.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

/// "0.2", "50", "20 k", "1 M"
QString tickText(double value) {
    if (std::abs(value) >= 10000) return shortCount(value, 4);
    return value >= 1000 ? QString::fromStdString(formatCount(std::llround(value))) : plainNumber(value);
}

/// Multiples of 1, 2 or 5 times a power of ten within a range.
QVector<double> roundSteps(const QCPRange& range) {
    const double raw = range.size() / 5;
    const double decade = std::pow(10, std::floor(std::log10(raw)));
    const double step = decade * (raw > 5 * decade ? 10 : raw > 2 * decade ? 5 : raw > decade ? 2 : 1);
    QVector<double> ticks;
    for (double k = std::ceil(range.lower / step); k * step <= range.upper; ++k) ticks.push_back(k * step);
    return ticks;
}

/// Ticks at 1, 2 and 5 of every decade; over many decades at 1 only, if need be not of every one, within one at more, zoomed
/// in at round steps.
class LogTicker final : public QCPAxisTicker {
public:
    explicit LogTicker(const QCPAxis& axis) : m_axis(axis) {}

protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        static const std::vector<double> few{1}, some{1, 2, 5}, many{1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
        const double decades = std::log10(range.upper / range.lower);
        if (decades < 0.4) return roundSteps(range);
        const std::vector<double>& steps = decades > 3.5 ? few : decades > 1.1 ? some : many;
        const int stride = decades > 3.5 ? decadesPerLabel(decades) : 1;
        QVector<double> ticks;
        for (int power = static_cast<int>(std::floor(std::log10(range.lower))); std::pow(10, power) <= range.upper;
             ++power) {
            if (power % stride != 0) continue;
            for (const double step : steps)
                if (const double tick = std::pow(10, power) * step; tick >= range.lower && tick <= range.upper)
                    ticks.push_back(tick);
        }
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick); }

private:
    /// So that labels keep apart.
    int decadesPerLabel(double decades) const {
        const bool upright = m_axis.orientation() == Qt::Vertical;
        const int room = upright ? m_axis.axisRect()->height() : m_axis.axisRect()->width();
        const double label = upright ? 18 : 42;
        return room <= 0 ? 1 : std::max(1, static_cast<int>(std::ceil(label * decades / room)));
    }

    const QCPAxis& m_axis;
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

QString plainNumber(double value) { return significantText(value); }

SeriesLook seriesLook(const Theme& theme, int series) {
    static const std::array<QList<qreal>, 5> dashes{{{}, {7, 4}, {}, {2, 3}, {}}};
    const auto index = static_cast<std::size_t>(series) % dashes.size();
    QPen pen(theme.series[index], 1.8);
    if (!dashes[index].isEmpty()) pen.setDashPattern(dashes[index]);
    // QCustomPlot draws a path of radius 3 as large as a symbol of size 6.
    return {pen, QCPScatterStyle(seriesSymbol(series, 3), QPen(theme.panel, 1), QBrush(theme.series[index]), 9)};
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
        axis.setTicker(QSharedPointer<LogTicker>::create(axis));
    else
        axis.setTicker(QSharedPointer<LinearTicker>::create());
}

}  // namespace lapidary::ui
