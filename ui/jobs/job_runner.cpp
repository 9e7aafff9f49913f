// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/job_runner.h"

#include <QPointer>

#include <chrono>

namespace lapidary::ui {

namespace {
constexpr std::chrono::milliseconds kJobTick{33};
}

void JobWork::begin() {
    m_thread = std::thread([this] {
        run();
        m_done.store(true, std::memory_order_release);
    });
}

void JobWork::end() {
    job.requestStop();
    if (m_thread.joinable()) m_thread.join();
}

JobRunner::JobRunner(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kJobTick);
    connect(&m_timer, &QTimer::timeout, this, &JobRunner::poll);
}

JobRunner::~JobRunner() = default;

void JobRunner::launch(std::unique_ptr<JobWork> work) {
    // The last to let go of it joins, so that no worker outlives what it works on.
    m_work = {work.release(), [](JobWork* own) {
                  own->end();
                  delete own;
              }};
    m_work->begin();
    m_heldBefore = 0;
    m_pause.invalidate();
    m_timer.start();
    emit stateChanged();
}

void JobRunner::pause() {
    if (!running() || paused()) return;
    m_work->job.pause();
    m_pause.start();
    emit stateChanged();
}

void JobRunner::resume() {
    if (!paused()) return;
    m_work->job.resume();
    m_heldBefore += m_pause.elapsed();
    m_pause.invalidate();
    emit stateChanged();
}

void JobRunner::stop() {
    if (running()) m_work->job.requestStop();
}

void JobRunner::abandon() { takeBack(); }

std::shared_ptr<JobWork> JobRunner::takeBack() {
    if (!running()) return nullptr;
    m_timer.stop();
    auto work = std::move(m_work);
    work->end();
    emit stateChanged();
    return work;
}

void JobRunner::poll() {
    if (!m_work->m_done.load(std::memory_order_acquire)) return look(*m_work);
    m_timer.stop();
    const auto work = std::move(m_work);
    const QPointer<JobRunner> self(this);  // whoever is told may let the runner go
    deliver(*work);
    if (self) emit stateChanged();
}

double JobRunner::heldSeconds() const {
    return static_cast<double>(m_heldBefore + (m_pause.isValid() ? m_pause.elapsed() : 0)) / 1000;
}

}  // namespace lapidary::ui
