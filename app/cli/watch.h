// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Watches a job from a second thread: Ctrl-C stops it, a terminal shows its progress.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "core/base/job.h"
#include "core/base/json.h"

namespace lapidary::cli {

class Watch {
public:
    /// The job and what `line` speaks of must outlive the watch; `line` is called on its thread. A second Ctrl-C ends the
    /// program at once.
    Watch(Job& job, std::function<std::string()> line, bool showProgress);
    /// Ends the thread and clears the progress line.
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
    void run(const std::stop_token& end) const;

    Job& m_job;
    std::function<std::string()> m_line;
    bool m_showProgress;
    std::jthread m_thread;
};

/// Processor time of the whole program, all threads, since it was made. One owner.
class CpuWatch {
public:
    CpuWatch();
    double seconds() const;

private:
    double m_start;
};

/// A result's JSON with "cpu_seconds" in its "run".
Json withCpuSeconds(Json result, double seconds);

/// Whether stderr is a terminal.
bool hasTerminal();

}  // namespace lapidary::cli
