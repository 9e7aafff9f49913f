// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/flash_control.h"

#include "core/io/native.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/session/unread.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"

namespace lapidary::ui {

namespace {

/// What an answer is about, apart from FLASH's own options.
std::string deskOf(const SessionInputs& inputs) {
    return inputs.workloadKey + toJson(inputs.workload).dump() + toJson(inputs.architecture).dump() +
           std::string(keyOf(inputs.search.objective.metrics.front())) + std::to_string(inputs.search.seed);
}

}  // namespace

FlashControl::FlashControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent)
    : QObject(parent), m_document(document), m_actions(actions), m_banners(banners) {
    const auto serve = [this](const char* action, void (FlashControl::*member)()) {
        connect(m_actions[action], &QAction::triggered, this, [this, member] {
            if (m_inCharge) (this->*member)();
        });
    };
    serve("run", &FlashControl::run);
    serve("pause", &FlashControl::pause);
    serve("stop", &FlashControl::stop);
    connect(&m_runner, &FlashRunner::updated, this, [this](const FlashAnswerPtr& soFar) {
        m_answer = soFar;
        emit updated();
    });
    connect(&m_runner, &FlashRunner::finished, this, &FlashControl::finish);
    connect(&m_runner, &FlashRunner::stateChanged, this, [this] {
        emit runningChanged();
        refresh();
        emit updated();
    });
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

void FlashControl::setInCharge(bool inCharge) {
    m_inCharge = inCharge;
    refresh();
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

void FlashControl::run() {
    if (m_runner.paused()) return m_runner.resume();
    if (m_runner.running() || !m_reason.isEmpty() || !Unread::of(m_document).standstill().isEmpty()) return;
    m_banners.withdraw("flash");
    m_answer.reset();
    m_desk = deskOf(m_document.inputs());
    m_runner.start(flashQuestion(m_document.inputs(), m_options));
    emit begun();
}

void FlashControl::pause() {
    if (m_runner.paused())
        m_runner.resume();
    else
        m_runner.pause();
}

void FlashControl::stop() { m_runner.stop(); }

void FlashControl::abandon() {
    if (!running()) return;
    m_answer.reset();
    m_runner.abandon();
}

/// What was found for another desk is no answer any more; what runs for it ends.
void FlashControl::followInputs() {
    const SessionInputs& inputs = m_document.inputs();
    if ((m_answer || running()) && m_desk != deskOf(inputs)) {
        abandon();
        m_answer.reset();
    }
    const Diagnostics problems = whyNoFlash(inputs.workload, inputs.architecture);
    m_reason = hasErrors(problems) ? QString::fromStdString(problems.front().message) : QString();
    refresh();
    emit updated();
}

void FlashControl::finish(const Result<FlashAnswerPtr>& result) {
    if (result) {
        m_answer = *result;
        return;
    }
    m_answer.reset();
    m_banners.post({.cause = "flash",
                    .severity = Severity::error,
                    .title = tr("FLASH did not end."),
                    .text = bannerText(result.diagnostics()),
                    .button = {},
                    .action = {}});
}

void FlashControl::refresh() {
    if (!m_inCharge) return;
    const bool runs = running();
    QAction* run = m_actions["run"];
    run->setText(paused() ? tr("&Resume") : tr("&Run"));
    const QString standstill = Unread::of(m_document).standstill();
    allow(run, paused() || (!runs && m_reason.isEmpty() && standstill.isEmpty()),
          runs                 ? tr("FLASH runs")
          : m_reason.isEmpty() ? standstill
                               : m_reason);
    allow(m_actions["pause"], runs, tr("FLASH does not run"));
    allow(m_actions["stop"], runs, tr("FLASH does not run"));
}

}  // namespace lapidary::ui
