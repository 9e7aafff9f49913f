// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties the Run, Pause, Stop and queue actions to the document and the runner: what can be done when, which run comes next,
// and where results and errors go. One run is live at a time; the others wait in the order of the list. GUI thread only.
#pragma once

#include <QObject>

#include "ui/jobs/search_runner.h"
#include "ui/session/run.h"

namespace lapidary::ui {

class Actions;
class BannerArea;
class Document;

class RunControl final : public QObject {
    Q_OBJECT
public:
    RunControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent = nullptr);

    bool running() const { return m_runner.running(); }
    /// Whether the actions are ours now, not the sweep's.
    void setInCharge(bool inCharge);
    /// While a sweep has the cores, queued runs wait for its end.
    void setHeld(bool held);
    /// Starts a search with the document's inputs, or goes on with a paused one.
    void run();
    /// Holds the live run, or goes on with it.
    void pause();
    /// Ends the live run and keeps what it found; the next in the queue begins.
    void stop();
    /// Puts a run with the document's inputs behind those that wait; it begins at once if none is live. The action's
    /// property "seeds" asks for several, of this seed and the next ones.
    void enqueue();
    /// The same for each of the five mapspaces with everything else equal (Ruby, Fig. 7).
    void compareMapspaces();
    /// Begins the first that waits, e.g. after a session was opened.
    void startQueue();
    /// For closing and for other documents: stops without keeping the result. Returns within 200 ms.
    void abandon();

signals:
    void runningChanged();

private:
    void refresh();
    void refreshOpenBest();
    void start(const RunPtr& run);
    void tellNoValid(const Run& run, const SearchResult& result);
    void tellRefused(const Diagnostics& problems);
    void finish(const Result<SearchResult>& result);

    Document& m_document;
    const Actions& m_actions;
    BannerArea& m_banners;
    SearchRunner m_runner;
    bool m_inCharge = true;
    bool m_held = false;
    bool m_wanted = false;  ///< a queued run was asked for while held
};

}  // namespace lapidary::ui
