// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties the Run, Pause, Stop and queue actions to the document and the runner: what can be done when, which run comes next,
// and where results and errors go. One run is live at a time; the others wait in the order of the list, and the next begins
// when one ends or is stopped. GUI thread only.
#pragma once

#include "ui/jobs/search_runner.h"
#include "ui/session/run.h"
#include "ui/shell/job_control.h"

namespace lapidary::ui {

class Document;

class RunControl final : public JobControl {
    Q_OBJECT
public:
    RunControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent = nullptr);

    /// While a sweep has the cores, queued runs wait for its end.
    void setHeld(bool held);
    /// Puts a run with the document's inputs behind those that wait; it begins at once if none is live. The action's
    /// property "seeds" asks for several, of this seed and the next ones.
    void enqueue();
    /// The same for each of the five mapspaces with everything else equal (Ruby, Fig. 7).
    void compareMapspaces();
    /// Begins the first that waits, e.g. after a session was opened.
    void startQueue();
    /// For closing and for other documents: stops without keeping the result. Returns within 200 ms.
    void abandon();

private:
    void begin() override;
    void refresh() override;
    void refreshOpenBest();
    void start(const RunPtr& run);
    void tellNoValid(const Run& run, const SearchResult& result);
    void finish(const Result<SearchResult>& result);

    Document& m_document;
    SearchRunner m_runner;
    bool m_held = false;
    bool m_wanted = false;  ///< a queued run was asked for while held
};

}  // namespace lapidary::ui
