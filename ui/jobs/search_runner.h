// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one core search on threads of its own and shows it to the GUI thread by polling: a timer takes the monitor's latest
// snapshot 30 times a second, whatever the speed of the search. GUI thread only, apart from the workers inside.
#pragma once

#include "core/search/search.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

class SearchRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit SearchRunner(QObject* parent = nullptr) : JobRunner(parent) {}

    /// Requires !running(). Also counts where the valid mappings lie, for the plots.
    void start(const SetupPtr& setup, const SearchOptions& options);

signals:
    void updated(const lapidary::SearchSnapshot& snapshot);
    void finished(const lapidary::Result<lapidary::SearchResult>& result);

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override;
};

}  // namespace lapidary::ui
