// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/sweep_monitor.h"

#include <algorithm>
#include <numeric>

namespace lapidary {

SweepSnapshot SweepMonitor::snapshot() const {
    const std::lock_guard lock(m_mutex);
    SweepSnapshot copy = m_picture;
    copy.secondsLeft = secondsLeft();
    if (copy.state == SearchState::running)
        copy.seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
    return copy;
}

void SweepMonitor::begin(std::size_t points, std::size_t layers, std::size_t tasks, int threads) {
    const std::lock_guard lock(m_mutex);
    m_picture = {};
    m_picture.points.resize(points);
    m_picture.done.resize(points);
    m_picture.layers = layers;
    m_picture.tasks = tasks;
    m_recent.clear();
    m_threads = static_cast<std::size_t>(std::max(threads, 1));
    m_start = Clock::now();
}

void SweepMonitor::started(SweepTask task) {
    const std::lock_guard lock(m_mutex);
    m_picture.running.push_back(task);
}

void SweepMonitor::ended(SweepTask task, double seconds) {
    const std::lock_guard lock(m_mutex);
    std::erase(m_picture.running, task);
    ++m_picture.tasksDone;
    ++m_picture.done[task.point];
    m_recent.push_back(seconds);
    if (m_recent.size() > kRecentTasks) m_recent.pop_front();
}

void SweepMonitor::finished(SweepPointPtr point) {
    const std::lock_guard lock(m_mutex);
    m_picture.points[point->index] = std::move(point);
}

void SweepMonitor::end(bool stopped) {
    const std::lock_guard lock(m_mutex);
    m_picture.state = stopped ? SearchState::stopped : SearchState::finished;
    m_picture.seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
}

std::optional<double> SweepMonitor::secondsLeft() const {
    if (m_picture.state != SearchState::running) return 0.0;
    if (m_recent.empty()) return std::nullopt;
    const double mean = std::accumulate(m_recent.begin(), m_recent.end(), 0.0) / static_cast<double>(m_recent.size());
    const std::size_t left = m_picture.tasks - m_picture.tasksDone;
    const std::size_t atOnce = std::max<std::size_t>(std::min(m_threads, left), 1);
    return mean * static_cast<double>(left) / static_cast<double>(atOnce);
}

}  // namespace lapidary
