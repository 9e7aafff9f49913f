// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/run_control.h"

#include "core/base/units.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"

namespace lapidary::ui {

RunControl::RunControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent)
    : QObject(parent), m_document(document), m_actions(actions), m_banners(banners) {
    connect(actions["run"], &QAction::triggered, this, &RunControl::run);
    connect(actions["pause"], &QAction::triggered, this, &RunControl::pause);
    connect(actions["stop"], &QAction::triggered, this, &RunControl::stop);
    connect(actions["openBest"], &QAction::triggered, this, [this] {
        if (const RunPtr run = m_document.currentRun())
            m_document.show({.run = static_cast<int>(m_document.runs().size()) - 1, .rank = 0, .own = {}});
    });
    connect(&m_runner, &SearchRunner::updated, &document, &Document::updateRun);
    connect(&m_runner, &SearchRunner::finished, this, &RunControl::finish);
    connect(&m_runner, &SearchRunner::stateChanged, this, &RunControl::refresh);
    connect(&document, &Document::inputsChanged, this, &RunControl::refresh);
    connect(&document, &Document::runUpdated, this, &RunControl::refresh);
    connect(&document, &Document::runsChanged, this, &RunControl::refresh);
    refresh();
}

void RunControl::run() {
    if (m_runner.paused()) return m_runner.resume();
    if (m_runner.running() || !m_document.problems().empty()) return;
    m_banners.withdraw("search");
    const RunPtr run = m_document.beginRun();
    m_runner.start(run->setup, run->inputs.search);
}

void RunControl::pause() { m_runner.pause(); }

void RunControl::stop() { m_runner.stop(); }

void RunControl::abandon() {
    if (!m_runner.running()) return;
    m_runner.abandon();
    m_document.dropRun();
}

void RunControl::finish(const Result<SearchResult>& result) {
    if (!result) {
        m_document.dropRun();
        m_banners.post({.cause = "search",
                        .severity = Severity::error,
                        .title = tr("The search did not start."),
                        .text = bannerText(result.diagnostics()),
                        .button = {},
                        .action = {}});
        return;
    }
    m_document.finishRun(*result);
    if (result->best || result->counters.drawn == 0) return;
    const auto& invalid = result->counters.invalid;
    const RunPtr run = m_document.currentRun();
    QString text = tr("%1 drawn, all fail.").arg(QString::fromStdString(formatCount(result->counters.drawn)));
    if (!invalid.empty())
        text +=
            tr(" Most often: %1.").arg(QString::fromStdString(describe(invalid.front().example, *run->setup->target)));
    m_banners.post({.cause = "search",
                    .severity = Severity::error,
                    .title = tr("No valid mapping."),
                    .text = text,
                    .button = {},
                    .action = {}});
}

void RunControl::refresh() {
    const bool running = m_runner.running();
    const bool paused = m_runner.paused();
    QAction* run = m_actions["run"];
    run->setText(paused ? tr("&Resume") : tr("&Run"));
    run->setEnabled(paused || (!running && m_document.problems().empty()));
    m_actions["pause"]->setEnabled(running && !paused);
    m_actions["stop"]->setEnabled(running);
    const RunPtr last = m_document.currentRun();
    m_actions["openBest"]->setEnabled(last && last->live.best);
}

}  // namespace lapidary::ui
