// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/key_caps.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

int keyCapWidth(const QString& keys) { return QFontMetrics(uiFont(TypeSize::note)).horizontalAdvance(keys) + 10; }

int drawKeyCap(QPainter& painter, const Theme& theme, const QPoint& rightMiddle, const QString& keys) {
    const int width = keyCapWidth(keys);
    const QRect box(rightMiddle.x() - width, rightMiddle.y() - 9, width, 18);
    drawBox(painter, box, theme.panel, theme.line);
    painter.setFont(uiFont(TypeSize::note));
    painter.setPen(theme.text2);
    painter.drawText(box, Qt::AlignCenter, keys);
    return width;
}

}  // namespace lapidary::ui
