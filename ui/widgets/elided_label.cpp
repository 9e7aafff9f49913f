// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/elided_label.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace lapidary::ui {

void ElidedLabel::setTone(Tone tone) {
    m_tone = tone;
    update();
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
    setToolTip(shown == text() ? QString() : text());
    QPainter painter(this);
    painter.setPen(colorOf(m_tone, themeOf(this)));
    painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, shown);
}

}  // namespace lapidary::ui
