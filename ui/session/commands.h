// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The undoable edits of a document. Inputs are values, so one command that keeps both of them serves every edit of them.
// GUI thread only.
#pragma once

#include <QUndoCommand>

#include "ui/session/document.h"

namespace lapidary::ui {

class ChangeInputs final : public QUndoCommand {
public:
    /// mergeId >= 0: edits in a row with the same id become one.
    /// `origin`: of the mapping shown next.
    ChangeInputs(Document& document, SessionInputs next, ShownMapping shownNext, const QString& origin,
                 const QString& text, int mergeId);

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeId; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& m_document;
    SessionInputs m_before, m_after;
    ShownMapping m_shownBefore, m_shownAfter;
    QString m_originBefore, m_originAfter;
    bool m_touchesShown;
    int m_mergeId;
};

/// Takes a run out of the list; undo puts it back where it was, with its results.
class RemoveRun final : public QUndoCommand {
public:
    RemoveRun(Document& document, int index);

    void undo() override;
    void redo() override;

private:
    Document& m_document;
    int m_index;
    RunPtr m_run;
    ShownMapping m_shown;
};

class RenameRun final : public QUndoCommand {
public:
    RenameRun(Document& document, RunPtr run, const QString& name);

    void undo() override;
    void redo() override;

private:
    Document& m_document;
    RunPtr m_run;
    QString m_before, m_after;
};

class ChangePlan final : public QUndoCommand {
public:
    ChangePlan(Document& document, SweepFile next, const QString& text, int mergeId);

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeId; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& m_document;
    Document::PlanPtr m_before, m_after;
    int m_mergeId;
};

}  // namespace lapidary::ui
