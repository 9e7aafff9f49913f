// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/point_view.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace lapidary::ui {

PointView::PointView(const QString& name, QWidget* parent) : View(name, parent) {}

void PointView::setRun(const SweepRunPtr& run) {
    m_run = run;
    runChanged();
    pictureChanged();
}

void PointView::sharePoints(PointSelection* selection) {
    m_selection = selection;
    connect(selection, &PointSelection::changed, this, qOverload<>(&QWidget::update));
    connect(selection, &PointSelection::brushChanged, this, qOverload<>(&QWidget::update));
}

void PointView::mouseMoveEvent(QMouseEvent* event) {
    if (m_selection && emptyText().isEmpty()) m_selection->hover(pointAt(event->position()));
}

void PointView::mousePressEvent(QMouseEvent* event) {
    if (!m_selection || event->button() != Qt::LeftButton || !emptyText().isEmpty()) return;
    if (const int point = pointAt(event->position()); point >= 0) m_selection->select(point);
}

void PointView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!emptyText().isEmpty()) return;
    if (const int point = pointAt(event->position()); point >= 0) emit pointActivated(point);
}

void PointView::leaveEvent(QEvent*) {
    if (m_selection) m_selection->hover(-1);
}

void PointView::keyPressEvent(QKeyEvent* event) {
    if (!m_selection || !m_run) return View::keyPressEvent(event);
    const auto kinds = static_cast<int>(m_run->spec().mapspaces.size());
    const auto count = static_cast<int>(m_run->points().size());
    const auto step = [&](int by) {
        const int now = m_selection->selected();
        const int next = now < 0 ? 0 : now + by;
        if (next >= 0 && next < count) m_selection->select(next);
    };
    switch (event->key()) {
    case Qt::Key_Left: return step(-1);
    case Qt::Key_Right: return step(1);
    case Qt::Key_Up: return step(-kinds);
    case Qt::Key_Down: return step(kinds);
    case Qt::Key_Escape: return m_selection->clear();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selection->selected() >= 0) emit pointActivated(m_selection->selected());
        return;
    default: return View::keyPressEvent(event);
    }
}

}  // namespace lapidary::ui
