// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/paint_kit.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr double kPaintKitBox = 14;
constexpr double kChipHeight = 19;
}  // namespace

TensorMark markOf(const Workload& workload, int tensor) {
    const Tensor& described = workload.tensors()[static_cast<std::size_t>(tensor)];
    int further = 0;  // numbers the tensors that have no conventional role
    for (int i = 0; i < tensor; ++i) {
        const std::string& role = workload.tensors()[static_cast<std::size_t>(i)].role;
        if (role != "weight" && role != "input" && role != "output") ++further;
    }
    return {tensorSlot(described.role, further), QString::fromStdString(described.name).left(1).toUpper()};
}

void drawTensorBox(QPainter& painter, const Theme& theme, const QRectF& box, const TensorMark& mark, bool filled) {
    const auto slot = static_cast<std::size_t>(mark.slot);
    drawBox(painter, box, filled ? theme.tensors[slot] : theme.emptyCell,
            filled ? theme.tensorOutlines[slot] : theme.line, 2);
    if (filled)
        drawText(painter, box, Qt::AlignCenter, mark.letter, uiFont(TypeSize::cell, true),
                 readableOn(theme.tensors[slot]));
}

double drawTensorChip(QPainter* painter, const Theme& theme, const QPointF& topLeft, const TensorMark& mark,
                      const QString& text, bool dashed) {
    const QFont font = uiFont(TypeSize::note);
    const double width = kPaintKitBox + 3 + textWidth(text, font) + 12;
    if (!painter) return width;
    const QRectF frame(topLeft, QSizeF(width, kChipHeight));
    painter->save();
    painter->setPen(QPen(dashed ? theme.text3 : theme.line, 1, dashed ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(dashed ? QColor(Qt::transparent) : theme.panel);
    painter->drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->restore();
    const QRectF box(topLeft.x() + 2.5, topLeft.y() + 2.5, kPaintKitBox, kPaintKitBox);
    if (dashed)
        drawText(*painter, box, Qt::AlignCenter, mark.letter, uiFont(TypeSize::cell, true), theme.text2);
    else
        drawTensorBox(*painter, theme, box, mark);
    drawText(*painter, frame.adjusted(kPaintKitBox + 7, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text, font,
             dashed ? theme.text2 : theme.text);
    return width;
}

void drawTensorBar(QPainter& painter, const Theme& theme, const QRectF& bar, const TensorMark& mark) {
    const auto slot = static_cast<std::size_t>(mark.slot);
    painter.save();
    painter.setPen(QPen(theme.tensorOutlines[slot], 1));
    painter.setBrush(theme.tensors[slot]);
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.restore();
    if (bar.width() >= 16)
        drawText(painter, bar, Qt::AlignCenter, mark.letter, uiFont(TypeSize::note, true),
                 readableOn(theme.tensors[slot]));
}

void drawOutline(QPainter& painter, const Theme& theme, const QRectF& box) {
    painter.save();
    painter.setPen(QPen(theme.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, 2, 2);
    painter.restore();
}

void drawText(QPainter& painter, const QRectF& box, int flags, const QString& text, const QFont& font,
              const QColor& color) {
    painter.setFont(font);
    painter.setPen(color);
    const QFontMetricsF metrics(font);
    const bool fits = metrics.horizontalAdvance(text) <= box.width() + 0.5;
    painter.drawText(box, flags, fits ? text : metrics.elidedText(text, Qt::ElideRight, box.width()));
}

double drawWrapped(QPainter* painter, const QRectF& room, const QString& text, const QFont& font, const QColor& color) {
    if (text.isEmpty()) return 0;
    constexpr int kFlags = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;
    const QRectF taken = QFontMetricsF(font).boundingRect(QRectF(0, 0, room.width(), 10'000), kFlags, text);
    if (painter) {
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(QRectF(room.topLeft(), QSizeF(room.width(), taken.height() + 2)), kFlags, text);
    }
    return taken.height();
}

double textWidth(const QString& text, const QFont& font) { return QFontMetricsF(font).horizontalAdvance(text); }

}  // namespace lapidary::ui
