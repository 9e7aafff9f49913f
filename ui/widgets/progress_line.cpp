// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/progress_line.h"

#include <QPainter>

#include <algorithm>

#include "ui/theme/theme.h"

namespace lapidary::ui {

ProgressLine::ProgressLine(QWidget* parent) : QWidget(parent) {
    setFixedSize(sizeHint());
    setAccessibleName(tr("Progress"));
}

void ProgressLine::setFraction(double fraction) {
    m_fraction = std::min(fraction, 1.0);
    setAccessibleDescription(fraction < 0 ? tr("unknown") : tr("%1 %").arg(100 * m_fraction, 0, 'f', 0));
    update();
}

void ProgressLine::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.line);
    painter.drawRoundedRect(rect(), 3, 3);
    painter.setBrush(theme.accent);
    const double share = m_fraction < 0 ? 0.25 : m_fraction;
    if (share > 0) painter.drawRoundedRect(QRectF(0, 0, std::max(6.0, width() * share), height()), 3, 3);
}

}  // namespace lapidary::ui
