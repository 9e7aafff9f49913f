// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/design_perspective.h"

#include <QPushButton>

#include "ui/editors/architecture_panel.h"
#include "ui/editors/constraints_panel.h"
#include "ui/editors/design_editor.h"
#include "ui/editors/diagram_view.h"
#include "ui/editors/keep_panel.h"
#include "ui/editors/mapspace_panel.h"
#include "ui/editors/properties_panel.h"
#include "ui/editors/workload_panel.h"
#include "ui/models/constraint_table_model.h"
#include "ui/models/keep_table_model.h"
#include "ui/models/setting_table_model.h"
#include "ui/models/size_term_model.h"
#include "ui/models/workload_tables.h"
#include "ui/session/unread.h"
#include "ui/session/what_if.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_exports.h"
#include "ui/views/roofline_view.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

Segmented* viewSwitch(const QStringList& labels, const QString& name, const char* key) {
    auto* segmented = new Segmented(labels);
    segmented->setCompact(true);
    segmented->setObjectName(key);
    segmented->setAccessibleName(name);
    return segmented;
}

}  // namespace

DesignPerspective::DesignPerspective(Document& document, const Actions& actions, QWidget* parent)
    : Perspective("design", parent), m_document(document), m_editor(new DesignEditor(document, this)) {
    buildArchitecture(actions);
    buildProperties();
    buildWorkload();
    buildKeep();
    buildMapspace();
    buildConstraints();
    buildFacts();
    connect(&m_architecture->diagram(), &DiagramView::partActivated, m_properties, &PropertiesPanel::startEditing);
    connect(&document, &Document::inputsChanged, this, &DesignPerspective::refresh);
    connect(&document, &Document::shownChanged, this, &DesignPerspective::refreshWhatIf);
    connect(m_editor, &DesignEditor::selectionChanged, this, &DesignPerspective::refresh);
    refresh();
}

void DesignPerspective::buildArchitecture(const Actions& actions) {
    connect(actions["addLevel"], &QAction::triggered, m_editor, &DesignEditor::addLevel);
    connect(actions["addFanout"], &QAction::triggered, m_editor, &DesignEditor::addFanout);
    connect(actions["duplicatePart"], &QAction::triggered, m_editor, &DesignEditor::duplicateSelected);
    connect(actions["removePart"], &QAction::triggered, m_editor, &DesignEditor::removeSelected);
    actions["addLevel"]->setIconText(tr("Level"));
    actions["addFanout"]->setIconText(tr("Fanout"));
    m_technology = actions["technology"];
    m_architecture = new ArchitecturePanel(
        *m_editor, {actions["addLevel"], actions["addFanout"], actions["duplicatePart"], actions["technology"]},
        actions["removePart"]);
    m_architectureDock = new Dock("architecture", tr("Architecture"), m_architecture, this);
    Segmented* view = viewSwitch({tr("diagram"), tr("table")}, tr("View of the design"), "architectureView");
    connect(view, &Segmented::currentChanged, m_architecture,
            [this](int index) { m_architecture->showTable(index == 1); });
    m_architectureDock->addSwitch(view);
    DiagramView& diagram = m_architecture->diagram();
    addViewExport(*m_architectureDock, m_document, "diagram", {}, [&diagram] { return diagram.textTwin(); });
    addTableExport(*m_architectureDock, m_architecture->settings());
}

void DesignPerspective::buildProperties() {
    m_properties = new PropertiesPanel(*m_editor);
    m_propertiesDock = new Dock("properties", tr("Properties"), m_properties, this);
    auto* reset = new QPushButton(tr("Reset to preset"));
    reset->setObjectName("resetToPreset");
    reset->setProperty("compact", true);
    reset->setAccessibleName(reset->text());
    reset->setToolTip(tr("Take back all changes to this part"));
    connect(reset, &QPushButton::clicked, m_properties, &PropertiesPanel::resetToPreset);
    m_propertiesDock->addSwitch(reset);
    const auto follow = [this, reset] { reset->setEnabled(m_editor->differsFromPreset()); };
    connect(&m_document, &Document::inputsChanged, reset, follow);
    follow();
    connect(m_properties, &PropertiesPanel::problemsChanged, this, [this](int count) {
        m_propertiesDock->pill()->setState(count == 0   ? QString()
                                           : count == 1 ? tr("1 error")
                                                        : tr("%1 errors").arg(count),
                                           Tone::error);
        Unread::of(m_document).set(tr("Properties"), count == 0 ? QString() : m_properties->notice().text());
    });
}

void DesignPerspective::buildWorkload() {
    m_workload = new WorkloadPanel(m_document);
    m_workloadDock = new Dock("workloadEditor", tr("Workload"), m_workload, this);
    addViewExport(*m_workloadDock, m_document, "workload");
    addTableExport(*m_workloadDock, m_workload->bounds());
    addTableExport(*m_workloadDock, m_workload->tensors());
    connect(m_workload, &WorkloadPanel::brokenChanged, this, &DesignPerspective::refresh);
}

