// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties the Run, Pause and Stop actions to the document's sweep and its runner while the sweep is in charge of them: when
// Explore is in front and no search runs, or while the sweep itself runs. One job at a time has the cores. Also opens and
// saves sweep files. GUI thread only.
#pragma once

#include "ui/jobs/sweep_runner.h"
#include "ui/session/document.h"
#include "ui/shell/job_control.h"

namespace lapidary::ui {

class SweepControl final : public JobControl {
    Q_OBJECT
public:
    SweepControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent = nullptr);

    /// How many searches run at once, from the next start on.
    void setThreads(int threads) { m_threads = threads; }
    /// For closing and for other documents: stops, keeps what is settled. Returns within 200 ms.
    void abandon();

    /// A preset's key or a file; false and a banner if it cannot be read.
    bool open(const QString& keyOrFile);
    bool saveTo(const QString& path);
    /// Why Run is disabled; empty if it isn't.
    QString reason() const;

signals:
    void reasonChanged();

private:
    void begin() override;
    void refresh() override;
    void finish(const Result<SweepResult>& result);

    Document& m_document;
    SweepRunner m_runner;
    int m_threads = 1;
};

}  // namespace lapidary::ui
