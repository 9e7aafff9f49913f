// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ties the Run, Pause and Stop actions to the document and the runner: what can be done when, and where results and
// errors go. GUI thread only.
#pragma once

#include <QObject>

#include "ui/jobs/search_runner.h"

namespace lapidary::ui {

class Actions;
class BannerArea;
class Document;

class RunControl final : public QObject {
    Q_OBJECT
public:
    RunControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent = nullptr);

    bool running() const { return m_runner.running(); }
    /// Starts a search with the document's inputs, or goes on with a paused one.
    void run();
    void pause();
    void stop();
    /// For closing and for other documents: stops without keeping the result. Returns within 200 ms.
    void abandon();

private:
    void refresh();
    void finish(const Result<SearchResult>& result);

    Document& m_document;
    const Actions& m_actions;
    BannerArea& m_banners;
    SearchRunner m_runner;
};

}  // namespace lapidary::ui
