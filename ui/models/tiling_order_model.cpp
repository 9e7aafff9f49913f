// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/tiling_order_model.h"

#include <algorithm>

namespace lapidary::ui {

namespace {

constexpr int kMostNamed = 3;  ///< largest tiles

enum TilingOrderColumn {
    kTilingOrder,
    kTilingReused,
    kTilingGrows,
    kTilingNodes,
    kTilingOver,
    kTilingDominated,
    kTilingKept
};

}  // namespace

TilingOrder tilingOrderOf(const sunstone::TilingRecord& record, const QString& order) {
    TilingOrder row;
    row.order = order;
    row.grows = QString::fromStdString(record.grows);
    row.nodes = static_cast<int>(record.nodes.size());
    row.tooLarge = record.tooLarge;
    row.dominated = record.dominated;
    row.kept = record.kept;
    row.complete = record.complete;
    std::vector<const sunstone::TileRecord*> kept;
    for (const sunstone::TileRecord& node : record.nodes) {
        row.best = row.best || node.chosen;
        if (node.status == sunstone::TileStatus::kept) kept.push_back(&node);
    }
    std::ranges::stable_sort(kept, [](const auto* a, const auto* b) { return a->words > b->words; });
    QStringList names;
    for (const sunstone::TileRecord* node : kept) {
        if (names.size() == kMostNamed) break;
        names << QString::fromStdString(node->name);
    }
    row.largest = names.join(QStringLiteral(", "));
    return row;
}

TilingOrderModel::TilingOrderModel(QObject* parent) : FigureTableModel(parent) {
    m_columns = {
        {tr("Order"), tr("Kept order of the level above; any: whatever it is"), false},
        {tr("Reused in time"), tr("Tensors that stay while the order's innermost loops run, also in part"), false},
        {tr("Grown"), tr("Loops that grow in the tile: the order above reuses no tensor over the others"), false},
        {tr("Nodes"), tr("Tiles that were met")},
        {tr("Over"), tr("Tiles that the memory can't hold")},
        {tr("Dominated"), tr("Tiles with a larger one that fits")},
        {tr("Kept"), tr("Tiles that a search goes on with")},
        {tr("Largest tiles"), tr("Of those that are kept, by the words they hold"), false}};
}

void TilingOrderModel::setOrders(std::vector<TilingOrder> orders) {
    m_orders = std::move(orders);
    refresh();
}

Cell TilingOrderModel::cell(int row, int column) const {
    const TilingOrder& of = m_orders[static_cast<std::size_t>(row)];
    Cell cell;
    switch (column) {
    case kTilingOrder: cell = textCell(of.best ? tr("▼ %1").arg(of.order) : of.order); break;
    case kTilingReused:
        if (of.reusedSlot < 0) return missingCell();
        cell = textCell(of.reused, {.kind = Swatch::Kind::tensor, .index = of.reusedSlot});
        cell.tip = of.reusedWords;
        break;
    case kTilingGrows: cell = textCell(of.grows); break;
    case kTilingNodes: cell = countCell(of.nodes); break;
    case kTilingOver: cell = countCell(of.tooLarge); break;
    case kTilingDominated: cell = countCell(of.dominated); break;
    case kTilingKept: cell = countCell(of.kept); break;
    default: cell = textCell(of.largest); break;
    }
    if (!of.complete && column >= kTilingNodes && column <= kTilingKept) {
        cell.text.prepend(QStringLiteral("≥ "));
        cell.tip = tr("The tree was cut at %1 tiles").arg(of.nodes);
    }
    cell.strong = of.best;
    return cell;
}

}  // namespace lapidary::ui
