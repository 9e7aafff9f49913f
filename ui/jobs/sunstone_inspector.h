// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Looks into finished runs of Sunstone on another thread: what alpha-beta saw, what the arrays could unroll, and principle by
// principle what the search costs without it. The run keeps what was found (Run::inside); each stage is told once it is
// there. One run at a time. GUI thread only, apart from the work itself.
#pragma once

#include <QObject>

#include "ui/jobs/background_task.h"
#include "ui/session/run.h"

namespace lapidary::ui {

class SunstoneInspector final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Begins, unless the run is looked into already, has been, or is none of Sunstone that has ended. Another run that is
    /// under way is put off.
    void inspect(const RunPtr& run);
    bool running() const { return m_task.running(); }

signals:
    /// The run has more in Run::inside.
    void found();

private:
    void next();

    RunPtr m_run;
    BackgroundTask m_task;
};

/// All stages at once, in the calling thread. Nothing if the run is none of Sunstone that has ended.
void inspectNow(Run& run);

}  // namespace lapidary::ui
