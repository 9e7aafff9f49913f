// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/fabric_control.h"

#include <algorithm>

#include "ui/session/document.h"
#include "ui/shell/actions.h"

namespace lapidary::ui {

namespace {
constexpr qint64 kBusyAfter = 300;  ///< milliseconds
}  // namespace

FabricControl::FabricControl(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&document, &Document::inputsChanged, this, &FabricControl::follow);
    connect(&document, &Document::shownChanged, this, &FabricControl::follow);
    connect(&m_task, &BackgroundTask::progressed, this, &FabricControl::noteProgress);
}

void FabricControl::serve(const Actions& actions) {
    m_actions = &actions;
    connect(actions["run"], &QAction::triggered, this, [this] {
        if (m_inCharge) pause();  // goes on
    });
    connect(actions["pause"], &QAction::triggered, this, [this] {
        if (m_steers) pause();
    });
    connect(actions["stop"], &QAction::triggered, this, [this] {
        if (m_steers) stop();
    });
}

void FabricControl::setInCharge(bool inCharge, bool steers) {
    m_inCharge = inCharge;
    m_steers = steers;
    refreshActions();
}

void FabricControl::refreshActions() {
    if (!m_actions) return;
    if (m_inCharge) {
        QAction* run = (*m_actions)["run"];
        run->setText(paused() ? tr("&Resume") : tr("&Run"));
        allow(run, paused(), tr("a simulation runs"));
    }
    if (!m_steers) return;
    allow((*m_actions)["pause"], busy(), tr("no simulation runs"));
    allow((*m_actions)["stop"], busy(), tr("no simulation runs"));
}

void FabricControl::setWatched(bool watched) {
    m_watched = watched;
    if (watched && m_stale) ask();
}

void FabricControl::follow() {
    m_stale = true;
    if (m_watched) ask();
}

QString FabricControl::stateText() const {
    if (stopped()) return tr("stopped");
    if (!running()) return {};
    const QString what = m_adding ? tr("adding up") : tr("simulating");
    if (!m_task.running() || progress() < 0) return paused() ? tr("paused") : what;
    const QString percent = tr("%1 %").arg(static_cast<int>(100 * progress()));
    return paused() ? tr("paused at %1").arg(percent) : what + u' ' + percent;
}

void FabricControl::pause() {
    if (paused())
        m_task.resume();
    else
        m_task.pause();
    noteRunning();
}

void FabricControl::stop() {
    m_windows.abandon();
    m_task.stop();
    noteRunning();
}

/// What ends at once is not told: buttons would flicker.
void FabricControl::noteProgress() {
    if (!m_busy && m_since.elapsed() < kBusyAfter) return;
    const bool began = !m_busy;
    m_busy = true;
    if (began) emit busyChanged();
    emit progressed();
}

void FabricControl::noteRunning() {
    if (!m_task.running()) m_busy = false;
    emit runningChanged();
    emit busyChanged();
    refreshActions();
}

void FabricControl::ask() {
    m_stale = false;
    m_busy = m_adding = false;
    m_since.start();
    if (m_answer && m_answer->stopped) {  // what was ended is under way again
        auto again = std::make_shared<FabricAnswer>(*m_answer);
        again->stopped = false;
        m_answer = std::move(again);
        emit answerChanged();
    }
    m_windows.abandon();
    m_question = fabricQuestion(m_document);
    const Diagnostics none = stonne::whyNoFabric(m_question.inputs);
    m_refusal = none.empty() ? QString() : QString::fromStdString(none.front().message);
    if (!none.empty()) {
        m_task.abandon();
        m_answer.reset();
        m_window.reset();
        m_cycle = 0;
        emit answerChanged();
        emit cycleChanged();
        noteRunning();
        return;
    }
    m_task.start([this, question = m_question](Job& job) -> std::function<void()> {
        auto answer = fabricPrepared(question);
        if (answer) fabricSimulate(*answer, job);
        return [this, answer = std::move(answer)] {
            if (answer) takeSimulated(*answer);
        };
    });
    noteRunning();
}

void FabricControl::takeSimulated(FabricAnswer answer) {
    m_window.reset();
    m_answer = std::make_shared<const FabricAnswer>(answer);
    if (answer.lastCycle() == 0 && !answer.stopped) rememberFabric(m_question, m_answer);
    m_adding = answer.lastCycle() > 0;
    m_cycle = std::clamp<std::int64_t>(m_cycle, std::min<std::int64_t>(1, answer.lastCycle()), answer.lastCycle());
    fetchWindow();
    if (answer.lastCycle() > 0)
        m_task.start([this, answer = std::move(answer)](Job& job) mutable -> std::function<void()> {
            fabricSums(answer, job);
            return [this, summed = std::make_shared<const FabricAnswer>(std::move(answer))] { takeSums(summed); };
        });
    emit answerChanged();
    emit cycleChanged();
    noteRunning();
}

void FabricControl::takeSums(const FabricAnswerPtr& summed) {
    m_answer = summed;
    if (summed->whole) rememberFabric(m_question, m_answer);  // an export adds up itself what was stopped here
    emit answerChanged();
    noteRunning();
}

void FabricControl::setCycle(std::int64_t cycle) {
    if (!m_answer || m_answer->lastCycle() == 0) return;
    const std::int64_t next = std::clamp<std::int64_t>(cycle, 1, m_answer->lastCycle());
    if (next == m_cycle) return;
    m_cycle = next;
    fetchWindow();
    emit cycleChanged();
}

void FabricControl::fetchWindow() {
    if (!m_answer || m_cycle == 0 || (m_window && m_window->shows(m_cycle))) return;
    m_windows.start([this, answer = m_answer, cycle = m_cycle](Job& job) -> std::function<void()> {
        return [this, window = fabricWindow(*answer, cycle, job)] {
            m_window = window;
            emit cycleChanged();
            noteRunning();
        };
    });
    noteRunning();
}

void FabricControl::edit(const FabricInputs& next, const QString& what) {
    if (next == m_document.inputs().fabric) return;
    SessionInputs inputs = m_document.inputs();
    inputs.fabric = next;
    m_document.edit(std::move(inputs), what);
}

void FabricControl::setTile(const std::optional<fabric::Tile>& tile, const QString& what) {
    FabricInputs next = m_document.inputs().fabric;
    next.tile = tile;
    edit(next, what);
}

void FabricControl::setOutputs(const fabric::SystolicTile& tile, const QString& what) {
    FabricInputs next = m_document.inputs().fabric;
    next.systolicTile = tile;
    edit(next, what);
}

void FabricControl::setBitmaps(const std::shared_ptr<const FabricBitmaps>& bitmaps, const QString& what) {
    FabricInputs next = m_document.inputs().fabric;
    next.bitmaps = bitmaps;
    edit(next, what);
}

void FabricControl::setHardware(const std::optional<fabric::Hardware>& hardware, const QString& what) {
    FabricInputs next = m_document.inputs().fabric;
    next.hardware = hardware;
    edit(next, what);
}

void FabricControl::followDesk() {
    FabricInputs next = m_document.inputs().fabric;
    next.hardware.reset();
    next.tile.reset();
    next.systolicTile.reset();
    edit(next, tr("Follow mapping and design"));
}

}  // namespace lapidary::ui
