// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/series_mark.h"

#include <QPainter>

#include "ui/plots/plot_style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

QPainterPath polygon(const QPolygonF& corners) {
    QPainterPath path;
    path.addPolygon(corners);
    path.closeSubpath();
    return path;
}

}  // namespace

QPainterPath seriesSymbol(int series, double radius) {
    const double r = radius;
    const double side = 0.89 * r, wide = 1.1 * r, tip = 1.2 * r;
    QPainterPath path;
    switch (series % 5) {
    case 0: path.addRect(QRectF(-side, -side, 2 * side, 2 * side)); return path;
    case 1: return polygon({{-wide, 0.8 * r}, {wide, 0.8 * r}, {0, -r}});
    case 2: path.addEllipse(QPointF(), r, r); return path;
    case 3: return polygon({{-wide, -0.8 * r}, {wide, -0.8 * r}, {0, r}});
    default: return polygon({{-tip, 0}, {0, -tip}, {tip, 0}, {0, tip}});
    }
}

void drawSymbol(QPainter& painter, const Theme& theme, int series, const QPointF& center, double radius) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(center);
    painter.setPen(QPen(theme.panel, 1));
    painter.setBrush(theme.series[static_cast<std::size_t>(series) % theme.series.size()]);
    painter.drawPath(seriesSymbol(series, radius));
    painter.restore();
}

void drawSample(QPainter& painter, const Theme& theme, int series, const QRectF& box) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(seriesLook(theme, series).pen);
    painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    painter.restore();
    drawSymbol(painter, theme, series, box.center(), 4);
}

}  // namespace lapidary::ui
