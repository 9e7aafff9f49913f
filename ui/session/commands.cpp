// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/commands.h"

namespace lapidary::ui {

ChangeInputs::ChangeInputs(Document& document, SessionInputs next, ShownMapping shownNext, const QString& text,
                           int mergeId)
    : QUndoCommand(text),
      m_document(document),
      m_before(document.inputs()),
      m_after(std::move(next)),
      m_shownBefore(document.shown()),
      m_shownAfter(std::move(shownNext)),
      m_touchesShown(m_shownBefore != m_shownAfter),
      m_mergeId(mergeId) {}

void ChangeInputs::undo() { m_document.apply(m_before, m_touchesShown ? m_shownBefore : m_document.shown()); }

void ChangeInputs::redo() { m_document.apply(m_after, m_touchesShown ? m_shownAfter : m_document.shown()); }

bool ChangeInputs::mergeWith(const QUndoCommand* other) {
    if (other->id() != id()) return false;
    const auto* next = static_cast<const ChangeInputs*>(other);
    m_after = next->m_after;
    m_shownAfter = next->m_shownAfter;
    m_touchesShown = m_touchesShown || next->m_touchesShown;
    return true;
}

}  // namespace lapidary::ui
