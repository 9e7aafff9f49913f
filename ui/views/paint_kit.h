// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The small shapes that all painted views speak in: tensor boxes and chips, bars, hatching, outlines. Each reads the
// theme it is given and nothing else. Positions in pixels at 96 dpi.
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

#include "core/workload/workload.h"
#include "ui/theme/fonts.h"

class QPainter;

namespace lapidary::ui {

struct Theme;

/// How a tensor is drawn everywhere: its slot of the theme's colours and the letter on it.
struct TensorMark {
    int slot = 0;
    QString letter;
};
TensorMark markOf(const Workload& workload, int tensor);

/// A 14 px box with the tensor's letter; `filled` = false leaves an empty cell.
void drawTensorBox(QPainter& painter, const Theme& theme, const QRectF& box, const TensorMark& mark,
                   bool filled = true);
/// Box and figures in one outline: "[W] 160 / 192". Returns its width; measures only if painter is null.
double drawTensorChip(QPainter* painter, const Theme& theme, const QPointF& topLeft, const TensorMark& mark,
                      const QString& text, bool dashed = false);
/// A bar segment in a tensor's colour with its outline and, if it fits, its letter.
void drawTensorBar(QPainter& painter, const Theme& theme, const QRectF& bar, const TensorMark& mark);

/// Two pixels in the accent colour around what is hovered or selected.
void drawOutline(QPainter& painter, const Theme& theme, const QRectF& box);

/// Text in a box, elided if it doesn't fit.
void drawText(QPainter& painter, const QRectF& box, int flags, const QString& text, const QFont& font,
              const QColor& color);
/// Text in lines as wide as the room, as many as it takes; returns their height. Measures only if painter is null.
double drawWrapped(QPainter* painter, const QRectF& room, const QString& text, const QFont& font, const QColor& color);
double textWidth(const QString& text, const QFont& font);

}  // namespace lapidary::ui
