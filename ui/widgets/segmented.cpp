// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/segmented.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr int kSegmentedPadding = 9;
constexpr int kLeastPadding = 3;
}  // namespace

Segmented::Segmented(QStringList labels, QWidget* parent) : QWidget(parent), m_labels(std::move(labels)) {
    setFont(uiFont(TypeSize::control));
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void Segmented::setCurrent(int index) {
    if (index == m_current || index < 0 || index >= m_labels.size()) return;
    m_current = index;
    update();
    emit currentChanged(index);
}

void Segmented::setLabel(int index, const QString& label) {
    if (index < 0 || index >= m_labels.size() || m_labels[index] == label) return;
    m_labels[index] = label;
    updateGeometry();
    update();
}

void Segmented::setCompact(bool compact) {
    m_compact = compact;
    setFont(uiFont(compact ? TypeSize::note : TypeSize::control));
    updateGeometry();
}

int Segmented::labelWidth(int index) const {
    const QFontMetrics metrics(uiFont(m_compact ? TypeSize::note : TypeSize::control, true));
    return metrics.horizontalAdvance(m_labels[index]) + 2 * kSegmentedPadding;
}

QSize Segmented::sizeHint() const {
    int width = 0;
    for (int i = 0; i < m_labels.size(); ++i) width += labelWidth(i);
    return {width, m_compact ? 20 : 24};
}

QSize Segmented::minimumSizeHint() const {
    const QSize hint = sizeHint();
    return {hint.width() - 2 * (kSegmentedPadding - kLeastPadding) * static_cast<int>(m_labels.size()), hint.height()};
}

QRect Segmented::segment(int index) const {
    const int count = static_cast<int>(m_labels.size());
    const int share = (width() - sizeHint().width()) / count;  // of the room to spare, or < 0 of what is missing
    int left = 0;
    for (int i = 0; i < index; ++i) left += labelWidth(i) + share;
    return {left, 0, index == count - 1 ? width() - left : labelWidth(index) + share, height()};
}

int Segmented::segmentAt(const QPoint& position) const {
    for (int i = 0; i < m_labels.size(); ++i)
        if (segment(i).contains(position)) return i;
    return -1;
}

void Segmented::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), theme.panel, hasFocus() ? theme.accent : theme.line);
    for (int i = 0; i < m_labels.size(); ++i) {
        const QRect box = segment(i);
        const bool on = i == m_current;
        if (on)
            drawBox(painter, box, theme.tint2, hasFocus() ? theme.accent : theme.line);
        else if (i == m_hovered && isEnabled())
            drawBox(painter, box.adjusted(1, 1, -1, -1), theme.tint1, Qt::transparent);
        if (i > 0 && !on && i - 1 != m_current) painter.fillRect(box.left(), 4, 1, height() - 8, theme.line);
        painter.setFont(uiFont(m_compact ? TypeSize::note : TypeSize::control, on));
        painter.setPen(!isEnabled() ? palette().color(QPalette::Disabled, QPalette::Text)
                       : on         ? theme.accent
                                    : theme.text2);
        painter.drawText(box, Qt::AlignCenter, m_labels[i]);
    }
}

void Segmented::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) setCurrent(segmentAt(event->pos()));
}

void Segmented::mouseMoveEvent(QMouseEvent* event) {
    const int now = segmentAt(event->pos());
    if (now != m_hovered) update();
    m_hovered = now;
}

void Segmented::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

void Segmented::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left)
        setCurrent(m_current - 1);
    else if (event->key() == Qt::Key_Right)
        setCurrent(m_current + 1);
    else
        QWidget::keyPressEvent(event);
}

bool Segmented::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = segmentAt(help->pos());
        if (index >= 0 && index < m_tips.size()) QToolTip::showText(help->globalPos(), m_tips[index], this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace lapidary::ui
