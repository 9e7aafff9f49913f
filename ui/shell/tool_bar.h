// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bar above the perspectives: undo and redo, what is mapped on what, and the buttons of the perspective in front. Run
// is the one primary button; when it can't run, the reason stands beside it. GUI thread only.
#pragma once

#include <QHash>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;

namespace lapidary::ui {

class ActionButton;
class Actions;
class Document;
class ElidedLabel;
class PresetPicker;
class Segmented;

class ToolBar final : public QWidget {
    Q_OBJECT
public:
    ToolBar(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// Why Run is disabled, if not because of the inputs; nullopt = because of them or not at all.
    void setReason(const std::optional<QString>& reason);
    /// Which buttons are there: those of "search", of "mapping" or of "explore".
    void setPerspective(const QString& key);
    /// Takes the place of everything but undo and redo while the perspective of this key is in front.
    void addBar(const QString& key, QWidget* bar);
    /// On the welcome page nothing of a session is there.
    void setWelcome(bool welcome);
    QSize sizeHint() const override { return {600, 36}; }

signals:
    void workloadPicked(const QString& key);
    void designPicked(const QString& key);
    /// The perspective in which the mapping stands under another model.
    void modelPicked(const QString& perspective);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut(const Actions& actions);
    void refreshInputs();
    void refreshReason();
    /// Pause and Stop by their icons where the mapping's choices leave no room.
    void fitButtons();
    void refreshModel();
    void refreshMappings();
    void pickMapping(int index);

    Document& m_document;
    QList<QWidget*> m_inputParts;
    QHash<QString, QWidget*> m_bars;
    PresetPicker* m_workload;
    PresetPicker* m_design;
    QComboBox* m_mapspace;
    QComboBox* m_mapping;
    QLabel* m_mapspaceLabel;
    QLabel* m_mappingLabel;
    Segmented* m_model;
    QWidget* m_content = nullptr;
    QLabel* m_welcome = nullptr;
    QWidget* m_searchButtons;
    ActionButton* m_openPoint;
    ElidedLabel* m_reason;
    std::optional<QString> m_otherReason;
};

}  // namespace lapidary::ui
