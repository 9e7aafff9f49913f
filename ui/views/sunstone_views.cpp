// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/sunstone_views.h"

#include <QPainter>

#include <algorithm>
#include <array>

#include "ui/models/words.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kMostOrders = 1500, kMostTilesShown = 600;
constexpr double kOrderColumn = 86, kTileColumn = 118;
constexpr double kPrincipleRow = 38, kPrincipleTop = 26, kOtherRow = 20, kPrinciplesPadding = 10;

QString worded(const std::string& text) { return QString::fromStdString(text); }

QString orderTitle(const std::string& name) { return name.empty() ? QObject::tr("any") : worded(name); }

TreeBox boxOf(const sunstone::OrderRecord& node, const Workload& workload) {
    TreeBox box;
    box.title = orderTitle(node.name);
    box.parent = node.parent;
    box.kept = node.status == sunstone::TrieStatus::kept;
    box.onPath = node.onPath;
    box.dropped = node.status != sunstone::TrieStatus::kept && node.status != sunstone::TrieStatus::open;
    QString reuse;
    for (const sunstone::ReuseRecord& each : node.reuse) {
        box.chips.push_back({markOf(workload, each.tensor), worded(each.full), worded(each.window)});
        QString what = worded(each.full);
        if (!each.window.empty())
            what += (what.isEmpty() ? QString() : QStringLiteral(", ")) + worded(each.window) + QObject::tr(" in part");
        reuse +=
            (reuse.isEmpty() ? QString() : QStringLiteral("; ")) +
            QObject::tr("%1 over %2").arg(worded(workload.tensors()[static_cast<std::size_t>(each.tensor)].name), what);
    }
    switch (node.status) {
    case sunstone::TrieStatus::noReuse: box.caption = QObject::tr("no new reuse"); break;
    case sunstone::TrieStatus::sameReuse: box.caption = QStringLiteral("= %1").arg(orderTitle(node.byName)); break;
    case sunstone::TrieStatus::included: box.caption = QStringLiteral("⊂ %1").arg(orderTitle(node.byName)); break;
    case sunstone::TrieStatus::open:
    case sunstone::TrieStatus::kept: break;
    }
    if (node.parent < 0) box.caption = QObject::tr("all loops open");
    if (node.status == sunstone::TrieStatus::noReuse) box.chips.clear();  // its parent's
    box.words = QObject::tr("%1: %2; %3%4")
                    .arg(node.name.empty() ? QObject::tr("No loop fixed yet") : worded(node.name),
                         fromView(entryOf(node.status).label).toLower(), worded(node.reason),
                         reuse.isEmpty() ? QString() : QObject::tr(". Reuses ") + reuse);
    return box;
}

TreeBox boxOf(const sunstone::TileRecord& node, const Workload& workload) {
    TreeBox box;
    box.title = worded(node.name);
    box.side = countText(static_cast<std::int64_t>(node.words));
    box.edge = worded(node.raised);
    box.parent = node.parent;
    box.kept = node.status == sunstone::TileStatus::kept;
    box.onPath = node.onPath;
    box.dropped = !box.kept;
    box.caption = worded(node.caption);
    QString tensors;
    for (std::size_t t = 0; t < node.tensorWords.size(); ++t) {
        if (node.tensorWords[t] <= 0) continue;
        box.parts.push_back({markOf(workload, static_cast<int>(t)), node.tensorWords[t]});
        tensors += (tensors.isEmpty() ? QString() : QStringLiteral(", ")) + worded(workload.tensors()[t].name) + u' ' +
                   countText(static_cast<std::int64_t>(node.tensorWords[t]));
    }
    box.words = QObject::tr("Tile %1, %2 words (%3): %4; %5")
                    .arg(worded(node.name), box.side, tensors, fromView(entryOf(node.status).label).toLower(),
                         worded(node.reason));
    return box;
}

}  // namespace

bool isSunstone(const RunPtr& run) { return run && run->inputs.search.algorithm == Algorithm::sunstone; }

OrderingTrieView::OrderingTrieView(QWidget* parent) : PrunedTreeView(tr("Ordering trie"), kOrderColumn, parent) {
    setObjectName("orderingTrieView");
}

