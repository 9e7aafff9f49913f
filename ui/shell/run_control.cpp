// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/run_control.h"

#include "core/base/units.h"
#include "ui/session/document.h"
#include "ui/session/unread.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"

namespace lapidary::ui {

RunControl::RunControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent)
    : JobControl("search", actions, banners, parent), m_document(document) {
    attend(m_runner);
    connect(actions["enqueue"], &QAction::triggered, this, &RunControl::enqueue);
    connect(actions["compareMapspaces"], &QAction::triggered, this, &RunControl::compareMapspaces);
    connect(actions["startQueue"], &QAction::triggered, this, &RunControl::startQueue);
    connect(actions["openBest"], &QAction::triggered, this, [this] {
        if (const auto best = bestShown(m_document.runs())) m_document.show(*best);
    });
    connect(&m_runner, &SearchRunner::updated, &document, &Document::updateRun);
    connect(&m_runner, &SearchRunner::finished, this, &RunControl::finish);
    connect(&document, &Document::inputsChanged, this, &RunControl::refresh);
    connect(&Unread::of(document), &Unread::changed, this, &RunControl::refresh);
    connect(&document, &Document::runUpdated, this, &RunControl::refresh);
    connect(&document, &Document::runsChanged, this, &RunControl::refresh);
    setInCharge(true);
}

void RunControl::setHeld(bool held) {
    m_held = held;
    if (held || !m_wanted) return;
    m_wanted = false;
    startQueue();
}

void RunControl::begin() {
    if (!Unread::of(m_document).standstill().isEmpty()) return;
    m_banners.withdraw("search");
    const RunPtr run = m_document.beginRun();
    m_runner.start(run->setup, run->inputs.search);
}

void RunControl::start(const RunPtr& run) {
    m_document.startRun(run);
    m_runner.start(run->setup, run->inputs.search);
}

void RunControl::enqueue() {
    if (!m_document.problems().empty()) return;
    SessionInputs inputs = m_document.inputs();
    const int seeds = std::max(m_actions["enqueue"]->property("seeds").toInt(), 1);
    for (int i = 0; i < seeds; ++i, ++inputs.search.seed)
        if (const auto run = m_document.enqueueRun(inputs); !run)
            return tell(tr("The search did not start."), run.diagnostics());
    startQueue();
}

void RunControl::compareMapspaces() {
    if (!m_document.problems().empty()) return;
    Diagnostics refused;
    SessionInputs inputs = m_document.inputs();
    for (const Factorization kind : mapspaceKinds()) {
        inputs.mapspace.factorization = kind;
        if (const auto run = m_document.enqueueRun(inputs); !run)
            refused.insert(refused.end(), run.diagnostics().begin(), run.diagnostics().end());
    }
    startQueue();
    if (!refused.empty()) tell(tr("The search did not start."), refused);
}

void RunControl::startQueue() {
    if (m_runner.running()) return;
    m_wanted = m_held;
    if (m_held) return;
    const RunPtr next = m_document.nextQueued();
    if (!next) return;
    m_banners.withdraw("search");
    start(next);
}

void RunControl::abandon() {
    if (!m_runner.running()) return;
    m_runner.abandon();
    m_document.dropRun();
}

void RunControl::tellNoValid(const Run& run, const SearchResult& result) {
    const auto& invalid = result.counters.invalid;
    QString text = tr("%1 drawn, all fail.").arg(QString::fromStdString(formatCount(result.counters.drawn)));
    if (!invalid.empty())
        text +=
            tr(" Most often: %1.").arg(QString::fromStdString(describe(invalid.front().example, *run.setup->target)));
    m_banners.post({.cause = "search",
                    .severity = Severity::error,
                    .title = tr("Run %1 found no valid mapping.").arg(run.number),
                    .text = text,
                    .button = {},
                    .action = {}});
}

void RunControl::finish(const Result<SearchResult>& result) {
    const RunPtr run = m_document.liveRun();
    if (result)
        m_document.finishRun(*result);
    else
        m_document.dropRun();
    // Before telling, since a beginning run takes the banner of the one before away.
    startQueue();
    if (!result) return tell(tr("The search did not start."), result.diagnostics());
    if (run && !result->best && result->counters.drawn > 0) tellNoValid(*run, *result);
}

/// The first row of Top mappings as it comes: the tooltip says whose it is.
void RunControl::refreshOpenBest() {
    const auto best = bestShown(m_document.runs());
    QAction* action = m_actions["openBest"];
    action->setProperty("usualTip", best ? tr("Show the best mapping of the runs shown: of run %1")
                                               .arg(m_document.runs()[static_cast<std::size_t>(best->run)]->number)
                                         : tr("Show the best mapping of the runs shown"));
    allow(action, best.has_value(),
          m_document.currentRun() ? tr("the runs shown have found no valid mapping") : tr("there is no run yet"));
}

void RunControl::refresh() {
    refreshOpenBest();
    refreshActions({.runs = tr("a search runs"),
                    .idle = tr("no search runs"),
                    .reason = Unread::of(m_document).standstill(),
                    .begin = {}});
    if (!inCharge()) return;
    const QString unusable = tr("the workload cannot be mapped on the design");
    const bool usable = m_document.problems().empty();
    allow(m_actions["enqueue"], usable, unusable);
    allow(m_actions["compareMapspaces"], usable, unusable);
    allow(m_actions["startQueue"], !running() && m_document.nextQueued(),
          running() ? tr("a search runs; the next starts by itself") : tr("no run waits"));
}

}  // namespace lapidary::ui
