// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one core sweep on threads of its own and shows it to the GUI thread by polling its monitor 30 times a second.
// stop() and pause() take effect within 50 ms; destroying a runner stops and joins. Times told leave out pauses. GUI
// thread only, apart from the workers inside.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

#include "core/explore/sweep_monitor.h"

namespace lapidary::ui {

class SweepRunner final : public QObject {
    Q_OBJECT
public:
    explicit SweepRunner(QObject* parent = nullptr);
    ~SweepRunner() override;

    bool running() const { return m_work != nullptr; }
    bool paused() const;

    /// Requires !running(). `known` are points that need no search any more; spec.search.threads says how many tasks run
    /// at once.
    void start(const SweepSpec& spec, const SweepPoints& known);
    void pause();
    void resume();
    /// The result so far is still delivered by finished().
    void stop();
    /// Stops, waits for the workers and forgets the result.
    void abandon();

signals:
    void stateChanged();
    void updated(const lapidary::SweepSnapshot& snapshot);
    void finished(const lapidary::Result<lapidary::SweepResult>& result);

private:
    struct Work;
    void poll();
    double heldSeconds() const;

    std::unique_ptr<Work> m_work;
    QTimer m_timer;
    QElapsedTimer m_pause;    ///< of the present pause
    qint64 m_heldBefore = 0;  ///< milliseconds of the pauses before
};

}  // namespace lapidary::ui