void OrderingTrieView::setRun(const RunPtr& run) {
    const RunPtr shown = isSunstone(run) ? run : nullptr;
    if (shown == m_run) return;
    m_run = shown;
    std::vector<TreeBox> boxes;
    m_record = {};
    if (m_run) {
        const Workload& workload = m_run->inputs.workload;
        m_record = sunstone::trieRecord(workload, kMostOrders);
        for (const sunstone::OrderRecord& node : m_record.nodes) boxes.push_back(boxOf(node, workload));
    }
    setBoxes(std::move(boxes), tr("Innermost loop first. Letter: tensor reused over these loops; italic: in part"));
}

QString OrderingTrieView::summary() const {
    if (!m_run) return {};
    QString text = tr("%1 kept, %2 add no reuse, %3 needless")
                       .arg(m_record.kept.size())
                       .arg(m_record.noReuse)
                       .arg(m_record.needless);
    if (m_record.leftOut > 0) text += tr("; %1 not drawn").arg(m_record.leftOut);
    return text;
}

QString OrderingTrieView::emptyText() const {
    return m_run ? QString()
                 : tr("Which loop orders can be best, and why the others can't. Run the algorithm Sunstone to see its "
                      "ordering trie.");
}

SunstoneTilesView::SunstoneTilesView(QWidget* parent) : PrunedTreeView(tr("Sunstone tiling"), kTileColumn, parent) {
    setObjectName("sunstoneTilesView");
}

void SunstoneTilesView::setRun(const RunPtr& run) {
    const RunPtr shown = isSunstone(run) ? run : nullptr;
    if (shown == m_run) return;
    m_run = shown;
    m_orders.clear();
    if (m_run) {
        const sunstone::TrieRecord trie = sunstone::trieRecord(m_run->inputs.workload, kMostOrders);
        for (const int kept : trie.kept) m_orders << worded(trie.nodes[static_cast<std::size_t>(kept)].name);
    }
    if (m_order >= m_orders.size()) m_order = 0;
    refresh();
}

void SunstoneTilesView::setOrder(int order) {
    if (order == m_order || order < 0 || order >= m_orders.size()) return;
    m_order = order;
    refresh();
}

void SunstoneTilesView::refresh() {
    std::vector<TreeBox> boxes;
    m_record = {};
    if (m_run && !m_orders.isEmpty()) {
        if (const auto problem = sunstone::Problem::make(m_run->setup->mapspace))
            m_record = sunstone::tilingRecord(*problem, static_cast<std::size_t>(m_order), kMostTilesShown);
        for (const sunstone::TileRecord& node : m_record.nodes) boxes.push_back(boxOf(node, m_run->inputs.workload));
    }
    const QString head =
        tr("Tiles of %1 in words, below order %2: %3 grow%4")
            .arg(worded(m_record.level), worded(m_record.order),
                 m_record.grows.empty() ? tr("no loops") : worded(m_record.grows),
                 m_record.capacityWords < 0
                     ? QString()
                     : tr("; tick: %1 words").arg(countText(static_cast<std::int64_t>(m_record.capacityWords))));
    setBoxes(std::move(boxes), head, m_record.capacityWords);
}

QString SunstoneTilesView::summary() const {
    if (!m_run) return {};
    QString text = tr("%1, %2 kept, %3 dominated, %4 too large")
                       .arg(worded(m_record.level))
                       .arg(m_record.kept)
                       .arg(m_record.dominated)
                       .arg(m_record.tooLarge);
    if (!m_record.complete) text += tr("; the first %1").arg(m_record.nodes.size());
    return text;
}

QString SunstoneTilesView::emptyText() const {
    return m_run && !m_record.nodes.empty()
               ? QString()
               : tr("Which tiles of the innermost memory can be best, and why the others can't. Run the algorithm "
                    "Sunstone to see its tiling tree.");
}

PrinciplesView::PrinciplesView(QWidget* parent) : View(tr("Principles"), parent) { setObjectName("principlesView"); }

void PrinciplesView::setRun(const RunPtr& run) {
    m_run = isSunstone(run) && run->live.sunstone ? run : nullptr;
    m_rows.clear();
    m_others.clear();
    if (m_run) {
        m_rows = sunstone::principleRecords(m_run->inputs.search.sunstone, *m_run->live.sunstone);
        static constexpr std::array kShown{"unrollings_cut", "partials", "mappings", "evaluations"};
        for (const sunstone::CounterText& counter : sunstone::texts(*m_run->live.sunstone))
            if (std::find(kShown.begin(), kShown.end(), counter.key) != kShown.end()) m_others.push_back(counter);
    }
    pictureChanged();
}

