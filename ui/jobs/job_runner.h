// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the runners of searches, sweeps, studies, tunings and other long work have in common: a core job on a thread of its
// own, looked at by a timer 30 times a second whatever its speed, so that nobody else posts events. stop() and pause() take
// effect within 50 ms; a runner that goes stops and joins. Knows how long the job was held. GUI thread only, apart from the
// work itself.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/base/job.h"

namespace lapidary::ui {

/// One piece of work, shared by its worker and the GUI thread. What run() leaves behind is read only once it has returned.
class JobWork {
public:
    virtual ~JobWork() = default;
    Job job;

private:
    friend class JobRunner;
    /// On the worker.
    virtual void run() = 0;
    void begin();
    /// Stops and joins: before anything of it goes.
    void end();

    std::atomic<bool> m_done{false};
    std::thread m_thread;
};

/// What a worker changes and the GUI thread looks at now and then.
template <class T>
class Renewed {
public:
    /// `change` gets the value, and nobody else meanwhile.
    template <class F>
    void change(const F& change) {
        const std::lock_guard lock(m_mutex);
        change(m_value);
        m_isNew = true;
    }
    /// A copy, if it was changed since it was last taken.
    std::optional<T> takeNews() {
        const std::lock_guard lock(m_mutex);
        if (!std::exchange(m_isNew, false)) return std::nullopt;
        return m_value;
    }
    /// For one thread at a time: before the work begins, from the worker that changes it, once it has ended.
    T& value() { return m_value; }
    const T& value() const { return m_value; }

private:
    std::mutex m_mutex;
    T m_value;
    bool m_isNew = false;
};

class JobRunner : public QObject {
    Q_OBJECT
public:
    ~JobRunner() override;

    bool running() const { return m_work != nullptr; }
    bool paused() const { return running() && m_work->job.paused(); }
    /// As the job tells; < 0 = not known, or nothing runs.
    double progress() const { return running() ? m_work->job.progress() : -1; }

    void pause();
    void resume();
    /// What is there by then is still delivered.
    void stop();
    /// Stops, waits for the worker and forgets what it did.
    void abandon();

signals:
    void stateChanged();

protected:
    explicit JobRunner(QObject* parent);

    /// In place of what runs.
    void launch(std::unique_ptr<JobWork> work);
    /// Stops, waits for the worker and hands over what it leaves, which look() and deliver() don't see then.
    std::shared_ptr<JobWork> takeBack();
    /// Null while nothing runs.
    const JobWork* work() const { return m_work.get(); }
    /// Of all pauses since the beginning.
    double heldSeconds() const;

private:
    /// Now and then while it runs.
    virtual void look(JobWork& work) = 0;
    /// It has ended; nothing runs any more.
    virtual void deliver(JobWork& work) = 0;
    void poll();

    std::shared_ptr<JobWork> m_work;
    QTimer m_timer;
    QElapsedTimer m_pause;    ///< of the present pause
    qint64 m_heldBefore = 0;  ///< milliseconds of the pauses before
};

}  // namespace lapidary::ui
