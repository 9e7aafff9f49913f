// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/share_bar.h"

#include <QPainter>

#include <algorithm>

#include "ui/theme/theme.h"

namespace lapidary::ui {

ShareBar::ShareBar(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void ShareBar::setShare(double share, double low, double high) {
    m_share = share;
    m_low = low;
    m_high = high;
    update();
}

void ShareBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    const QRectF track(0, 1, width(), 10);
    painter.fillRect(track, theme.emptyCell);
    if (m_share < 0) return;
    painter.fillRect(QRectF(0, 1, m_share > 0 ? std::max(1.0, width() * m_share) : 0, 10), theme.ok);
    const double left = width() * m_low;
    painter.fillRect(QRectF(left, 5, std::max(1.0, width() * m_high - left), 2), theme.text);
}

}  // namespace lapidary::ui
