// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/sunstone_docks.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>

#include <algorithm>

#include "core/search/sunstone/inside.h"
#include "ui/models/tiling_order_model.h"
#include "ui/models/unrolling_table_model.h"
#include "ui/models/words.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/perspective.h"
#include "ui/views/bounds_view.h"
#include "ui/views/principles_view.h"
#include "ui/views/sunstone_views.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/note_line.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

/// A view that scrolls over a line that tells of what is pointed at or chosen; until then, the hint.
template <class V>
QWidget* withNote(V* view, const QString& name, const QString& hint) {
    return stacked({scrolled(view), toldLine(view, name, hint)});
}

QString nodeHint() { return QObject::tr("Point at a node, or walk with the arrow keys, to see what became of it."); }

/// "all, kept only" for a tree.
Segmented* nodesSwitch(PrunedTreeView* view, const QString& name) {
    auto* nodes = new Segmented({QObject::tr("all"), QObject::tr("kept only")});
    nodes->setObjectName(name);
    nodes->setAccessibleName(QObject::tr("Which nodes"));
    nodes->setToolTips({QObject::tr("What was kept, and what was dropped and why"),
                        QObject::tr("Only what was kept and the way there")});
    nodes->setCompact(true);
    QObject::connect(nodes, &Segmented::currentChanged, view, [view](int index) { view->setKeptOnly(index == 1); });
    return nodes;
}

}  // namespace

SunstoneDocks::SunstoneDocks(const Document& document, Perspective* parent)
    : QObject(parent),
      m_home(parent),
      m_trie(new OrderingTrieView),
      m_tiles(new SunstoneTilesView),
      m_principles(new PrinciplesView),
      m_bounds(new BoundsView),
      m_tilings(new TilingOrderModel(this)),
      m_unrollings(new UnrollingTableModel(this)),
      m_order(new QComboBox),
      m_array(new QComboBox) {
    buildTrie(document);
    buildTiles(document);
    buildUnrolling(document);
    buildPrinciples(document);
    buildBounds(document);
    connect(&m_inspector, &SunstoneInspector::found, this, &SunstoneDocks::inspected);
}

ExportOptions SunstoneDocks::runOption() const {
    return m_run ? ExportOptions{{"run", std::to_string(m_run->number)}} : ExportOptions{};
}

void SunstoneDocks::buildPrinciples(const Document& document) {
    const QString hint = tr("Point at a row, or walk with the arrow keys, for all its figures.");
    m_principlesDock = new Dock("principles", tr("Principles"), withNote(m_principles, "principlesNote", hint), m_home);
    addViewExport(
        *m_principlesDock, document, "principles", [this] { return runOption(); },
        [this] { return m_principles->textTwin(); });
}

void SunstoneDocks::buildBounds(const Document& document) {
    const QString hint = tr("Point at a step, or walk with the arrow keys, for its figures.");
    m_boundsDock = new Dock("alphaBeta", tr("Alpha-beta"), withNote(m_bounds, "boundsNote", hint), m_home);
    addViewExport(
        *m_boundsDock, document, "alpha-beta", [this] { return runOption(); }, [this] { return m_bounds->textTwin(); });
}

void SunstoneDocks::buildUnrolling(const Document& document) {
    m_unrollingTable = new FigureTable(m_unrollings, tr("Unrollings"));
    m_unrollingTable->setObjectName("unrollingTable");
    m_unrollingNote = noteLine(QStringLiteral("unrollingNote"));
    m_unrollingDock =
        new Dock("sunstoneUnrolling", tr("Unrolling"), stacked({m_unrollingTable, m_unrollingNote}), m_home);
    m_array->setObjectName("unrollingArray");
    m_array->setAccessibleName(tr("Which array"));
    m_array->setToolTip(tr("The array right above which memory"));
    m_array->setFixedHeight(20);
    m_array->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_array, &QComboBox::activated, this, &SunstoneDocks::showArray);
    m_unrollingDock->addSwitch(m_array);
    addViewExport(*m_unrollingDock, document, "unrolling", [this] {
        ExportOptions asked = runOption();
        if (m_unrollings->record()) asked["array"] = m_unrollings->record()->level;
        return asked;
    });
}

void SunstoneDocks::buildTrie(const Document& document) {
    m_trieDock = new Dock("orderingTrie", tr("Ordering trie"), withNote(m_trie, "trieNote", nodeHint()), m_home);
    m_trieDock->addSwitch(nodesSwitch(m_trie, "trieNodes"));
    const auto options = [this] {
        ExportOptions asked{{"nodes", m_trie->keptOnly() ? "kept" : "all"}};
        if (m_run) asked["run"] = std::to_string(m_run->number);
        return asked;
    };
    addViewExport(*m_trieDock, document, "ordering-trie", options, [this] { return m_trie->textTwin(); });
}

