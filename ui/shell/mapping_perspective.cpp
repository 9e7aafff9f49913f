// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/mapping_perspective.h"

#include <QApplication>
#include <QComboBox>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>

#include "ui/editors/rules_dialog.h"
#include "ui/models/traffic_table_model.h"
#include "ui/session/document.h"
#include "ui/shell/directive_panel.h"
#include "ui/shell/dock_exports.h"
#include "ui/views/array_pane.h"
#include "ui/views/array_view.h"
#include "ui/views/breakdown_view.h"
#include "ui/views/explain_view.h"
#include "ui/views/facts_view.h"
#include "ui/views/nest_view.h"
#include "ui/views/storage_view.h"
#include "ui/views/tree_view.h"
#include "ui/views/view_list.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/tab_strip.h"

namespace lapidary::ui {

namespace {
constexpr int kMappingNarrow = 1150;  ///< below, three columns would cut their pictures

/// "parFor q"; empty if the subject is no loop.
QString loopText(const Exhibit& exhibit, const Subject& subject) {
    if (subject.node < 0 || subject.node >= static_cast<int>(exhibit.mapping.nodes.size())) return {};
    const Node& loop = exhibit.mapping.nodes[static_cast<std::size_t>(subject.node)];
    if (!loop.isLoop()) return {};
    return (loop.kind == NodeKind::spatial ? QStringLiteral("parFor %1") : QStringLiteral("for %1"))
        .arg(QString::fromStdString(exhibit.inputs.workload.dimensions()[loop.dimension].name));
}
}  // namespace

MappingPerspective::MappingPerspective(Document& document, const Actions& actions, QWidget* parent)
    : Perspective("mapping", parent),
      m_document(document),
      m_nest(new NestView),
      m_facts(new FactsView),
      m_storage(new StorageView),
      m_tree(new TreeView),
      m_dimensions(new TabStrip(tr("Dimension of the tiling tree"))),
      m_array(new ArrayView),
      m_energy(new BreakdownView),
      m_explain(new ExplainView),
      m_figures(new QComboBox),
      m_traffic(new TrafficTableModel(this)),
      m_nestDock(new Dock("nest", tr("Loop nest"), scrolled(m_nest), this)),
      m_factsDock(new Dock("facts", tr("Facts"), scrolled(m_facts), this)),
      m_storageDock(new Dock("storage", tr("Storage"), scrolled(m_storage), this)) {
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_nest->setObjectName("nestView");
    m_facts->setObjectName("factsView");
    m_storage->setObjectName("storageView");
    m_storageDock->setSubtitle(tr("occupancy"));
    join(*m_nestDock, *m_nest, "nest");
    join(*m_factsDock, *m_facts, "facts");
    join(*m_storageDock, *m_storage, "storage");
    buildTree();
    buildArray();
    buildEnergy();
    buildTraffic();
    buildExplain();
    buildDirectives(actions);
    connect(&document, &Document::shownChanged, this, &MappingPerspective::refresh);
    connect(&document, &Document::inputsChanged, this, &MappingPerspective::refreshState);
    connect(&document.selection(), &Selection::changed, this, &MappingPerspective::followSelection);
    refresh();
}

void MappingPerspective::join(Dock& dock, View& view, const char* key, std::function<ExportOptions()> options) {
    view.share(&m_document.selection());
    addViewExport(dock, m_document, key, std::move(options), [&view] { return view.textTwin(); });
}

void MappingPerspective::buildDirectives(const Actions& actions) {
    m_directives = new DirectivePanel(m_document, actions);
    m_directivesDock = new Dock("directives", tr("Directives"), m_directives, this);
    m_directivesDock->addSwitch(m_directives->modelSwitch());
    addViewExport(*m_directivesDock, m_document, "directives");
    connect(m_directivesDock, &QDockWidget::visibilityChanged, this, [this](bool shown) {
        // Docks are shown before another comes to the front of their tabs.
        if (shown && !m_directivesSeen) QTimer::singleShot(0, this, &MappingPerspective::giveDirectivesRoom);
    });
    connect(m_directives, &DirectivePanel::summaryChanged, this,
            [this] { m_directivesDock->setSubtitle(m_directives->summary()); });
}

/// Texts want more height than the tree; sizes of the user's own stay.
void MappingPerspective::giveDirectivesRoom() {
    if (m_directivesSeen || m_directives->visibleRegion().isEmpty()) return;
    m_directivesSeen = true;
    shareAnew();
}

void MappingPerspective::showDirectives() {
    m_directivesDock->show();
    m_directivesFirst = true;
    // Docks come to the front as they are shown, which happens after this.
    QTimer::singleShot(0, m_directivesDock, [this] { m_directivesDock->raise(); });
}

void MappingPerspective::buildTree() {
    m_treeDock = new Dock("tree", tr("Tiling tree"), scrolled(m_tree), this);
    m_tree->setObjectName("treeView");
    m_dimensions->setObjectName("treeDimensions");
    m_treeDock->addSwitch(m_dimensions);
    join(*m_treeDock, *m_tree, "tree", [this] {
        const QString dimension = m_tree->dimensionNames().value(m_tree->current());
        return ExportOptions{{"dimension", dimension.toStdString()}};
    });
    connect(m_dimensions, &TabStrip::currentChanged, m_tree, &TreeView::setCurrent);
    connect(m_dimensions, &TabStrip::hovered, this, [this](int index) {
        m_document.selection().hover(
            index < 0 ? Subject{} : Subject{.dimension = m_tree->dimensions()[static_cast<std::size_t>(index)]});
    });
    connect(m_tree, &TreeView::shownChanged, this, &MappingPerspective::followTree);
}

void MappingPerspective::buildArray() {
    auto* pane = new ArrayPane(m_array);
    m_arrayDock = new Dock("array", tr("PE array"), pane, this);
    m_array->setObjectName("arrayView");
    m_arrayDock->addSwitch(pane->arrayChooser());
    m_arrayDock->addSwitch(pane->colourChooser());
    join(*m_arrayDock, *m_array, "array", [this] { return optionsOf(*m_array, m_document); });
    connect(m_array, &ArrayView::arrayChanged, this, [this] { m_arrayDock->setSubtitle(m_array->sizeText()); });
}

void MappingPerspective::buildEnergy() {
    m_energyDock = new Dock("energy", tr("Energy breakdown"), scrolled(m_energy), this);
    m_energy->setObjectName("breakdownView");
    auto* unit = new Segmented({tr("J"), tr("%")});
    unit->setObjectName("breakdownUnit");
    unit->setCompact(true);
    unit->setToolTips({tr("Bars in joules"), tr("Each bar as shares of itself")});
    m_energyDock->addSwitch(unit);
    join(*m_energyDock, *m_energy, "breakdown", [this] {
        return ExportOptions{{"unit", m_energy->unit() == BreakdownView::Unit::joules ? "joules" : "percent"}};
    });
    connect(unit, &Segmented::currentChanged, m_energy, [this](int index) {
        m_energy->setUnit(index == 0 ? BreakdownView::Unit::joules : BreakdownView::Unit::percent);
    });
}

void MappingPerspective::buildTraffic() {
    m_table = new FigureTable(m_traffic, tr("Traffic"));
    m_table->setObjectName("trafficTable");
    m_table->setEmptyText(tr("Words moved per level and tensor, once there is a mapping."));
    m_table->setStretchColumn(TrafficTableModel::kShareColumn);
    m_trafficDock = new Dock("traffic", tr("Traffic"), m_table, this);
    m_trafficDock->setSubtitle(tr("words, exact; Ctrl+C copies as TSV"));
    addViewExport(*m_trafficDock, m_document, "traffic");
    connect(m_table, &FigureTable::rowHovered, this,
            [this](int row) { m_document.selection().hover(row < 0 ? Subject{} : m_traffic->subjectOf(row)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (!current.isValid() || !m_table->hasFocus()) return;
        m_document.selection().select(m_traffic->subjectOf(current.row()));
        if (const auto figure = m_traffic->figureOf(current.row(), current.column()))
            m_document.selection().explain(figure);
    });
}

void MappingPerspective::buildExplain() {
    m_explainDock = new Dock("explain", tr("Explain"), scrolled(m_explain), this);
    m_explain->setObjectName("explainView");
    m_figures->setObjectName("explainFigure");
    m_figures->setAccessibleName(tr("Figure to explain"));
    m_figures->setToolTip(tr("Which figure is explained; a click on a cell, a bar or a PE chooses it too"));
    m_figures->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_figures->setMinimumContentsLength(14);
    m_explainDock->addSwitch(m_figures);
    join(*m_explainDock, *m_explain, "explain", [this] {
        freshenExplain();
        return ExportOptions{{"figure", m_explain->figureNames().value(m_explain->current()).toStdString()}};
    });
    connect(m_figures, &QComboBox::activated, this, [this](int index) {
        m_explain->setCurrent(index);
        if (m_explain->derivation()) m_document.selection().explain(m_explain->derivation()->figure);
    });
    connect(m_explain, &ExplainView::wanted, this,
            [this](const FigureId& figure) { m_document.selection().explain(figure); });
    connect(m_explain, &ExplainView::figuresChanged, this, [this] {
        QStringList shown;
        for (int i = 0; i < m_figures->count(); ++i) shown << m_figures->itemText(i);
        if (shown != m_explain->figureNames()) {
            m_figures->clear();
            m_figures->addItems(m_explain->figureNames());
        }
        m_figures->setCurrentIndex(m_explain->current());
        m_figures->setEnabled(m_figures->count() > 0);
    });
    connect(&m_document.selection(), &Selection::figureChanged, this, &MappingPerspective::explain);
    connect(m_explainDock, &QDockWidget::visibilityChanged, this, [this](bool shown) {
        if (shown) freshenExplain();
    });
}

void MappingPerspective::freshenExplain() {
    if (!m_explainStale) return;
    m_explainStale = false;
    m_explain->setExhibit(m_document.exhibit());
    if (const auto& figure = m_document.selection().figure()) m_explain->setFigure(*figure);
}

void MappingPerspective::explain() {
    Selection& selection = m_document.selection();
    if (!selection.figure() || !m_explainDock->toggleViewAction()->isChecked()) return;
    freshenExplain();
    if (!m_explain->setFigure(*selection.figure())) return;
    // Behind the view in use it waits to be asked for; behind another it comes to the front.
    const QList<QDockWidget*> beside = tabifiedDockWidgets(m_explainDock);
    const bool inUse = std::any_of(beside.begin(), beside.end(), [](const QDockWidget* dock) {
        return QApplication::focusWidget() && dock->isAncestorOf(QApplication::focusWidget());
    });
    if (m_explain->visibleRegion().isEmpty() && !inUse) m_explainDock->raise();
    selection.select(m_explain->subject());
    m_facts->update();
}

void MappingPerspective::refresh() {
    const auto& exhibit = m_document.exhibit();
    m_nest->setExhibit(exhibit);
    m_facts->setExhibit(exhibit);
    m_storage->setExhibit(exhibit);
    m_tree->setExhibit(exhibit);
    m_array->setExhibit(exhibit);
    m_energy->setExhibit(exhibit);
    m_explainStale = m_explain->visibleRegion().isEmpty();  // behind a tab it is "visible" all the same
    if (!m_explainStale) m_explain->setExhibit(exhibit);
    m_traffic->setExhibit(exhibit);
    m_nestDock->setSubtitle({});
    m_factsDock->setSubtitle({});
    refreshState();
    // The causes are nodes of the mapping before.
    if (m_document.selection().selected().causes.any())
        m_document.selection().select(m_explainStale ? Subject{} : m_explain->subject());
    if (!exhibit) return;
    const auto loops = std::count_if(exhibit->mapping.nodes.begin(), exhibit->mapping.nodes.end(),
                                     [](const Node& node) { return node.isLoop(); });
    m_nestDock->setSubtitle(tr("%1, %2 loops").arg(exhibit->origin).arg(loops));
    QString facts = tr("%1 on %2").arg(workloadTitle(exhibit->inputs), designTitle(exhibit->inputs));
    if (const auto model = modelOf(exhibit->inputs))
        facts += tr(", %1").arg(modelTitle(model));
    else if (exhibit->cost.semantics != Semantics{})
        facts += tr(", %1").arg(rulesTitle(exhibit->cost.semantics));
    m_factsDock->setSubtitle(facts);
}

void MappingPerspective::refreshState() {
    const auto& exhibit = m_document.exhibit();
    m_nestDock->pill()->setState({});
    m_nestDock->pill()->setToolTip({});
    if (!exhibit) return;
    const QString other = differenceOf(exhibit->inputs, m_document.inputs());
    if (!exhibit->cost.valid) {
        QStringList reasons;
        for (const Reason& reason : exhibit->cost.reasons)
            reasons << QString::fromStdString(describe(reason, *exhibit->setup->target));
        if (reasons.isEmpty())
            for (const std::string& note : exhibit->cost.notes) reasons << QString::fromStdString(note);
        m_nestDock->pill()->setState(tr("not valid"), Tone::error);
        m_nestDock->pill()->setToolTip(reasons.join(u'\n'));
    } else if (!other.isEmpty()) {
        m_nestDock->pill()->setState(other, Tone::warning);
        m_nestDock->pill()->setToolTip(tr("All views here show the mapping with the design and workload it was found "
                                          "with; those in Design are others: %1")
                                           .arg(differenceDetail(exhibit->inputs, m_document.inputs())));
    }
}

void MappingPerspective::followSelection() {
    const Selection& selection = m_document.selection();
    const Subject& hovered = selection.hovered();
    const auto& exhibit = m_document.exhibit();
    const auto rowsOf = [&](const Subject& subject) {
        return exhibit ? m_traffic->rowsOf(Links(subject, *exhibit)) : std::vector<int>{};
    };
    m_table->setMarkedRows(rowsOf(hovered), rowsOf(selection.selected()));
    m_tree->followSelection();
    m_treeDock->pill()->setState(
        exhibit ? loopText(*exhibit, hovered.empty() ? selection.selected() : hovered) : QString(), Tone::accent);
}

void MappingPerspective::followTree() {
    m_dimensions->setTabs(m_tree->dimensionNames());
    m_dimensions->setCurrent(m_tree->current());
    m_dimensions->setPreview(m_tree->shown() == m_tree->current() ? -1 : m_tree->shown());
}

bool MappingPerspective::isNarrow() const { return width() < kMappingNarrow; }

void MappingPerspective::arrange() {
    m_narrow = isNarrow();
    addDockWidget(Qt::LeftDockWidgetArea, m_nestDock);
    if (m_narrow)
        arrangeNarrow();
    else
        arrangeWide();
}

void MappingPerspective::arrangeWide() {
    splitDockWidget(m_nestDock, m_treeDock, Qt::Horizontal);
    splitDockWidget(m_treeDock, m_trafficDock, Qt::Vertical);
    splitDockWidget(m_treeDock, m_storageDock, Qt::Horizontal);
    splitDockWidget(m_nestDock, m_factsDock, Qt::Vertical);
    splitDockWidget(m_treeDock, m_arrayDock, Qt::Vertical);
    splitDockWidget(m_storageDock, m_energyDock, Qt::Vertical);
    splitDockWidget(m_energyDock, m_explainDock, Qt::Vertical);
    putBehindTree();
}

/// Two texts side by side want the widest column.
void MappingPerspective::putBehindTree() {
    tabifyDockWidget(m_treeDock, m_directivesDock);
    QTimer::singleShot(0, this, [this] { (m_directivesFirst ? m_directivesDock : m_treeDock)->raise(); });
}

void MappingPerspective::arrangeNarrow() {
    splitDockWidget(m_nestDock, m_treeDock, Qt::Horizontal);
    splitDockWidget(m_treeDock, m_trafficDock, Qt::Vertical);
    tabifyDockWidget(m_nestDock, m_factsDock);
    tabifyDockWidget(m_factsDock, m_explainDock);
    for (Dock* behind : {m_arrayDock, m_storageDock, m_energyDock}) tabifyDockWidget(m_treeDock, behind);
    putBehindTree();
    // Docks come to the front as they are shown, which happens after this.
    QTimer::singleShot(0, this, [this] {
        m_nestDock->raise();
        (m_directivesFirst ? m_directivesDock : m_treeDock)->raise();
    });
}

void MappingPerspective::proportion() {
    if (isNarrow() != m_narrow) return resetLayout();
    const int room = width() - 12;
    const int tall = height() - 12;
    if (m_narrow) {
        resizeDocks({m_nestDock, m_treeDock}, {std::max(room * 42 / 100, 390), room - std::max(room * 42 / 100, 390)},
                    Qt::Horizontal);
        resizeDocks({m_treeDock, m_trafficDock}, {tall * 58 / 100, tall * 42 / 100}, Qt::Vertical);
        return;
    }
    const int nest = std::clamp(room * 31 / 100, 390, 520);
    const int side = std::clamp(room * 26 / 100, 300, 440);
    resizeDocks({m_nestDock, m_treeDock, m_storageDock}, {nest, room - nest - side, side}, Qt::Horizontal);
    const int facts = std::min(340, tall * 42 / 100);
    resizeDocks({m_nestDock, m_factsDock}, {tall - facts, facts}, Qt::Vertical);
    const int traffic = tall * 27 / 100;
    const int array = m_directivesSeen ? tall * 29 / 100 : std::max(tall * 40 / 100, 300);
    Dock* upper = m_directives->visibleRegion().isEmpty() ? m_treeDock : m_directivesDock;
    resizeDocks({upper, m_arrayDock, m_trafficDock}, {tall - traffic - array, array, traffic}, Qt::Vertical);
    const int storage = std::min(178, tall * 22 / 100), energy = std::min(196, tall * 25 / 100);
    resizeDocks({m_storageDock, m_energyDock, m_explainDock}, {storage, energy, tall - traffic - storage - energy},
                Qt::Vertical);
}

}  // namespace lapidary::ui
