// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/flash_control.h"

#include <QApplication>
#include <QClipboard>

#include "core/io/maestro/flash_session.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/session/unread.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"
#include "ui/views/flash_axis.h"

namespace lapidary::ui {

namespace {

/// Whether a question about the one is answered for the other, too.
bool asksTheSame(const SessionInputs& a, const SessionInputs& b) {
    return a.workloadKey == b.workloadKey && a.workload == b.workload && sameMachine(a.architecture, b.architecture) &&
           a.search.objective.metrics.front() == b.search.objective.metrics.front() && a.search.seed == b.search.seed;
}

}  // namespace

FlashControl::FlashControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent)
    : JobControl("flash", actions, banners, parent), m_document(document) {
    attend(m_runner);
    connect(&m_runner, &FlashRunner::updated, this, [this](const FlashAnswerPtr& soFar) {
        m_answer = soFar;
        emit updated();
    });
    connect(&m_runner, &FlashRunner::finished, this, &FlashControl::finish);
    connect(&m_runner, &JobRunner::stateChanged, this, &FlashControl::updated);
    connect(m_actions["openPick"], &QAction::triggered, this, [this] { openPick(m_choiceRun, m_choiceStyle); });
    connect(&document, &Document::inputsChanged, this, &FlashControl::followInputs);
    connect(&Unread::of(document), &Unread::changed, this, &FlashControl::refresh);
    followInputs();
}

void FlashControl::setChosen(bool chosen) {
    if (chosen == m_chosen) return;
    m_chosen = chosen;
    followInputs();
    emit chosenChanged();
}

void FlashControl::setOptions(const flash::Options& options) {
    if (options == m_options) return;
    m_options = options;
    emit optionsChanged();
}

QString FlashControl::stateText() const {
    if (running() && !m_answer) return tr("scoring candidates ...");
    if (!m_answer) return {};
    std::int64_t scored = 0;
    for (const FlashRun& run : m_answer->report.runs)
        for (const flash::StyleResult& style : run.result.styles) scored += style.candidates + style.random.tileSets;
    QString text = tr("%1 candidates scored").arg(countText(scored));
    if (m_answer->workloads > 1)
        text += tr(", %1 of %2 matrix products").arg(m_answer->report.runs.size()).arg(m_answer->workloads);
    if (paused()) return tr("paused: ") + text;
    if (!running() && m_answer->stopped()) text = tr("stopped: ") + text;
    return text;
}

double FlashControl::progress() const {
    if (!running()) return -1;
    if (!m_answer) return 0;
    return static_cast<double>(m_answer->report.runs.size() - 1) / m_answer->workloads;
}

QString FlashControl::pickText() const {
    const Pick pick = pickOf({}, {});
    if (!pick.style) return {};
    return tr("%1: best %2, %3")
        .arg(QString::fromStdString(pick.run->workload), QString::fromStdString(flashLabel(*pick.style)),
             cyclesText(m_answer->report, pick.style->best->score.runtime));
}

void FlashControl::begin() {
    if (!m_reason.isEmpty() || !Unread::of(m_document).standstill().isEmpty()) return;
    m_banners.withdraw("flash");
    m_answer.reset();
    m_asked = m_document.inputs();
    m_clock.start();
    m_runner.start(flashQuestion(m_document.inputs(), m_options));
    emit begun();
}

void FlashControl::abandon() {
    if (!running()) return;
    m_answer.reset();
    m_runner.abandon();
    m_answer = answerFor(m_document.flash(), m_document.inputs());
}

FlashControl::Pick FlashControl::pickOf(std::optional<std::size_t> run, std::optional<std::size_t> style) const {
    Pick pick;
    if (!m_answer) return pick;
    const std::size_t index = run.value_or(m_answer->current);
    if (index >= m_answer->report.runs.size()) return pick;
    pick.run = &m_answer->report.runs[index];
    const auto& styles = pick.run->result.styles;
    if (!style && pick.run->result.best < 0) return pick;
    const std::size_t which = style.value_or(static_cast<std::size_t>(pick.run->result.best));
    if (which < styles.size() && styles[which].best) pick.style = &styles[which];
    return pick;
}

