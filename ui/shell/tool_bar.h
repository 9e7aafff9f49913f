// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bar above the perspectives: undo and redo, what is mapped on what, and the buttons of the perspective in front. Run
// is the one primary button; when it can't run, the reason stands beside it. GUI thread only.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace lapidary::ui {

class ActionButton;
class Actions;
class Document;
class PresetPicker;

class ToolBar final : public QWidget {
    Q_OBJECT
public:
    ToolBar(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// Which buttons are there: those of "search" or of "mapping".
    void setPerspective(const QString& key);
    QSize sizeHint() const override { return {600, 36}; }

signals:
    void workloadPicked(const QString& key);
    void designPicked(const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refreshInputs();
    void refreshMappings();
    void pickMapping(int index);

    Document& m_document;
    PresetPicker* m_workload;
    PresetPicker* m_design;
    QComboBox* m_mapspace;
    QComboBox* m_mapping;
    QLabel* m_mapspaceLabel;
    QLabel* m_mappingLabel;
    QWidget* m_searchButtons;
    QLabel* m_reason;
};

}  // namespace lapidary::ui
