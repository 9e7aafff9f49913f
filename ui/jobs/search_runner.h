// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one core search on threads of its own and shows it to the GUI thread by polling: a timer takes the monitor's latest
// snapshot 30 times a second, whatever the speed of the search, and nobody else posts events. stop() and pause() take
// effect within 50 ms; destroying a runner stops and joins. GUI thread only, apart from the workers inside.
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

#include "core/search/search.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

class SearchRunner final : public QObject {
    Q_OBJECT
public:
    explicit SearchRunner(QObject* parent = nullptr);
    ~SearchRunner() override;

    bool running() const { return m_work != nullptr; }
    bool paused() const;

    /// Requires !running(). Also counts where the valid mappings lie, for the plots.
    void start(const SetupPtr& setup, const SearchOptions& options);
    void pause();
    void resume();
    /// The result so far is still delivered by finished().
    void stop();
    /// Stops, waits for the workers and forgets the result.
    void abandon();

signals:
    void stateChanged();
    void updated(const lapidary::SearchSnapshot& snapshot);
    void finished(const lapidary::Result<lapidary::SearchResult>& result);

private:
    struct Work;
    void poll();

    std::unique_ptr<Work> m_work;
    QTimer m_timer;
};

}  // namespace lapidary::ui
