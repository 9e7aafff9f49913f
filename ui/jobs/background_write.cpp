// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/background_write.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace lapidary::ui {

namespace {
constexpr std::chrono::milliseconds kWriteTick{15};
}

struct BackgroundWrite::Task {
    Work work;
    Done done;
    Diagnostics problems;  ///< read only after `ended`
    std::atomic<bool> ended{false};
    std::thread thread;

    ~Task() {
        if (thread.joinable()) thread.join();
    }
};

BackgroundWrite::BackgroundWrite(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kWriteTick);
    connect(&m_timer, &QTimer::timeout, this, &BackgroundWrite::poll);
}

BackgroundWrite::~BackgroundWrite() = default;

void BackgroundWrite::start(Work work, Done done) {
    Q_ASSERT(!busy());
    m_task = std::make_unique<Task>();
    m_task->work = std::move(work);
    m_task->done = std::move(done);
    m_task->thread = std::thread([task = m_task.get()] {
        task->problems = task->work();
        task->ended.store(true, std::memory_order_release);
    });
    m_timer.start();
}

void BackgroundWrite::wait() {
    if (m_task) end();
}

void BackgroundWrite::poll() {
    if (m_task->ended.load(std::memory_order_acquire)) end();
}

void BackgroundWrite::end() {
    m_timer.stop();
    const std::unique_ptr<Task> task = std::move(m_task);
    task->thread.join();
    task->done(task->problems);
}

}  // namespace lapidary::ui