void FlashControl::setChoice(std::optional<std::size_t> run, std::optional<std::size_t> style) {
    m_choiceRun = run;
    m_choiceStyle = style;
    const bool any = pickOf(run, style).style != nullptr;
    allow(m_actions["openPick"], any && !running(),
          running()   ? tr("FLASH runs")
          : !m_answer ? tr("FLASH found nothing yet for this workload and design")
                      : tr("this style has no pick"));
}

void FlashControl::openPick(std::optional<std::size_t> run, std::optional<std::size_t> style) {
    const Pick pick = pickOf(run, style);
    if (!pick.style || running()) return;
    m_banners.withdraw("pick");
    const SessionInputs& desk = m_document.inputs();
    const auto nest = pickAsNest({desk.workloadKey, desk.workload, desk.architecture, m_answer->report.options},
                                 *pick.run, m_answer->report.hardware, pick.style->best->candidate);
    if (!nest) return tellUnsayable(pick, nest.diagnostics());
    SessionInputs next = desk;
    next.workload = nest->workload;
    next.workloadKey = nest->workloadKey;
    if (nest->split) {
        next.architecture = nest->architecture;
        next.architectureKey.clear();
    }
    setModel(next, m_answer->report.options.compat ? Compat::maestro : Compat::dataCentric);
    const QString name = tr("FLASH's pick, %1").arg(QString::fromStdString(flashLabel(*pick.style)));
    m_document.editMapping(std::move(next), nest->mapping, name,
                           tr("Open %1 for %2").arg(name, QString::fromStdString(pick.run->workload)));
    if (nest->split)
        m_banners.post({.cause = "pick",
                        .severity = Severity::note,
                        .title = tr("The design is split into clusters of %1 PEs, as the pick wants.")
                                     .arg(pick.style->best->candidate.cluster),
                        .text = tr("It has as many PEs as before; undo takes the split back with the pick."),
                        .button = tr("Undo"),
                        .action = [this] {
                            m_banners.withdraw("pick");
                            m_document.undoStack().undo();
                        }});
    emit pickOpened();
}

/// The pick still can be had as directives.
void FlashControl::tellUnsayable(const Pick& pick, const Diagnostics& problems) {
    const auto flow = flash::dataflowOf(pick.style->best->candidate, pick.run->gemm);
    QString text;
    for (const std::string& line : data_centric::toLines(flow, pick.run->gemm.layer))
        text += QString::fromStdString(line) + u'\n';
    m_banners.post({.cause = "pick",
                    .severity = Severity::warning,
                    .title = tr("This pick can't be shown as a loop nest."),
                    .text = bannerText(problems),
                    .button = tr("Copy directives"),
                    .action = [text] { QApplication::clipboard()->setText(text); }});
}

/// What was found for other inputs is not shown, but kept until FLASH runs again; what runs for others ends.
void FlashControl::followInputs() {
    const SessionInputs& inputs = m_document.inputs();
    if (m_document.flash() != m_kept) followFile();
    if (running() && !asksTheSame(*m_asked, inputs)) abandon();
    if (!running()) m_answer = answerFor(m_document.flash(), inputs);
    const Diagnostics problems = whyNoFlash(inputs.workload, inputs.architecture);
    m_reason = hasErrors(problems) ? QString::fromStdString(problems.front().message) : QString();
    refresh();
    emit updated();
}

/// Another session is on the desk.
void FlashControl::followFile() {
    m_kept = m_document.flash();
    if (!m_kept) return;
    flash::Options options = m_kept->report.options;
    options.metric = m_options.metric;
    options.seed = m_options.seed;
    setOptions(options);
    setChosen(answerFor(m_kept, m_document.inputs()) != nullptr);
}

void FlashControl::finish(const Result<FlashAnswerPtr>& result) {
    if (result) {
        m_kept = *result;
        m_document.setFlash(m_kept);
        m_answer = answerFor(m_kept, m_document.inputs());
        return;
    }
    m_answer = answerFor(m_document.flash(), m_document.inputs());
    tell(tr("FLASH did not end."), result.diagnostics());
}

void FlashControl::refresh() {
    setChoice(m_choiceRun, m_choiceStyle);
    refreshActions({.runs = tr("FLASH runs"),
                    .idle = tr("FLASH does not run"),
                    .reason = m_reason.isEmpty() ? Unread::of(m_document).standstill() : m_reason,
                    .begin = {}});
}

}  // namespace lapidary::ui