void SunstoneDocks::buildTiles(const Document& document) {
    auto* orders = new FigureTable(m_tilings, tr("Tilings per order"));
    orders->setObjectName("tilingOrders");
    orders->setEmptyText(QStringLiteral(" "));
    orders->setStretchColumn(7);
    auto* split = new QSplitter(Qt::Vertical);
    split->setHandleWidth(3);
    split->setChildrenCollapsible(true);
    split->addWidget(withNote(m_tiles, "tilesNote", nodeHint()));
    split->addWidget(orders);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    m_tilesDock = new Dock("sunstoneTiling", tr("Sunstone tiling"), split, m_home);
    connect(orders->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, orders](const QModelIndex& row) {
                if (!row.isValid() || !orders->hasFocus()) return;
                m_order->setCurrentIndex(m_tilings->source(row.row()));
                emit m_order->activated(m_order->currentIndex());
            });
    m_order->setObjectName("tilesOrder");
    m_order->setAccessibleName(tr("Below which order"));
    m_order->setToolTip(
        tr("Below which order of the level above: its loops need not grow in the tile. any: all loops may "
           "grow, as in a search whose tiles are not steered"));
    m_order->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_order->setFixedHeight(20);
    connect(m_order, &QComboBox::activated, this, [this](int order) {
        m_tiles->setOrder(order);
        m_tilesDock->setSubtitle(m_tiles->summary());
    });
    m_tilesDock->addSwitch(m_order);
    m_tilesDock->addSwitch(nodesSwitch(m_tiles, "tilesNodes"));
    const auto options = [this] {
        ExportOptions asked{{"nodes", m_tiles->keptOnly() ? "kept" : "all"}};
        if (m_run) asked["run"] = std::to_string(m_run->number);
        if (!m_tiles->orders().isEmpty()) asked["order"] = m_tiles->orders()[m_tiles->order()].toStdString();
        return asked;
    };
    addViewExport(*m_tilesDock, document, "sunstone-tiling", options, [this] { return m_tiles->textTwin(); });
}

void SunstoneDocks::refreshTrie(const RunPtr& run) {
    m_run = run;
    m_trie->setRun(run);
    m_trieDock->setSubtitle(m_trie->summary());
}

void SunstoneDocks::refreshTiles(const RunPtr& run) {
    m_run = run;
    m_tiles->setRun(run);
    m_tilesDock->setSubtitle(m_tiles->summary());
    m_tilings->setOrders(m_tiles->perOrder());
    QStringList listed;
    for (int i = 0; i < m_order->count(); ++i) listed << m_order->itemText(i);
    if (listed != m_tiles->orders()) {
        m_order->clear();
        m_order->addItems(m_tiles->orders());
    }
    m_order->setCurrentIndex(m_tiles->order());
    m_order->setEnabled(m_order->count() > 1);
}

void SunstoneDocks::refreshPrinciples(const RunPtr& run) {
    m_run = run;
    m_inspector.inspect(run);
    m_principles->setRun(run);
    const QString verdict = m_principles->verdict();
    m_principlesDock->setSubtitle(!isSunstone(run)    ? QString()
                                  : verdict.isEmpty() ? tr("run %1").arg(run->number)
                                                      : tr("run %1: %2").arg(run->number).arg(verdict));
}

void SunstoneDocks::refreshBounds(const RunPtr& run) {
    m_run = run;
    m_inspector.inspect(run);
    m_bounds->setRun(run);
    m_boundsDock->setSubtitle(m_bounds->summary());
}

void SunstoneDocks::refreshUnrolling(const RunPtr& run) {
    m_run = run;
    m_inspector.inspect(run);
    QStringList arrays;
    if (isSunstone(run) && run->inside)
        for (const sunstone::UnrollingRecord& each : run->inside->arrays)
            arrays << tr("above %1").arg(QString::fromStdString(each.level));
    QStringList listed;
    for (int i = 0; i < m_array->count(); ++i) listed << m_array->itemText(i);
    if (listed != arrays) {
        m_array->clear();
        m_array->addItems(arrays);
    }
    showArray(std::max(m_array->currentIndex(), 0));
}

void SunstoneDocks::showArray(int number) {
    const bool known = isSunstone(m_run) && m_run->inside;
    const auto index = static_cast<std::size_t>(number);
    const bool listed = known && index < m_run->inside->arrays.size();
    m_unrollingNote->setVisible(listed);
    m_array->setVisible(m_array->count() > 1);
    if (!listed) {
        m_unrollings->setRecord(nullptr);
        m_unrollingDock->setSubtitle({});
        m_unrollingTable->setEmptyText(
            known ? tr("The design has no array of more than one lane: there is nothing to unroll.")
            : isSunstone(m_run)
                ? tr("Which loops the array could take, once the run has ended and was looked into.")
                : tr("Which loops an array can best take, and why not others. Run the algorithm Sunstone "
                     "to see them."));
        return;
    }
    const std::shared_ptr<const sunstone::Inside>& inside = m_run->inside;
    const sunstone::UnrollingRecord& record = inside->arrays[index];
    if (m_unrollings->record() && m_listedRun == m_run && m_listedArray == number) return;  // later stages add nothing
    m_listedRun = m_run;
    m_listedArray = number;
    m_unrollings->setRecord({inside, &record});
    m_unrollingTable->setStretchColumn(m_unrollings->columnCount() - 1);
    m_unrollingDock->setSubtitle(tr("above %1, %2 lanes: %3 kept, %4 dropped")
                                     .arg(QString::fromStdString(record.level), countText(record.lanes),
                                          countText(record.kept), countText(record.dropped)));
    QString note =
        tr("Left to unroll when the search came to the best mapping: %1.").arg(QString::fromStdString(record.left));
    if (!record.operand.empty())
        note += tr(" The order above reuses %1 in time.").arg(QString::fromStdString(record.operand));
    if (record.leftOut > 0) note += tr(" %1 more dropped ones are not listed.").arg(countText(record.leftOut));
    m_unrollingNote->setText(note);
}

}  // namespace lapidary::ui
