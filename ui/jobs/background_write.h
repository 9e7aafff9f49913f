// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Makes the text of a file and writes it on a thread of its own, so that a large session does not hold up the window. The
// end is polled, like all long work here. One write at a time; destroying it waits for the end, so that nothing is torn.
// GUI thread only, apart from the work inside.
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

#include "core/base/result.h"

namespace lapidary::ui {

class BackgroundWrite final : public QObject {
    Q_OBJECT
public:
    using Work = std::function<Diagnostics()>;
    using Done = std::function<void(const Diagnostics&)>;

    explicit BackgroundWrite(QObject* parent = nullptr);
    ~BackgroundWrite() override;

    bool busy() const { return m_task != nullptr; }
    /// Requires !busy(). `work` owns all that it reads; `done` is called in the GUI thread.
    void start(Work work, Done done);
    /// Waits for the end, and tells it.
    void wait();

private:
    struct Task;
    void poll();
    void end();

    std::unique_ptr<Task> m_task;
    QTimer m_timer;
};

}  // namespace lapidary::ui
