// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/slope_labels.h"

#include <algorithm>

#include "ui/plots/series_mark.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {
constexpr double kSlopeLabel = 16;
}

SlopeLabels::SlopeLabels(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("overlay")), m_theme(&lightTheme()) {}

/// A line at the memory's size, its name above, and a mark where the line meets the curve.
void SlopeLabels::drawMark(QCPPainter& painter, const SlopeMark& mark, double& rightmost, int& row) const {
    const QRect axes = parentPlot()->axisRect()->rect();
    const double words = static_cast<double>(mark.bits) / m_slope.wordBits;
    const double x = parentPlot()->xAxis->coordToPixel(words);
    if (x < axes.left() || x > axes.right()) return;
    const QColor color = m_theme->level(mark.level, std::max(3, static_cast<int>(m_slope.marks.size()) + 1));
    QPen pen(m_theme->text2, 1.2);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, axes.top()), QPointF(x, axes.bottom()));
    const QFont font = uiFont(TypeSize::note, true);
    QString text = QString::fromStdString(mark.memory);
    if (mark.instances > 1) text += QStringLiteral(" × %1").arg(mark.instances);
    const double width = textWidth(text, font) + 10;
    // On the side with more room, so that lines of other memories are not covered.
    const double beside = x > axes.center().x() ? x - width - 4 : x + 4;
    const double left = std::clamp(beside, axes.left() + 2.0, std::max(axes.left() + 2.0, axes.right() - width));
    row = left < rightmost ? row + 1 : 0;
    rightmost = std::max(rightmost, left + width);
    const QRectF box(left, axes.top() + 2 + row * (kSlopeLabel + 1), width, kSlopeLabel);
    QColor ground = m_theme->panel;
    ground.setAlphaF(0.88F);
    painter.fillRect(box, ground);
    drawText(painter, box, Qt::AlignCenter, text, font, m_theme->text);
    if (!mark.words) return;
    const double y = parentPlot()->yAxis->coordToPixel(static_cast<double>(*mark.words));
    painter.setPen(QPen(m_theme->panel, 1.5));
    painter.setBrush(color);
    painter.drawEllipse(QPointF(x, y), 5, 5);
    painter.setPen(QPen(m_theme->text, 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(x, y), 6, 6);
}

void SlopeLabels::draw(QCPPainter* painter) {
    std::vector<SlopeMark> marks = m_slope.marks;
    std::ranges::stable_sort(marks, [](const SlopeMark& a, const SlopeMark& b) { return a.bits < b.bits; });
    double rightmost = -1;
    int row = 0;
    for (const SlopeMark& mark : marks) drawMark(*painter, mark, rightmost, row);
}

}  // namespace lapidary::ui
