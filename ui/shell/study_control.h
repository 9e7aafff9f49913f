// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties studies to their runner and to the actions: Run study runs the chosen one; Run, Pause and Stop are the study's while
// it runs, whatever perspective is in front. One job at a time has the cores. Also writes exports. GUI thread only.
#pragma once

#include "core/io/study_page.h"
#include "ui/jobs/study_runner.h"
#include "ui/session/study_shelf.h"
#include "ui/shell/job_control.h"

namespace lapidary::ui {

class StudyControl final : public JobControl {
    Q_OBJECT
public:
    StudyControl(const Actions& actions, BannerArea& banners, const QString& folder, QObject* parent = nullptr);

    StudyShelf& shelf() { return m_shelf; }
    const StudyShelf& shelf() const { return m_shelf; }
    /// Index into the shelf of what runs; -1 = nothing.
    int runningStudy() const { return m_runner.running() ? m_index : -1; }
    const StudySnapshot& live() const { return m_live; }
    /// Why no study may start: what else has the cores. Empty = it may.
    void setBusy(const QString& reason);

    /// How many threads a study takes, from the next start on.
    void setThreads(int threads) { m_threads = threads; }
    int threads() const { return m_threads; }
    /// Runs what is missing of the chosen study; all of it if nothing is.
    void runChosen();
    /// For closing: stops, keeps what is finished. Returns within 200 ms.
    void abandon();
    /// Why the chosen study can't run; empty = it can.
    QString reason() const;

    /// The chosen study as a file. False and a banner if it cannot be written.
    bool exportTo(const QString& path, StudyExport format);
    QString exported(StudyExport format) const;

signals:
    /// Progress of what runs.
    void updated();

private:
    void begin() override {}  // Run study does: Run only goes on
    void refresh() override;
    void finish(const StudyOutcomes& outcomes, bool stopped, const Diagnostics& problems);

    StudyShelf m_shelf;
    StudyRunner m_runner;
    StudySnapshot m_live;
    QString m_busy;
    int m_index = -1, m_threads = 1;
};

}  // namespace lapidary::ui
