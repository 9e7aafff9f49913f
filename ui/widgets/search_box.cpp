// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/search_box.h"

#include <QAction>
#include <QPainter>

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/key_caps.h"

namespace lapidary::ui {

namespace {
constexpr int kText = 28;  ///< where the text begins
}

SearchBox::SearchBox(QAction* palette, QWidget* parent)
    : QAbstractButton(parent), m_keys(palette->shortcut().toString(QKeySequence::NativeText)) {
    setObjectName("searchBox");
    setText(tr("Search actions, objects"));
    setAccessibleName(text());
    setToolTip(QStringLiteral("%1 (%2)").arg(palette->toolTip(), m_keys));
    setFont(uiFont(TypeSize::control));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, palette, &QAction::trigger);
}

QSize SearchBox::sizeHint() const {
    return {kText + fontMetrics().horizontalAdvance(text()) + 12 + keyCapWidth(m_keys) + 4, 24};
}

void SearchBox::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), underMouse() ? theme.tint1 : theme.panel, hasFocus() ? theme.accent : theme.line);
    drawIcon(painter, "search-text", QRectF(7, 5, 14, 14), theme.text2);
    const QFontMetrics metrics(font());
    int room = width() - kText - 6;
    if (const int keys = keyCapWidth(m_keys) + 10; room >= metrics.horizontalAdvance(text()) + keys) {
        drawKeyCap(painter, theme, QPoint(width() - 4, height() / 2), m_keys);
        room -= keys;
    }
    if (room < 24) return;
    painter.setFont(font());
    painter.setPen(theme.text2);
    painter.drawText(QRect(kText, 0, room, height()), Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(text(), Qt::ElideRight, room));
}

}  // namespace lapidary::ui
