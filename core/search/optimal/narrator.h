// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a search that is one thread's work obeys its job and shows itself: stop, pause, time limit, and snapshots some 30
// times a second. Thread rule: one owner.
#pragma once

#include <functional>

#include "core/search/search.h"
#include "core/search/stop_watch.h"

namespace lapidary::optimal {

class Narrator {
public:
    /// Fills in what is known by now: best, certificate, counters.
    using Describe = std::function<void(SearchSnapshot&)>;

    Narrator(const SearchOptions& options, Job& job, SearchMonitor* monitor)
        : m_options(options), m_job(job), m_monitor(monitor) {}

    /// False once the search must end. Cheap: stop and pause are looked at every time, the clock every 64th.
    bool goesOn(const Describe& describe);
    void publish(SearchState state, const Describe& describe);
    /// The last snapshot, by why the search ended; sets the result's seconds.
    void end(SearchResult& result, const Describe& describe);
    StopCause cause() const { return m_cause; }  ///< why goesOn said no
    double seconds() const { return m_watch.seconds(); }

private:
    const SearchOptions& m_options;
    Job& m_job;
    SearchMonitor* m_monitor;
    StopWatch m_watch;
    StopCause m_cause = StopCause::none;
    unsigned m_calls = 0;
    double m_publishedAt = 0;
};

}  // namespace lapidary::optimal
