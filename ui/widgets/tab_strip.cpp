// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/tab_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr int kHeight = 24;
constexpr int kSpace = 14;
}  // namespace

TabStrip::TabStrip(const QString& name, QWidget* parent) : QWidget(parent) {
    setAccessibleName(name);
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void TabStrip::setTabs(const QStringList& tabs) {
    if (tabs == m_tabs) return;
    m_tabs = tabs;
    m_current = std::clamp(m_current, 0, std::max(0, static_cast<int>(tabs.size()) - 1));
    updateGeometry();
    update();
}

void TabStrip::setCurrent(int index) {
    if (index == m_current || index < 0 || index >= m_tabs.size()) return;
    m_current = index;
    update();
    emit currentChanged(index);
}

void TabStrip::setPreview(int index) {
    if (index == m_preview) return;
    m_preview = index;
    update();
}

int TabStrip::tabWidth(int index) const {
    return QFontMetrics(uiFont(TypeSize::control, true)).horizontalAdvance(m_tabs[index]) + kSpace;
}

QSize TabStrip::sizeHint() const {
    int width = 0;
    for (int i = 0; i < m_tabs.size(); ++i) width += tabWidth(i);
    return {width, kHeight};
}

QRect TabStrip::tab(int index) const {
    int left = 0;
    for (int i = 0; i < index; ++i) left += tabWidth(i);
    return {left, 0, tabWidth(index), height()};
}

void TabStrip::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    for (int i = 0; i < m_tabs.size(); ++i) {
        const QRect box = tab(i);
        const bool on = i == m_current;
        painter.setFont(uiFont(TypeSize::control, on));
        painter.setPen(on ? theme.accent : theme.text2);
        painter.drawText(box, Qt::AlignCenter, m_tabs[i]);
        if (on || i == m_preview)
            painter.fillRect(box.left() + 3, height() - 2, box.width() - 6, 2,
                             i == m_preview || m_preview < 0 ? theme.accent : theme.idleHatch);
    }
    if (hasFocus() && m_current < m_tabs.size())
        drawBox(painter, QRectF(tab(m_current)).adjusted(0, 2, 0, -4), Qt::transparent, theme.accent);
}

void TabStrip::mousePressEvent(QMouseEvent* event) {
    for (int i = 0; i < m_tabs.size(); ++i)
        if (event->button() == Qt::LeftButton && tab(i).contains(event->pos())) setCurrent(i);
}

void TabStrip::mouseMoveEvent(QMouseEvent* event) {
    int under = -1;
    for (int i = 0; i < m_tabs.size(); ++i)
        if (tab(i).contains(event->pos())) under = i;
    if (under == m_hovered) return;
    m_hovered = under;
    emit hovered(under);
}

void TabStrip::leaveEvent(QEvent*) {
    if (m_hovered < 0) return;
    m_hovered = -1;
    emit hovered(-1);
}

void TabStrip::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left)
        setCurrent(m_current - 1);
    else if (event->key() == Qt::Key_Right)
        setCurrent(m_current + 1);
    else
        QWidget::keyPressEvent(event);
}

}  // namespace lapidary::ui
