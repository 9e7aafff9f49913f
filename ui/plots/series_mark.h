// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The symbol of a series - square, triangle, disc, inverted triangle, diamond - and its line sample, the same in plots,
// tables and painted views. Any painter; GUI thread only.
#pragma once

#include <QPainterPath>

namespace lapidary::ui {

struct Theme;

/// Around the origin, as large as a disc of this radius looks.
QPainterPath seriesSymbol(int series, double radius);
void drawSymbol(QPainter& painter, const Theme& theme, int series, const QPointF& center, double radius = 4.5);
/// A piece of the series' line with the symbol in its middle.
void drawSample(QPainter& painter, const Theme& theme, int series, const QRectF& box);

}  // namespace lapidary::ui
