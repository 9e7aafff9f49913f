// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The matrix of levels and tensors: a click or Space goes from must to may to never; rows select their level. GUI thread
// only.
#pragma once

#include <QWidget>

namespace lapidary::ui {

class DesignEditor;
class FigureTable;
class KeepTableModel;
class Notice;

class KeepPanel final : public QWidget {
    Q_OBJECT
public:
    explicit KeepPanel(DesignEditor& editor, QWidget* parent = nullptr);

    const KeepTableModel& model() const { return *m_model; }
    FigureTable& table() const { return *m_table; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void cycle(int row, int column);
    void refresh();

    DesignEditor& m_editor;
    KeepTableModel* m_model;
    FigureTable* m_table;
    Notice* m_notice;
};

}  // namespace lapidary::ui
