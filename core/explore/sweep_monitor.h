// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a watcher sees of a running sweep: finished points, which tasks run, how long it may still take. The sweep writes
// only when a task starts or ends; the watcher polls. Thread rule: any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

#include "core/explore/sweep.h"

namespace lapidary {

/// One search: a layer (of the unique ones) at a point.
struct SweepTask {
    std::size_t point = 0;
    std::size_t layer = 0;
    bool operator==(const SweepTask&) const = default;
};

struct SweepSnapshot {
    SearchState state = SearchState::running;  ///< who pauses knows; here: running, finished or stopped
    SweepPoints points;                        ///< finished ones; a refused design is finished at once
    std::size_t layers = 0;                    ///< tasks per point
    std::vector<std::size_t> done;             ///< ended tasks per point
    std::vector<SweepTask> running;
    std::size_t tasksDone = 0;
    std::size_t tasks = 0;              ///< without those of refused designs
    double seconds = 0;                 ///< wall clock
    std::optional<double> secondsLeft;  ///< from the last kRecentTasks tasks; nullopt before the first has ended
};

class SweepMonitor {
public:
    static constexpr std::size_t kRecentTasks = 50;

    SweepSnapshot snapshot() const;

    /// Sweep side.
    void begin(std::size_t points, std::size_t layers, std::size_t tasks, int threads);
    void started(SweepTask task);
    /// `seconds` of work, without pauses.
    void ended(SweepTask task, double seconds);
    void finished(SweepPointPtr point);
    void end(bool stopped);

private:
    using Clock = std::chrono::steady_clock;

    std::optional<double> secondsLeft() const;

    mutable std::mutex m_mutex;
    SweepSnapshot m_picture;
    std::deque<double> m_recent;  ///< seconds of the last tasks
    std::size_t m_threads = 1;
    Clock::time_point m_start = Clock::now();
};

}  // namespace lapidary
