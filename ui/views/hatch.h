// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hatching as lines, so that pictures look alike on screen and in SVG and PDF, which know no pattern brushes: amber and
// falling for what idles in a tail, grey and rising for what is never used.
#pragma once

#include <QRectF>

class QPainter;

namespace lapidary::ui {

struct Theme;

enum class Idle { tail, unused };
/// Ground and lines.
void drawHatch(QPainter& painter, const Theme& theme, const QRectF& box, Idle idle);

}  // namespace lapidary::ui
