// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/sunstone_docks.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/shell/dock_exports.h"
#include "ui/shell/perspective.h"
#include "ui/theme/fonts.h"
#include "ui/views/sunstone_views.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

/// A tree that scrolls over a line that tells of the node pointed at or chosen.
QWidget* withNote(PrunedTreeView* view, const QString& name) {
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scrolled(view), 1);
    auto* note = new QLabel;
    note->setObjectName(name);
    note->setFont(uiFont(TypeSize::note));
    note->setWordWrap(true);
    note->setContentsMargins(10, 4, 10, 4);
    note->setTextFormat(Qt::PlainText);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    note->setMinimumHeight(2 * note->fontMetrics().lineSpacing() + 10);  // the tree stays where it is
    layout->addWidget(note);
    QObject::connect(view, &PrunedTreeView::told, note, [note, view](const QString& words) {
        const QString hint =
            view->emptyText().isEmpty()
                ? QObject::tr("Point at a node, or walk with the arrow keys, to see what became of it.")
                : QString();
        note->setText(words.isEmpty() ? hint : words);
    });
    return body;
}

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
      m_order(new QComboBox) {
    buildTrie(document);
    buildTiles(document);
    m_principlesDock = new Dock("principles", tr("Principles"), scrolled(m_principles), parent);
    addViewExport(
        *m_principlesDock, document, "principles",
        [this] {
            return m_run ? ExportOptions{{"run", std::to_string(m_run->number)}} : ExportOptions{};
        },
        [this] { return m_principles->textTwin(); });
}

void SunstoneDocks::buildTrie(const Document& document) {
    m_trieDock = new Dock("orderingTrie", tr("Ordering trie"), withNote(m_trie, "trieNote"), m_home);
    m_trieDock->addSwitch(nodesSwitch(m_trie, "trieNodes"));
    const auto options = [this] {
        ExportOptions asked{{"nodes", m_trie->keptOnly() ? "kept" : "all"}};
        if (m_run) asked["run"] = std::to_string(m_run->number);
        return asked;
    };
    addViewExport(*m_trieDock, document, "ordering-trie", options, [this] { return m_trie->textTwin(); });
}

void SunstoneDocks::buildTiles(const Document& document) {
    m_tilesDock = new Dock("sunstoneTiling", tr("Sunstone tiling"), withNote(m_tiles, "tilesNote"), m_home);
    m_order->setObjectName("tilesOrder");
    m_order->setAccessibleName(tr("Below which order"));
    m_order->setToolTip(tr("Below which order of the level above: its loops need not grow in the tile"));
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
    m_principles->setRun(run);
    m_principlesDock->setSubtitle(isSunstone(run) ? tr("run %1").arg(run->number) : QString());
}

}  // namespace lapidary::ui
