// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/job.h"

namespace lapidary {

// The flags change under the mutex so that a worker which has just found itself paused cannot miss the wake-up.

void Job::requestStop() {
    {
        const std::scoped_lock lock(m_mutex);
        m_stop.store(true, std::memory_order_relaxed);
    }
    m_wake.notify_all();
}

void Job::pause() {
    const std::scoped_lock lock(m_mutex);
    m_paused.store(true, std::memory_order_relaxed);
}

void Job::resume() {
    {
        const std::scoped_lock lock(m_mutex);
        m_paused.store(false, std::memory_order_relaxed);
    }
    m_wake.notify_all();
}

void Job::waitWhilePaused() {
    if (m_whole) m_whole->waitWhilePaused();
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [this] { return stopRequested() || !m_paused.load(std::memory_order_relaxed); });
}

}  // namespace lapidary
