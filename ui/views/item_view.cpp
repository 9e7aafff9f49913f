// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/item_view.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

#include "ui/views/paint_kit.h"

namespace lapidary::ui {

void ItemView::forgetItems() {
    m_chosen = m_pointed = -1;
    emit told({});
}

std::optional<int> ItemView::stepAlong(int item, int count, int key, int back, int forth) {
    if (count == 0) return std::nullopt;
    if (key == forth) return std::min(item + 1, count - 1);
    if (key == back) return std::max(item - 1, 0);
    if (key == Qt::Key_Home) return 0;
    if (key == Qt::Key_End) return count - 1;
    return std::nullopt;
}

void ItemView::paintMarks(QPainter& painter, const Theme& theme, const std::function<QRectF(int)>& placeOf) const {
    if (painter.device() != this) return;  // what is pointed at is no part of the picture
    for (const int item : {m_chosen, m_pointed})
        if (item >= 0)
            if (const QRectF place = placeOf(item); !place.isEmpty())
                drawOutline(painter, theme, place.adjusted(-2, -2, 2, 2));
}

void ItemView::point(int item) {
    if (item == m_pointed) return;
    m_pointed = item;
    emit told(wordsOf(item >= 0 ? item : m_chosen));
    update();
}

void ItemView::choose(int item) {
    m_chosen = item;
    m_pointed = -1;
    emit told(wordsOf(item));
    update();
    chosenChanged();
}

void ItemView::mouseMoveEvent(QMouseEvent* event) { point(itemAt(event->position())); }

void ItemView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(itemAt(event->position()));
}

void ItemView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int item = itemAt(event->position()); event->button() == Qt::LeftButton && item >= 0)
        emit activated(item);
}

void ItemView::leaveEvent(QEvent*) { point(-1); }

void ItemView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return choose(-1);
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_chosen >= 0) {
        emit activated(m_chosen);
        return;
    }
    if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier)
        if (const auto next = stepFrom(m_chosen, event->key())) return choose(*next);
    View::keyPressEvent(event);
}

}  // namespace lapidary::ui
