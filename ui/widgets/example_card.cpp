// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/example_card.h"

#include <QPainter>

#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr int kExampleCardPadding = 10;
constexpr int kPictureWidth = 118;
}  // namespace

ExampleCard::ExampleCard(const QString& title, const QString& about, const QString& place, QWidget* parent)
    : QAbstractButton(parent), m_about(about), m_place(place) {
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(about);
    setToolTip(about);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ExampleCard::setPicture(Painter painter) {
    m_picture = std::move(painter);
    update();
}

void ExampleCard::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    const bool marked = underMouse() || hasFocus();
    QPainter painter(this);
    drawBox(painter, rect(),
            isDown() ? theme.tint2
            : marked ? theme.tint1
                     : theme.panel,
            marked ? theme.accent : theme.line, 4);
    if (hasFocus()) drawBox(painter, QRectF(rect()).adjusted(1, 1, -1, -1), Qt::transparent, theme.accent, 3);
    const QRect frame(kExampleCardPadding, kExampleCardPadding, kPictureWidth, height() - 2 * kExampleCardPadding);
    painter.fillRect(frame, marked ? theme.panel : theme.alternate);
    if (m_picture) m_picture(painter, QRectF(frame).adjusted(9, 9, -9, -9));

    const int left = frame.right() + 13;
    QRect room(left, kExampleCardPadding - 1, width() - left - kExampleCardPadding, height() - 2 * kExampleCardPadding);
    const auto paragraph = [&](const QString& text, const QFont& font, const QColor& color, int most) {
        painter.setFont(font);
        painter.setPen(color);
        const QRect used = painter.boundingRect(QRect(room.topLeft(), QSize(room.width(), most)),
                                                Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, text);
        painter.drawText(QRect(room.topLeft(), QSize(room.width(), most)),
                         Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, text);
        room.setTop(room.top() + std::min(used.height(), most) + 3);
    };
    paragraph(text(), uiFont(TypeSize::body, true), theme.text, 36);
    paragraph(m_about, uiFont(TypeSize::control), theme.text2, 50);

    painter.setFont(uiFont(TypeSize::note));
    const int width = painter.fontMetrics().horizontalAdvance(m_place) + 14;
    const QRect pill(left, height() - kExampleCardPadding - 18, width, 18);
    drawBox(painter, pill, Qt::transparent, theme.line, 9);
    painter.setPen(theme.text2);
    painter.drawText(pill, Qt::AlignCenter, m_place);
}

}  // namespace lapidary::ui
