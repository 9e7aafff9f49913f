// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of work, pauses left out. Thread rule: one thread starts, pauses and resumes while no other reads.
#pragma once

#include <chrono>

namespace lapidary {

class StopWatch {
public:
    /// Starts running.
    StopWatch() : m_start(Clock::now()) {}

    void pause() { m_pausedAt = Clock::now(); }
    void resume() { m_start += Clock::now() - m_pausedAt; }
    /// Requires a running watch.
    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point m_start;
    Clock::time_point m_pausedAt;
};

}  // namespace lapidary
