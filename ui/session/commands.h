// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The undoable edits of a document. Inputs are values, so one command that keeps both of them serves every edit.
// GUI thread only.
#pragma once

#include <QUndoCommand>

#include "ui/session/document.h"

namespace lapidary::ui {

class ChangeInputs final : public QUndoCommand {
public:
    /// mergeId >= 0: edits in a row with the same id become one.
    ChangeInputs(Document& document, SessionInputs next, ShownMapping shownNext, const QString& text, int mergeId);

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeId; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& m_document;
    SessionInputs m_before, m_after;
    ShownMapping m_shownBefore, m_shownAfter;
    bool m_touchesShown;
    int m_mergeId;
};

}  // namespace lapidary::ui
