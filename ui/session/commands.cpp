// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/commands.h"

namespace lapidary::ui {

ChangeInputs::ChangeInputs(Document& document, SessionInputs next, ShownMapping shownNext, const QString& origin,
                           const QString& text, int mergeId)
    : QUndoCommand(text),
      m_document(document),
      m_before(document.inputs()),
      m_after(std::move(next)),
      m_shownBefore(document.shown()),
      m_shownAfter(std::move(shownNext)),
      m_originBefore(document.m_origin),
      m_originAfter(origin),
      m_touchesShown(m_shownBefore != m_shownAfter),
      m_mergeId(mergeId) {}

void ChangeInputs::undo() {
    if (m_touchesShown) return m_document.apply(m_before, m_shownBefore, m_originBefore);
    m_document.apply(m_before, m_document.shown(), m_document.m_origin);
}

void ChangeInputs::redo() {
    if (m_touchesShown) return m_document.apply(m_after, m_shownAfter, m_originAfter);
    m_document.apply(m_after, m_document.shown(), m_document.m_origin);
}

bool ChangeInputs::mergeWith(const QUndoCommand* other) {
    const auto* next = dynamic_cast<const ChangeInputs*>(other);
    if (!next || other->id() != id()) return false;
    m_after = next->m_after;
    m_shownAfter = next->m_shownAfter;
    m_originAfter = next->m_originAfter;
    m_touchesShown = m_touchesShown || next->m_touchesShown;
    return true;
}

RemoveRun::RemoveRun(Document& document, int index)
    : QUndoCommand(QObject::tr("Remove run %1").arg(document.runs()[static_cast<std::size_t>(index)]->number)),
      m_document(document),
      m_index(index),
      m_run(document.runs()[static_cast<std::size_t>(index)]) {}

void RemoveRun::undo() {
    m_document.insertRun(m_index, m_run);
    if (!m_shown.empty()) m_document.show(m_shown);
}

void RemoveRun::redo() {
    m_index = m_document.indexOf(m_run);
    m_shown = m_document.shown().run == m_index ? m_document.shown() : ShownMapping{};
    m_document.takeRun(m_index);
}

RenameRun::RenameRun(Document& document, RunPtr run, const QString& name)
    : QUndoCommand(QObject::tr("Name run %1").arg(run->number)),
      m_document(document),
      m_run(std::move(run)),
      m_before(m_run->name),
      m_after(name) {}

void RenameRun::undo() {
    m_run->name = m_before;
    emit m_document.runsChanged();
}

void RenameRun::redo() {
    m_run->name = m_after;
    emit m_document.runsChanged();
}

ChangePlan::ChangePlan(Document& document, SweepFile next, const QString& text, int mergeId)
    : QUndoCommand(text),
      m_document(document),
      m_before(document.m_plan),
      m_after(std::make_shared<SweepFile>(std::move(next))),
      m_mergeId(mergeId) {}

void ChangePlan::undo() { m_document.applyPlan(m_before); }

void ChangePlan::redo() { m_document.applyPlan(m_after); }

bool ChangePlan::mergeWith(const QUndoCommand* other) {
    const auto* next = dynamic_cast<const ChangePlan*>(other);
    if (!next || other->id() != id()) return false;
    m_after = next->m_after;
    return true;
}

}  // namespace lapidary::ui
