// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One piece of work on a thread of its own, for what answers a question of the window: no result kept. A new
// one takes the place of one that is under way. GUI thread only, apart from the work itself.
#pragma once

#include <functional>

#include "ui/jobs/job_runner.h"

namespace lapidary::ui {

class BackgroundTask final : public JobRunner {
    Q_OBJECT
public:
    explicit BackgroundTask(QObject* parent = nullptr) : JobRunner(parent) {}

    /// What `work` returns is called in the GUI thread, unless the work was abandoned before.
    void start(std::function<std::function<void()>(Job&)> work);

signals:
    /// Now and then while it runs.
    void progressed();

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override;
};

}  // namespace lapidary::ui
