// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The design as block diagram or as table of all its settings, with the buttons that add and take away. GUI thread only.
#pragma once

#include <QWidget>

class QAction;
class QStackedWidget;

namespace lapidary::ui {

class ActionButton;
class DesignEditor;
class DiagramView;
class Notice;
class SettingTableModel;

class ArchitecturePanel final : public QWidget {
    Q_OBJECT
public:
    /// `actions` get a button with text each, `removeAction` only its icon.
    ArchitecturePanel(DesignEditor& editor, const QList<QAction*>& actions, QAction* removeAction,
                      QWidget* parent = nullptr);

    void showTable(bool table);
    DiagramView& diagram() const { return *m_diagram; }
    const SettingTableModel& settings() const { return *m_settings; }

    QSize minimumSizeHint() const override { return {220, 160}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QList<ActionButton*> m_buttons;
    QWidget* buildTable();

    DesignEditor& m_editor;
    Notice* m_notice;
    QStackedWidget* m_pages;
    DiagramView* m_diagram;
    SettingTableModel* m_settings;
};

}  // namespace lapidary::ui
