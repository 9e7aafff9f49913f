// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Repaints one widget per turn of the event loop. Many views that follow one selection would else be repainted in one go,
// and what a person does meanwhile had to wait for all of them. GUI thread only.
#pragma once

#include <QList>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace lapidary::ui {

class PaintQueue final : public QObject {
    Q_OBJECT
public:
    /// Of the application.
    static PaintQueue& instance();

    /// Each widget waits once, however often it is added.
    void add(QWidget* widget);

private:
    explicit PaintQueue(QObject* parent);
    void repaintNext();

    QList<QPointer<QWidget>> m_waiting;
    QTimer m_timer;
};

}  // namespace lapidary::ui
