// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Design: the architecture, the workload and the mapspace, each edited in place and told at once what follows from it.
// GUI thread only.
#pragma once

#include "ui/shell/perspective.h"

class QAction;

namespace lapidary::ui {

class Actions;
class ArchitecturePanel;
class ConstraintsPanel;
class DesignEditor;
class Document;
class KeepPanel;
class MapspacePanel;
class PropertiesPanel;
class RooflineView;
class WorkloadPanel;

class DesignPerspective final : public Perspective {
    Q_OBJECT
public:
    DesignPerspective(Document& document, const Actions& actions, QWidget* parent = nullptr);

    DesignEditor& editor() const { return *m_editor; }
    PropertiesPanel& properties() const { return *m_properties; }

protected:
    void arrange() override;
    void proportion() override;
    void showEvent(QShowEvent* event) override;

private:
    void buildArchitecture(const Actions& actions);
    void buildProperties();
    void buildWorkload();
    void buildKeep();
    void buildMapspace();
    void buildConstraints();
    void buildFacts();
    void refresh();
    void refreshWhatIf();

    Document& m_document;
    DesignEditor* m_editor;
    ArchitecturePanel* m_architecture = nullptr;
    PropertiesPanel* m_properties = nullptr;
    WorkloadPanel* m_workload = nullptr;
    KeepPanel* m_keep = nullptr;
    MapspacePanel* m_mapspace = nullptr;
    ConstraintsPanel* m_constraints = nullptr;
    RooflineView* m_facts = nullptr;
    QAction* m_technology = nullptr;
    Dock *m_architectureDock = nullptr, *m_propertiesDock = nullptr, *m_workloadDock = nullptr, *m_keepDock = nullptr;
    Dock *m_mapspaceDock = nullptr, *m_constraintsDock = nullptr, *m_factsDock = nullptr;
};

}  // namespace lapidary::ui
