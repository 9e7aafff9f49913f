// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one core search on threads of its own and shows it to the GUI thread by polling: a timer takes the monitor's latest
// snapshot 30 times a second, whatever the speed of the search, and nobody else posts events. stop() and pause() take
// effect within 50 ms; destroying a runner stops and joins. GUI thread only, apart from the workers inside.
#pragma once

#include <memory>
#include <thread>

#include "core/search/search.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

class SearchRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit SearchRunner(QObject* parent = nullptr);
    ~SearchRunner() override;

    /// Requires !running(). Also counts where the valid mappings lie, for the plots.
    void start(const SetupPtr& setup, const SearchOptions& options);
    /// Stops, waits for the workers and forgets the result.
    void abandon();

signals:
    void updated(const lapidary::SearchSnapshot& snapshot);
    void finished(const lapidary::Result<lapidary::SearchResult>& result);

private:
    struct Work;
    Job* job() const override;
    void poll() override;

    std::unique_ptr<Work> m_work;
};

}  // namespace lapidary::ui
