// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/paint_queue.h"

#include <QCoreApplication>

namespace lapidary::ui {

PaintQueue& PaintQueue::instance() {
    static QPointer<PaintQueue> queue;
    if (!queue) queue = new PaintQueue(QCoreApplication::instance());
    return *queue;
}

PaintQueue::PaintQueue(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &PaintQueue::repaintNext);
}

void PaintQueue::add(QWidget* widget) {
    if (m_waiting.contains(widget)) return;
    m_waiting.append(widget);
    if (!m_timer.isActive()) m_timer.start();
}

void PaintQueue::repaintNext() {
    while (!m_waiting.isEmpty()) {
        const QPointer<QWidget> next = m_waiting.takeFirst();
        if (!next || !next->isVisible()) continue;
        next->update();
        break;
    }
    if (!m_waiting.isEmpty()) m_timer.start();
}

}  // namespace lapidary::ui
