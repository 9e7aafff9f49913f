// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/fabric_control.h"

#include <algorithm>

#include "ui/session/document.h"

namespace lapidary::ui {

FabricControl::FabricControl(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&document, &Document::inputsChanged, this, &FabricControl::follow);
    connect(&document, &Document::shownChanged, this, &FabricControl::follow);
}

void FabricControl::setWatched(bool watched) {
    m_watched = watched;
    if (watched && m_stale) ask();
}

void FabricControl::follow() {
    m_stale = true;
    if (m_watched) ask();
}

void FabricControl::stop() {
    if (!running()) return;
    m_task.abandon();
    m_windows.abandon();
    m_stopped = true;
    emit runningChanged();
}

void FabricControl::startAgain() { ask(); }

void FabricControl::ask() {
    m_stale = false;
    m_stopped = false;
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
        emit runningChanged();
        return;
    }
    m_task.start([this, question = m_question](Job& job) -> std::function<void()> {
        auto answer = fabricPrepared(question);
        if (answer) fabricSimulate(*answer, job);
        return [this, answer = std::move(answer)] {
            if (answer) takeSimulated(*answer);
        };
    });
    emit runningChanged();
}

void FabricControl::takeSimulated(FabricAnswer answer) {
    m_window.reset();
    m_answer = std::make_shared<const FabricAnswer>(answer);
    if (answer.lastCycle() == 0) rememberFabric(m_question, m_answer);
    m_cycle = std::clamp<std::int64_t>(m_cycle, std::min<std::int64_t>(1, answer.lastCycle()), answer.lastCycle());
    fetchWindow();
    if (answer.lastCycle() > 0)
        m_task.start([this, answer = std::move(answer)](Job& job) mutable -> std::function<void()> {
            fabricSums(answer, job);
            return [this, summed = std::make_shared<const FabricAnswer>(std::move(answer))] {
                m_answer = summed;
                rememberFabric(m_question, m_answer);
                emit answerChanged();
                emit runningChanged();
            };
        });
    emit answerChanged();
    emit cycleChanged();
    emit runningChanged();
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
            emit runningChanged();
        };
    });
    emit runningChanged();
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

void FabricControl::setHardware(const std::optional<fabric::Hardware>& hardware, const QString& what) {
    FabricInputs next = m_document.inputs().fabric;
    next.hardware = hardware;
    edit(next, what);
}

}  // namespace lapidary::ui