void DesignPerspective::buildKeep() {
    m_keep = new KeepPanel(*m_editor);
    m_keepDock = new Dock("keep", tr("Keep and bypass"), m_keep, this);
    m_keepDock->setSubtitle(tr("click or Space cycles"));
    addTableExport(*m_keepDock, m_keep->model());
}

void DesignPerspective::buildMapspace() {
    m_mapspace = new MapspacePanel(m_document);
    m_mapspaceDock = new Dock("mapspaceEditor", tr("Mapspace"), m_mapspace, this);
    addViewExport(*m_mapspaceDock, m_document, "terms");
}

void DesignPerspective::buildConstraints() {
    m_constraints = new ConstraintsPanel(*m_editor);
    m_constraintsDock = new Dock("constraints", tr("Constraints"), m_constraints, this);
    Segmented* view = viewSwitch({tr("table"), tr("text")}, tr("View of the constraints"), "constraintsView");
    connect(view, &Segmented::currentChanged, m_constraints,
            [this](int index) { m_constraints->showText(index == 1); });
    m_constraintsDock->addSwitch(view);
    addViewExport(*m_constraintsDock, m_document, "constraints");
    connect(m_constraints, &ConstraintsPanel::brokenChanged, this, [this](bool broken) {
        m_constraintsDock->pill()->setState(broken ? tr("1 error") : QString(), Tone::error);
    });
}

void DesignPerspective::buildFacts() {
    m_facts = new RooflineView;
    m_facts->setObjectName("liveFacts");
    m_factsDock = new Dock("liveFacts", tr("Live facts"), m_facts, this);
    addViewExport(*m_factsDock, m_document, "roofline", {}, [this] { return m_facts->textTwin(); });
}

void DesignPerspective::refresh() {
    const SessionInputs& inputs = m_document.inputs();
    m_facts->setDesign(inputs.architecture, inputs.workload);
    const auto& technology = inputs.architecture.spec().technology;
    m_technology->setIconText(!technology                                       ? tr("Technology")
                              : technology->tables == TableSet::eyerissRelative ? tr("Relative costs")
                                                                                : tr("%1 nm").arg(technology->nodeNm));
    refreshWhatIf();
    const QString design = QString::fromStdString(inputs.architecture.name());
    m_architectureDock->setSubtitle(m_editor->differsFromPreset() ? tr("%1, edited").arg(design) : design);
    m_propertiesDock->setSubtitle(m_properties->subtitle());
    m_workloadDock->setSubtitle(workloadTitle(inputs));
    m_workloadDock->pill()->setState(m_workload->broken() ? tr("1 error") : QString(), Tone::error);
    if (const SetupPtr& setup = m_document.setup())
        m_mapspaceDock->setSubtitle(tr("%1 mappings").arg(sizeText(setup->mapspace.size())));
    const bool usable = m_document.problems().empty();
    m_mapspaceDock->pill()->setState(!usable                ? tr("last valid inputs")
                                     : m_workload->broken() ? tr("last valid workload")
                                                            : QString(),
                                     Tone::warning);
    m_factsDock->pill()->setState(m_workload->broken() ? tr("last valid workload") : QString(), Tone::warning);
}

/// A running search shows another mapping many times a second: not worth an evaluation while nobody looks.
void DesignPerspective::refreshWhatIf() {
    if (!isVisible()) return;
    m_facts->setWhatIf(whatIf(m_document), m_document.inputs().architecture.spec().clockGhz);
}

void DesignPerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    refreshWhatIf();
}

void DesignPerspective::arrange() {
    addDockWidget(Qt::LeftDockWidgetArea, m_architectureDock);
    splitDockWidget(m_architectureDock, m_propertiesDock, Qt::Horizontal);
    splitDockWidget(m_propertiesDock, m_mapspaceDock, Qt::Horizontal);
    splitDockWidget(m_architectureDock, m_workloadDock, Qt::Vertical);
    splitDockWidget(m_propertiesDock, m_keepDock, Qt::Vertical);
    splitDockWidget(m_mapspaceDock, m_constraintsDock, Qt::Vertical);
    splitDockWidget(m_constraintsDock, m_factsDock, Qt::Vertical);
}

void DesignPerspective::proportion() {
    const int room = width() - 16;
    const int form = std::clamp(room * 27 / 100, 312, 400);
    const int space = std::clamp(room * 31 / 100, 290, 460);
    resizeDocks({m_architectureDock, m_propertiesDock, m_mapspaceDock}, {room - form - space, form, space},
                Qt::Horizontal);
    const int tall = height() - 16;
    const int lower = std::clamp(tall * 34 / 100, 200, 290);
    resizeDocks({m_architectureDock, m_workloadDock}, {tall - lower, lower}, Qt::Vertical);
    resizeDocks({m_propertiesDock, m_keepDock}, {tall - 150, 150}, Qt::Vertical);
    const int facts = tall >= 700 ? 212 : 156;
    const int rules = std::max(tall * 20 / 100, 130);
    resizeDocks({m_mapspaceDock, m_constraintsDock, m_factsDock}, {tall - facts - rules, rules, facts}, Qt::Vertical);
}

}  // namespace lapidary::ui
