// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Watches a search from a second thread: Ctrl-C stops it, a terminal shows its progress.
#pragma once

#include <thread>

#include "core/base/job.h"
#include "core/search/search.h"

namespace lapidary::cli {

class Watch {
public:
    /// The arguments must outlive the watch. A second Ctrl-C ends the program at once.
    Watch(Job& job, const SearchMonitor& monitor, const Objective& objective, bool showProgress);
    /// Ends the thread and clears the progress line.
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
    void run(const std::stop_token& end) const;

    Job& m_job;
    const SearchMonitor& m_monitor;
    const Objective& m_objective;
    bool m_showProgress;
    std::jthread m_thread;
};

/// Whether stderr is a terminal.
bool hasTerminal();

}  // namespace lapidary::cli
