// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One piece of work on a thread of its own, for what answers a question of the window: no result kept. A new
// one takes the place of one that is under way. GUI thread only, apart from the work itself.
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

#include "core/base/job.h"

namespace lapidary::ui {

class BackgroundTask final : public QObject {
    Q_OBJECT
public:
    explicit BackgroundTask(QObject* parent = nullptr);
    ~BackgroundTask() override;

    /// What `work` returns is called in the GUI thread, unless the work was abandoned before.
    void start(std::function<std::function<void()>(Job&)> work);
    /// Stops and forgets.
    void abandon();
    bool running() const { return m_work != nullptr; }
    /// As the work's job tells; < 0 = not known, or nothing runs.
    double progress() const;
    /// The work ends as soon as it can, and what it returns is still called.
    void stop();
    /// It waits where it is, and goes on.
    void pause();
    void resume();
    bool paused() const;

signals:
    /// Now and then while it runs.
    void progressed();

private:
    struct Work;
    void poll();

    std::unique_ptr<Work> m_work;
    QTimer m_timer;
};

}  // namespace lapidary::ui
