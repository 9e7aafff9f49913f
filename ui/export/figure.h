// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A picture that can be drawn on anything: one paint function serves the screen, PNG, SVG and PDF. Figures leave the
// program in light colours on white whatever the window looks like. GUI thread only (fonts).
#pragma once

#include <QSizeF>
#include <QString>
#include <QStringList>

#include <functional>

#include "core/base/result.h"

class QPainter;

namespace lapidary::ui {

struct Theme;

struct Figure {
    QString title;
    QSizeF size;  ///< pixels at 96 dpi
    std::function<void(QPainter&, const Theme&)> paint;
};

/// What exportFigure can write, by ending: svg, pdf, png.
QStringList figureFormats();

/// Writes the figure; the ending of `path` says how. `scale` is for pixels: 2 = twice as many per side.
Diagnostics exportFigure(const Figure& figure, const QString& path, double scale = 2);

}  // namespace lapidary::ui
