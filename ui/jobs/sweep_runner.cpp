// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/sweep_runner.h"

#include <algorithm>
#include <atomic>

namespace lapidary::ui {

/// What the worker and the GUI thread share. Joins when it goes, so that nothing outlives the runner.
struct SweepRunner::Work {
    SweepSpec spec;
    SweepPoints known;
    Job job;
    SweepMonitor monitor;
    std::optional<Result<SweepResult>> result;  ///< read only after `done`
    std::atomic<bool> done{false};
    std::thread thread;

    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    void run() {
        result = runSweep(spec, job, &monitor, known);
        done.store(true, std::memory_order_release);
    }
};

SweepRunner::SweepRunner(QObject* parent) : JobRunner(parent) {}

SweepRunner::~SweepRunner() = default;

Job* SweepRunner::job() const { return m_work ? &m_work->job : nullptr; }

void SweepRunner::start(const SweepSpec& spec, const SweepPoints& known) {
    Q_ASSERT(!running());
    m_work = std::make_unique<Work>();
    m_work->spec = spec;
    m_work->known = known;
    m_work->thread = std::thread([work = m_work.get()] { work->run(); });
    beginPolling();
}

void SweepRunner::abandon() {
    if (!m_work) return;
    endPolling();
    m_work.reset();
    emit stateChanged();
}

void SweepRunner::poll() {
    if (!m_work->done.load(std::memory_order_acquire)) {
        SweepSnapshot snapshot = m_work->monitor.snapshot();
        if (snapshot.points.empty()) return;  // not set up yet
        snapshot.seconds = std::max(0.0, snapshot.seconds - heldSeconds());
        if (m_work->job.paused()) snapshot.state = SearchState::paused;
        emit updated(snapshot);
        return;
    }
    endPolling();
    const std::unique_ptr<Work> work = std::move(m_work);
    if (*work->result) work->result->value().seconds = std::max(0.0, (*work->result)->seconds - heldSeconds());
    emit finished(*work->result);
    emit stateChanged();
}

}  // namespace lapidary::ui
