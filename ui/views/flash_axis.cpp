// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/flash_axis.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kTickRoom = 58;  ///< pixels that a figure wants

std::vector<double> evenTicks(double low, double high, double width) {
    const double raw = (high - low) / std::max(2.0, std::floor(width / kTickRoom));
    const double decade = std::pow(10, std::floor(std::log10(raw)));
    const double step = decade * (raw > 5 * decade ? 10 : raw > 2 * decade ? 5 : raw > decade ? 2 : 1);
    std::vector<double> ticks;
    for (double k = std::ceil(low / step); k * step <= high; ++k) ticks.push_back(k * step);
    return ticks;
}

std::vector<double> decadeTicks(const CycleAxis& axis) {
    std::vector<double> ticks;
    double last = -kTickRoom;
    for (double decade = std::floor(std::log10(axis.low)); decade <= std::log10(axis.high); ++decade)
        for (const double step : {1.0, 2.0, 5.0}) {
            const double tick = step * std::pow(10, decade);
            if (tick < axis.low || tick > axis.high || axis.x(tick) - last < kTickRoom * 0.75) continue;
            ticks.push_back(tick);
            last = axis.x(tick);
        }
    return ticks.size() < 2 ? evenTicks(axis.low, axis.high, axis.box.width()) : ticks;
}

}  // namespace

double CycleAxis::x(double cycles) const {
    const double share =
        log ? std::log(std::max(cycles, 1.0) / low) / std::log(high / low) : (cycles - low) / (high - low);
    return box.left() + box.width() * share;
}

void CycleAxis::paint(QPainter& painter, const Theme& theme, const QString& title) const {
    const QFont note = uiFont(TypeSize::note);
    for (const double tick : log ? decadeTicks(*this) : evenTicks(low, high, box.width())) {
        painter.fillRect(QRectF(x(tick), box.top(), 1, box.height()), theme.plotGrid);
        const double middle = std::clamp(x(tick), box.left() + 10, box.right() - 14);
        drawText(painter, {middle - 32, box.bottom() + 3, 64, 15}, Qt::AlignCenter, shortCount(tick), note,
                 theme.text2);
    }
    painter.fillRect(QRectF(box.left(), box.bottom(), box.width(), 1), theme.plotAxis);
    drawText(painter, {box.left() - 40, box.bottom() + 18, box.width() + 40, 15}, Qt::AlignCenter, title, note,
             theme.text);
}

QString cyclesText(const FlashReport& report, std::int64_t cycles) {
    return QObject::tr("%1 cycles, %2")
        .arg(countText(cycles), timeScale(cycles, report.clockGhz).withUnit(static_cast<double>(cycles)));
}

QString shortLabel(const FlashRun& run, std::size_t style) {
    const flash::StyleResult& shown = run.result.styles[style];
    const auto orders = std::count_if(run.result.styles.begin(), run.result.styles.end(),
                                      [&](const flash::StyleResult& each) { return each.style == shown.style; });
    QString name = fromView(entryOf(shown.style).label).remove(QStringLiteral("-style"));
    if (orders > 1) name += QStringLiteral(" ") + fromView(entryOf(shown.order).label);
    return name;
}

const FlashRun* shownRun(const FlashAnswer* answer, const FlashChoice& choice) {
    if (!answer) return nullptr;
    const std::size_t place = choice.run.value_or(answer->current);
    return place < answer->report.runs.size() ? &answer->report.runs[place] : nullptr;
}

bool shows(const FlashChoice& choice, std::size_t style) { return !choice.style || *choice.style == style; }

QString flashEmptyText(const QString& what, const QString& refusal) {
    if (!refusal.isEmpty()) return QObject::tr("%1 Not with what is open: %2.").arg(what, refusal);
    return QObject::tr("%1 Choose the algorithm FLASH in New run, then Run (F5).").arg(what);
}

}  // namespace lapidary::ui
