// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one core study on threads of its own, writes its results file after every point as the command line does, and shows
// it to the GUI thread by polling. Times told leave out pauses. GUI thread only, apart from the workers inside.
#pragma once

#include <memory>

#include "core/explore/study.h"
#include "core/io/study_file.h"
#include "ui/jobs/job_runner.h"

namespace lapidary::ui {

struct StudyOrder {
    std::shared_ptr<const StudyFile> study;
    StudyOutcomes known;  ///< points that need not run again
    QString file;         ///< results are kept there; empty = nowhere
    int threads = 1;
};

class StudyRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit StudyRunner(QObject* parent = nullptr) : JobRunner(parent) {}

    /// Requires !running().
    void start(StudyOrder order);
    /// Stops, waits for the workers and hands back what is finished.
    StudyOutcomes abandonWithOutcomes();

signals:
    void updated(const lapidary::StudySnapshot& snapshot);
    /// More points are finished.
    void outcomesChanged(const lapidary::StudyOutcomes& outcomes);
    /// `problems`: why it did not start or ended early; empty if it ended well or was stopped.
    void finished(const lapidary::StudyOutcomes& outcomes, bool stopped, const lapidary::Diagnostics& problems);

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override;
    void tellProgress(JobWork& work);
};

}  // namespace lapidary::ui
