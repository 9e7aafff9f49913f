// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Icons by name from resources/icons. They are drawn in the colour of the theme at the moment of painting, so a change
// of theme needs no new icons. GUI thread only.
#pragma once

#include <QIcon>

namespace lapidary::ui {

/// "run", "pause", ...: follows the application's theme; the On state is in the accent colour.
QIcon icon(const QString& name);
/// The gem.
QIcon appIcon();
/// Draws an icon in a given colour, for painted widgets.
void drawIcon(QPainter& painter, const QString& name, const QRectF& box, const QColor& color);

}  // namespace lapidary::ui
