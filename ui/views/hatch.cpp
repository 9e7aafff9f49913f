// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/hatch.h"

#include <QPainter>

#include <cmath>

#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr double kSpacing = 5;
}

void drawHatch(QPainter& painter, const Theme& theme, const QRectF& box, Idle idle) {
    const bool tail = idle == Idle::tail;
    painter.fillRect(box, tail ? theme.warningGround : theme.emptyCell);
    QList<QLineF> lines;
    // Lines x - y = c (falling) or x + y = c (rising) at multiples of the spacing, so that neighbouring boxes continue.
    const double first = tail ? box.left() - box.bottom() : box.left() + box.top();
    const double last = tail ? box.right() - box.top() : box.right() + box.bottom();
    for (double c = std::ceil(first / kSpacing) * kSpacing; c < last; c += kSpacing) {
        const double from = tail ? std::max(box.left(), c + box.top()) : std::max(box.left(), c - box.bottom());
        const double to = tail ? std::min(box.right(), c + box.bottom()) : std::min(box.right(), c - box.top());
        if (to > from) lines << QLineF(from, tail ? from - c : c - from, to, tail ? to - c : c - to);
    }
    QColor ink = tail ? theme.warning : theme.idleHatch;
    if (tail) ink.setAlphaF(0.6F);
    painter.save();
    painter.setPen(QPen(ink, 1, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines);
    painter.restore();
}

}  // namespace lapidary::ui
