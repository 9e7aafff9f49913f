// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/empty_line.h"

#include <QPainter>

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

EmptyLine::EmptyLine(const QString& text, QWidget* parent) : QLabel(text, parent) {
    setTextFormat(Qt::PlainText);
    setFont(uiFont(TypeSize::control));
    setWordWrap(true);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
}

/// No role of the palette has this colour.
void EmptyLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(themeOf(this).text2);
    painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextWordWrap, text());
}

}  // namespace lapidary::ui
