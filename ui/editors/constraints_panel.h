// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the mapspace is limited to, as a table of rules and as the text of a constraints file; both are the same. Text that
// cannot be read keeps the last valid rules in use; rules that contradict each other are told with the arithmetic. GUI
// thread only.
#pragma once

#include <QWidget>

#include "core/base/result.h"

class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace lapidary::ui {

class CodeEdit;
class ConstraintTableModel;
class DesignEditor;
class FigureTable;
class Notice;

class ConstraintsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ConstraintsPanel(DesignEditor& editor, QWidget* parent = nullptr);

    void showText(bool text);
    const ConstraintTableModel& model() const { return *m_model; }

signals:
    void brokenChanged(bool broken);

private:
    QWidget* buildTable();
    void fillMenu(QMenu& menu);
    void read();
    void refresh();
    void showRules();
    void follow();
    void removeRule();
    void tellProblems(const Diagnostics& problems, const QString& after);
    /// Contradictions in the rules, or names that the workload lacks.
    void judge();

    DesignEditor& m_editor;
    Notice* m_notice;
    QStackedWidget* m_pages;
    ConstraintTableModel* m_model;
    FigureTable* m_table = nullptr;
    QLabel* m_empty = nullptr;
    CodeEdit* m_code;
    QPushButton* m_remove = nullptr;
    int m_typingId = -1;
    bool m_unread = false;  ///< the text is not what is in use
};

}  // namespace lapidary::ui