QSizeF PrinciplesView::pictureSize() const {
    return {340, kPrincipleTop + kPrincipleRow * static_cast<double>(m_rows.size()) +
                     kOtherRow * static_cast<double>(m_others.size()) + 14};
}

void PrinciplesView::paintPrinciple(QPainter& painter, const Theme& theme, const sunstone::PrincipleRecord& row,
                                    double y, double width) const {
    const double right = width - kPrinciplesPadding, column = 74;
    drawText(painter, {kPrinciplesPadding, y + 2, 26, 18}, Qt::AlignVCenter, row.on ? tr("on") : tr("off"),
             uiFont(TypeSize::note), row.on ? theme.text2 : theme.warning);
    const double left = kPrinciplesPadding + 28;
    drawText(painter, {left, y + 2, right - 2 * column - left, 18}, Qt::AlignVCenter, worded(row.label),
             uiFont(TypeSize::control, true), theme.text);
    drawText(painter, {left, y + 18, right - left, 16}, Qt::AlignVCenter, worded(row.what), uiFont(TypeSize::note),
             theme.text2);
    drawText(painter, {right - 2 * column, y + 2, column - 6, 18}, Qt::AlignVCenter | Qt::AlignRight,
             countText(row.kept), uiFont(TypeSize::control, true), row.kept == 0 ? theme.text3 : theme.text);
    drawText(painter, {right - column, y + 2, column, 18}, Qt::AlignVCenter | Qt::AlignRight, countText(row.removed),
             uiFont(TypeSize::control), row.removed == 0 ? theme.text3 : theme.text);
    painter.fillRect(QRectF(0, y + kPrincipleRow - 1, width, 1), theme.rowLine);
}

void PrinciplesView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const double right = size.width() - kPrinciplesPadding;
    painter.fillRect(QRectF(0, 0, size.width(), 22), theme.header);
    const QFont head = uiFont(TypeSize::note, true);
    drawText(painter, {kPrinciplesPadding, 0, 160, 22}, Qt::AlignVCenter, tr("Principle"), head, theme.text2);
    drawText(painter, {right - 148, 0, 68, 22}, Qt::AlignVCenter | Qt::AlignRight, tr("kept"), head, theme.text2);
    drawText(painter, {right - 74, 0, 74, 22}, Qt::AlignVCenter | Qt::AlignRight, tr("removed"), head, theme.text2);
    double y = kPrincipleTop - 2;
    for (const sunstone::PrincipleRecord& row : m_rows) {
        paintPrinciple(painter, theme, row, y, size.width());
        y += kPrincipleRow;
    }
    y += 4;
    for (const sunstone::CounterText& counter : m_others) {
        drawText(painter, {kPrinciplesPadding, y, right - 90 - kPrinciplesPadding, kOtherRow}, Qt::AlignVCenter,
                 worded(counter.label), uiFont(TypeSize::control), theme.text2);
        drawText(painter, {right - 86, y, 86, kOtherRow}, Qt::AlignVCenter | Qt::AlignRight, countText(counter.value),
                 uiFont(TypeSize::control), counter.value == 0 ? theme.text3 : theme.text);
        y += kOtherRow;
    }
}

QString PrinciplesView::textTwin() const {
    QStringList lines;
    for (const sunstone::PrincipleRecord& row : m_rows)
        lines << tr("%1 (%2): of %3 %4 kept, %5 removed")
                     .arg(worded(row.label), row.on ? tr("on") : tr("off"), worded(row.what), countText(row.kept),
                          countText(row.removed));
    for (const sunstone::CounterText& counter : m_others)
        lines << QStringLiteral("%1: %2").arg(worded(counter.label), countText(counter.value));
    return lines.join(u'\n');
}

QString PrinciplesView::emptyText() const {
    return m_run ? QString()
                 : tr("What each of Sunstone's principles keeps and removes. Run the algorithm Sunstone to see it.");
}

}  // namespace lapidary::ui
