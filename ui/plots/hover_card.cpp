// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/hover_card.h"

#include <algorithm>

#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kHoverCardLine = 15;
constexpr double kPadding = 8;
constexpr double kDistance = 16;
const QString kLayer = QStringLiteral("hover");

QString ownLayer(QCustomPlot* plot) {
    if (!plot->layer(kLayer)) {
        plot->addLayer(kLayer);
        plot->layer(kLayer)->setMode(QCPLayer::lmBuffered);
    }
    return kLayer;
}

QFont fontOf(qsizetype line) { return uiFont(TypeSize::note, line == 0); }

}  // namespace

HoverCard::HoverCard(QCustomPlot* plot) : QCPLayerable(plot, ownLayer(plot)), m_theme(&lightTheme()) {}

void HoverCard::show(const QPointF& anchor, const QStringList& lines, bool crossHairs) {
    if (anchor == m_anchor && lines == m_lines) return;
    m_anchor = anchor;
    m_lines = lines;
    m_crossHairs = crossHairs;
    layer()->replot();
}

void HoverCard::hide() {
    if (m_lines.isEmpty()) return;
    m_lines.clear();
    layer()->replot();
}

/// Beside the anchor where there is room: right above, else left, else below.
QRectF HoverCard::cardBox() const {
    double width = 0;
    for (qsizetype i = 0; i < m_lines.size(); ++i) width = std::max(width, textWidth(m_lines[i], fontOf(i)));
    width += 2 * kPadding;
    const double height = kHoverCardLine * static_cast<double>(m_lines.size()) + kPadding;
    const QRectF room = QRectF(parentPlot()->viewport()).adjusted(4, 4, -4, -4);
    double left = m_anchor.x() + kDistance;
    if (left + width > room.right()) left = m_anchor.x() - kDistance - width;
    double top = m_anchor.y() - kDistance - height;
    if (top < room.top()) top = m_anchor.y() + kDistance;
    return {std::clamp(left, room.left(), std::max(room.left(), room.right() - width)), top, width, height};
}

void HoverCard::draw(QCPPainter* painter) {
    if (m_lines.isEmpty()) return;
    const QRectF axes = parentPlot()->axisRect()->rect();
    if (m_crossHairs) {
        QPen pen(m_theme->accent, 1);
        pen.setDashPattern({3, 3});
        painter->setPen(pen);
        painter->drawLine(QPointF(m_anchor.x(), axes.top()), QPointF(m_anchor.x(), axes.bottom()));
        painter->drawLine(QPointF(axes.left(), m_anchor.y()), QPointF(axes.right(), m_anchor.y()));
    }
    painter->setPen(QPen(m_theme->accent, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(m_anchor, 7, 7);
    const QRectF box = cardBox();
    drawBox(*painter, box, m_theme->panel, m_theme->accent);
    for (qsizetype i = 0; i < m_lines.size(); ++i)
        drawText(*painter,
                 {box.left() + kPadding, box.top() + kPadding / 2 + kHoverCardLine * static_cast<double>(i),
                  box.width() - 2 * kPadding + 2, kHoverCardLine},
                 Qt::AlignVCenter | Qt::AlignLeft, m_lines[i], fontOf(i), i == 0 ? m_theme->text : m_theme->text2);
}

}  // namespace lapidary::ui
