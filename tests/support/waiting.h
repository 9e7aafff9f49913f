// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether something kept its promise to take so many milliseconds at most, told apart from what the machine did meanwhile:
// time in which the whole process stood still, or in which others had the processors, is not the program's. Thread rule: one
// thread creates a Waiting and asks it.
#pragma once

#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace lapidary::testing {

/// Begins with what is waited for; a thread beats along, whose missing beats tell that the process stood still.
class Waiting {
public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::duration<double, std::milli>;

    Waiting()
        : m_idle(idleMilliseconds()),
          m_work(processorMilliseconds()),
          m_start(Clock::now()),
          m_beats([this](const std::stop_token& end) { beat(end); }) {}

    /// Since the beginning.
    Milliseconds took() const { return Clock::now() - m_start; }
    /// What the processors had to do for this process meanwhile.
    Milliseconds work() const { return Milliseconds(processorMilliseconds() - m_work); }

    /// Call it when what was waited for has happened. True if that took longer than promised and the machine is no excuse: the
    /// program worked longer than that, or it ran, on processors that were free, and did nothing.
    bool isLate(Milliseconds promise) {
        const Milliseconds all = took();
        if (all <= promise) return false;
        if (work() > promise) return true;
        const Milliseconds free(idleMilliseconds() - m_idle);
        m_beats.request_stop();
        m_beats.join();
        const Milliseconds stood(m_stood.load());
        return all - stood > promise && free > all - promise;
    }

private:
    /// All threads of this process, also those that have ended.
    static double processorMilliseconds() {
        timespec now{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    /// Of all processors together since the start of the machine; where the system does not tell, as if they were always free.
    static double idleMilliseconds() {
        std::ifstream file("/proc/stat");
        std::string word;
        double user = 0, nice = 0, system = 0, idle = 0;  // in hundredths of a second
        if (file >> word >> user >> nice >> system >> idle && idle > 0) return idle * 10;
        return Milliseconds(Clock::now().time_since_epoch()).count() * std::thread::hardware_concurrency();
    }

    void beat(const std::stop_token& end) {
        constexpr Milliseconds kBeat{1}, kUsual{5};
        auto last = m_start;
        while (!end.stop_requested()) {
            std::this_thread::sleep_for(kBeat);
            const auto now = Clock::now();
            if (const Milliseconds gap = now - last; gap > kUsual) m_stood = m_stood + gap.count();
            last = now;
        }
    }

    const double m_idle, m_work;
    const Clock::time_point m_start;
    std::atomic<double> m_stood{0};  ///< milliseconds
    std::jthread m_beats;
};

}  // namespace lapidary::testing
