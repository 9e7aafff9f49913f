// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one core sweep on threads of its own and shows it to the GUI thread by polling its monitor. Times told leave out
// pauses. GUI thread only, apart from the workers inside.
#pragma once

#include "core/explore/sweep_monitor.h"
#include "ui/jobs/job_runner.h"

namespace lapidary::ui {

class SweepRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit SweepRunner(QObject* parent = nullptr) : JobRunner(parent) {}

    /// Requires !running(). `known` are points that need no search any more; spec.search.threads says how many tasks run
    /// at once.
    void start(const SweepSpec& spec, const SweepPoints& known);

signals:
    void updated(const lapidary::SweepSnapshot& snapshot);
    void finished(const lapidary::Result<lapidary::SweepResult>& result);

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override;
};

}  // namespace lapidary::ui
