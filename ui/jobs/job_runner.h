// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the runners of searches, sweeps and studies have in common: a core job on threads of its own, looked at by a timer 30
// times a second whatever its speed, so that nobody else posts events. stop() and pause() take effect within 50 ms. Knows
// how long the job was held. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "core/base/job.h"

namespace lapidary::ui {

class JobRunner : public QObject {
    Q_OBJECT
public:
    bool running() const { return job() != nullptr; }
    bool paused() const { return running() && job()->paused(); }

    void pause();
    void resume();
    /// What is there by then is still delivered.
    void stop();

signals:
    void stateChanged();

protected:
    explicit JobRunner(QObject* parent);

    /// Null while nothing runs.
    virtual Job* job() const = 0;
    /// The timer's tick, while something runs.
    virtual void poll() = 0;
    /// To be called once the job is there, and before it goes.
    void beginPolling();
    void endPolling() { m_timer.stop(); }
    /// Of all pauses since the beginning.
    double heldSeconds() const;

private:
    QTimer m_timer;
    QElapsedTimer m_pause;    ///< of the present pause
    qint64 m_heldBefore = 0;  ///< milliseconds of the pauses before
};

}  // namespace lapidary::ui
