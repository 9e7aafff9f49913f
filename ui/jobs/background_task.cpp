// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/background_task.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace lapidary::ui {

namespace {
constexpr std::chrono::milliseconds kBackgroundTick{33};
}  // namespace

/// Joins when it goes, so that nothing outlives the task.
struct BackgroundTask::Work {
    Job job;
    std::function<void()> tell;  ///< read only after `done`
    std::atomic<bool> done{false};
    std::thread thread;

    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }
};

BackgroundTask::BackgroundTask(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kBackgroundTick);
    connect(&m_timer, &QTimer::timeout, this, &BackgroundTask::poll);
}

BackgroundTask::~BackgroundTask() = default;

void BackgroundTask::start(std::function<std::function<void()>(Job&)> work) {
    m_work = std::make_unique<Work>();
    m_work->thread = std::thread([own = m_work.get(), work = std::move(work)] {
        own->tell = work(own->job);
        own->done.store(true, std::memory_order_release);
    });
    m_timer.start();
}

void BackgroundTask::abandon() {
    m_timer.stop();
    m_work.reset();
}

double BackgroundTask::progress() const { return m_work ? m_work->job.progress() : -1; }

void BackgroundTask::stop() {
    if (m_work) m_work->job.requestStop();
}

void BackgroundTask::pause() {
    if (m_work) m_work->job.pause();
}

void BackgroundTask::resume() {
    if (m_work) m_work->job.resume();
}

bool BackgroundTask::paused() const { return m_work && m_work->job.paused(); }

void BackgroundTask::poll() {
    if (!m_work->done.load(std::memory_order_acquire)) return emit progressed();
    m_timer.stop();
    const std::unique_ptr<Work> work = std::move(m_work);
    work->tell();
}

}  // namespace lapidary::ui
