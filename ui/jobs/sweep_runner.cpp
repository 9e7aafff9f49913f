// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/sweep_runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace lapidary::ui {

namespace {
constexpr std::chrono::milliseconds kSweepTick{33};
}

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

SweepRunner::SweepRunner(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kSweepTick);
    connect(&m_timer, &QTimer::timeout, this, &SweepRunner::poll);
}

SweepRunner::~SweepRunner() = default;

bool SweepRunner::paused() const { return m_work && m_work->job.paused(); }

void SweepRunner::start(const SweepSpec& spec, const SweepPoints& known) {
    Q_ASSERT(!running());
    m_heldBefore = 0;
    m_pause.invalidate();
    m_work = std::make_unique<Work>();
    m_work->spec = spec;
    m_work->known = known;
    m_work->thread = std::thread([work = m_work.get()] { work->run(); });
    m_timer.start();
    emit stateChanged();
}

void SweepRunner::pause() {
    if (!m_work || m_work->job.paused()) return;
    m_work->job.pause();
    m_pause.start();
    emit stateChanged();
}

void SweepRunner::resume() {
    if (!m_work || !m_work->job.paused()) return;
    m_work->job.resume();
    m_heldBefore += m_pause.elapsed();
    m_pause.invalidate();
    emit stateChanged();
}

void SweepRunner::stop() {
    if (m_work) m_work->job.requestStop();
}

void SweepRunner::abandon() {
    if (!m_work) return;
    m_timer.stop();
    m_work.reset();
    emit stateChanged();
}

double SweepRunner::heldSeconds() const {
    return static_cast<double>(m_heldBefore + (m_pause.isValid() ? m_pause.elapsed() : 0)) / 1000;
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
    m_timer.stop();
    const std::unique_ptr<Work> work = std::move(m_work);
    if (*work->result) work->result->value().seconds = std::max(0.0, (*work->result)->seconds - heldSeconds());
    emit finished(*work->result);
    emit stateChanged();
}

}  // namespace lapidary::ui
