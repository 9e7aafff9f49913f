// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/sunstone_views.h"

#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kMostOrders = 1500, kMostTilesShown = 600;
constexpr double kOrderColumn = 86, kTileColumn = 118;

QString worded(const std::string& text) { return QString::fromStdString(text); }

QString orderTitle(const std::string& name) { return name.empty() ? QObject::tr("any") : worded(name); }

/// "Outputs over C R, P in part"
QString reuseText(const sunstone::ReuseRecord& reuse, const Workload& workload) {
    QString what = worded(reuse.full);
    if (!reuse.window.empty())
        what += (what.isEmpty() ? QString() : QStringLiteral(", ")) + worded(reuse.window) + QObject::tr(" in part");
    return QObject::tr("%1 over %2").arg(worded(workload.tensors()[static_cast<std::size_t>(reuse.tensor)].name), what);
}

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
        reuse += (reuse.isEmpty() ? QString() : QStringLiteral("; ")) + reuseText(each, workload);
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
    box.chosen = node.onChosen;
    QString best;
    for (const std::string& level : node.chosenAt)
        best += (best.isEmpty() ? QString() : QStringLiteral(", ")) + worded(level);
    if (!best.isEmpty()) {
        box.badge = best;
        best = QObject::tr(". The best mapping has it in %1").arg(best);
    }
    box.words = QObject::tr("%1: %2; %3%4%5")
                    .arg(node.name.empty() ? QObject::tr("No loop fixed yet") : worded(node.name),
                         fromView(entryOf(node.status).label).toLower(), worded(node.reason),
                         reuse.isEmpty() ? QString() : QObject::tr(". Reuses ") + reuse, best);
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
    box.chosen = node.onChosen;
    if (node.chosen) box.badge = QObject::tr("best");
    box.words =
        QObject::tr("Tile %1, %2 words (%3): %4; %5%6")
            .arg(worded(node.name), box.side, tensors, fromView(entryOf(node.status).label).toLower(),
                 worded(node.reason), node.chosen ? QObject::tr(". The best mapping has this tile") : QString());
    return box;
}

/// Adds what an order of the trie reuses in time.
void tellReuse(TilingOrder& row, const std::vector<sunstone::ReuseRecord>& reuse, const Workload& workload) {
    QStringList letters, words;
    for (const sunstone::ReuseRecord& each : reuse) {
        const TensorMark mark = markOf(workload, each.tensor);
        if (row.reusedSlot < 0) row.reusedSlot = mark.slot;
        letters << mark.letter;
        words << reuseText(each, workload);
    }
    row.reused = letters.join(QStringLiteral(", "));
    row.reusedWords = words.join(QStringLiteral("; "));
}

struct BestOfRun {
    std::optional<sunstone::Problem> problem;
    std::optional<sunstone::MappingSplit> split;
};

/// Of a run that has ended: its problem, and its best mapping as Sunstone builds them.
BestOfRun bestOf(const Run& run) {
    BestOfRun result;
    if (auto problem = sunstone::Problem::make(run.setup->mapspace)) result.problem = *std::move(problem);
    if (result.problem && run.finished() && run.live.best)
        result.split = sunstone::splitOf(*result.problem, run.live.best->mapping);
    return result;
}

}  // namespace

bool isSunstone(const RunPtr& run) { return run && run->inputs.search.algorithm == Algorithm::sunstone; }

OrderingTrieView::OrderingTrieView(QWidget* parent) : PrunedTreeView(tr("Ordering trie"), kOrderColumn, parent) {
    setObjectName("orderingTrieView");
}

void OrderingTrieView::setRun(const RunPtr& run) {
    const RunPtr shown = isSunstone(run) ? run : nullptr;
    const bool ended = shown && shown->finished();
    if (shown == m_run && ended == m_ended) return;
    m_run = shown;
    m_ended = ended;
    std::vector<TreeBox> boxes;
    m_record = {};
    if (m_run) {
        const Workload& workload = m_run->inputs.workload;
        m_record = sunstone::trieRecord(workload, kMostOrders);
        if (const BestOfRun best = bestOf(*m_run); best.split) markChosen(m_record, *best.problem, *best.split);
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
    const bool ended = shown && shown->finished();
    if (shown == m_run && ended == m_ended) return;
    m_run = shown;
    m_ended = ended;
    m_orders.clear();
    m_perOrder.clear();
    m_problem.reset();
    m_best.reset();
    m_bestOrder = -1;
    if (m_run) {
        BestOfRun best = bestOf(*m_run);
        m_problem = std::move(best.problem);
        m_best = std::move(best.split);
        const sunstone::TrieRecord trie = sunstone::trieRecord(m_run->inputs.workload, kMostOrders);
        std::vector<const sunstone::OrderRecord*> kept;
        for (const int node : trie.kept) kept.push_back(&trie.nodes[static_cast<std::size_t>(node)]);
        for (const sunstone::OrderRecord* order : kept) m_orders << worded(order->name);
        if (!kept.empty()) m_orders << tr("any");
        for (int order = 0; order < m_orders.size(); ++order) {
            m_perOrder.push_back(tilingOrderOf(recordOf(order), m_orders[order]));
            const auto index = static_cast<std::size_t>(order);
            if (index < kept.size()) tellReuse(m_perOrder.back(), kept[index]->reuse, m_run->inputs.workload);
        }
    }
    if (m_best && !m_orders.isEmpty())
        for (const int order :
             {sunstone::chosenOrderAbove(*m_problem, *m_best), static_cast<int>(m_orders.size()) - 1}) {
            const auto nodes = order < 0 ? std::vector<sunstone::TileRecord>() : recordOf(order).nodes;
            if (m_bestOrder < 0 &&
                std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return node.chosen; }))
                m_bestOrder = order;
        }
    if (m_bestOrder >= 0) m_order = m_bestOrder;
    if (m_order >= m_orders.size()) m_order = 0;
    refresh();
}

void SunstoneTilesView::setOrder(int order) {
    if (order == m_order || order < 0 || order >= m_orders.size()) return;
    m_order = order;
    refresh();
}

/// With the best mapping's tile marked.
sunstone::TilingRecord SunstoneTilesView::recordOf(int order) const {
    if (!m_problem) return {};
    const bool any = order + 1 == m_orders.size();
    sunstone::TilingRecord record = sunstone::tilingRecord(
        *m_problem, any ? std::nullopt : std::optional(static_cast<std::size_t>(order)), kMostTilesShown);
    if (m_best) markChosen(record, *m_problem, *m_best);
    return record;
}

void SunstoneTilesView::refresh() {
    std::vector<TreeBox> boxes;
    m_record = {};
    if (m_run && !m_orders.isEmpty()) {
        m_record = recordOf(m_order);
        for (const sunstone::TileRecord& node : m_record.nodes) boxes.push_back(boxOf(node, m_run->inputs.workload));
    }
    const QString below =
        m_record.order.empty() ? tr("whatever the order above") : tr("below order %1").arg(worded(m_record.order));
    const QString head =
        tr("Tiles of %1 in words, %2: %3 grow%4")
            .arg(worded(m_record.level), below, m_record.grows.empty() ? tr("no loops") : worded(m_record.grows),
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

}  // namespace lapidary::ui
