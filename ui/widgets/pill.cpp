// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/pill.h"

#include <QPainter>

#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

QColor colorOf(Tone tone, const Theme& theme) {
    switch (tone) {
    case Tone::accent: return theme.accent;
    case Tone::ok: return theme.ok;
    case Tone::warning: return theme.warning;
    case Tone::error: return theme.error;
    case Tone::neutral: break;
    }
    return theme.text2;
}

Pill::Pill(QWidget* parent) : QWidget(parent) {
    setFont(uiFont(TypeSize::note));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void Pill::setState(const QString& text, Tone tone) {
    m_text = text;
    m_tone = tone;
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

QSize Pill::sizeHint() const { return {fontMetrics().horizontalAdvance(m_text) + 16, 18}; }

void Pill::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    const QColor color = colorOf(m_tone, theme);
    drawBox(painter, rect(), theme.panel, m_tone == Tone::neutral ? theme.line : color, height() / 2.0 - 0.5);
    painter.setPen(color);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

}  // namespace lapidary::ui
