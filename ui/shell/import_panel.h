// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The head of the import page: which file, how far reading is, what is wrong with it and where, what its nodes became by
// kind, and a form for the axes that it leaves open. GUI thread only.
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lapidary::ui {

class Actions;
class FigureTable;
class ImportControl;
class ImportSummaryModel;
class Notice;
class NumberField;
class ProgressLine;

class ImportPanel final : public QWidget {
    Q_OBJECT
public:
    ImportPanel(ImportControl& control, const Actions& actions, QWidget* parent = nullptr);

private:
    void build(const Actions& actions);
    void refresh();
    void refreshHead();
    void refreshProgress();
    void refreshNotes();
    void refreshAxes();
    void readAgain();

    ImportControl& m_control;
    QLabel *m_file, *m_about, *m_empty, *m_axesHead;
    Notice* m_notice;
    QWidget* m_progressRow;
    ProgressLine* m_progress;
    ImportSummaryModel* m_summary;
    FigureTable* m_table;
    QWidget* m_axes;
    QGridLayout* m_axesGrid;
    QPushButton* m_again;
    QPushButton* m_report;
    std::vector<std::pair<std::string, NumberField*>> m_fields;  ///< of open axes with a name
};

}  // namespace lapidary::ui
