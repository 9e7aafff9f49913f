// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The list of runs with what can be done to them: Enter or double click opens the best mapping, Space or the check box
// shows or hides a run in all plots, F2 names it, Del removes it (Undo brings it back). GUI thread only.
#pragma once

#include <QWidget>

#include "ui/session/run.h"

class QAction;
class QLabel;

namespace lapidary::ui {

class Actions;
class Document;
class FigureTable;
class RunTableModel;

class RunList final : public QWidget {
    Q_OBJECT
public:
    RunList(Document& document, const Actions& actions, QWidget* parent = nullptr);

    const RunTableModel& model() const { return *m_model; }
    void refresh();
    /// The run in the current row; null if there is none.
    RunPtr currentRun() const;
    void setCurrentRun(const RunPtr& run);
    /// Someone types a name.
    bool naming() const;

signals:
    void opened(int run);  ///< index into the runs
    void currentRunChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* addCommand(const QString& key, const QString& text, const QString& icon, const QKeySequence& keys,
                        const QString& tip);
    void addCommands();
    std::vector<int> chosenRuns() const;  ///< indices into the runs, ascending
    void toggleChosen();
    void showOnly();
    void showAll();
    void removeChosen();
    void tell(const QString& text);

    Document& m_document;
    RunTableModel* m_model;
    FigureTable* m_table;
    QLabel* m_keys;
    bool m_refreshing = false;
};

}  // namespace lapidary::ui
