// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/nest_rows.h"

#include "core/model/counted_nest.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/fonts.h"

namespace lapidary::ui {

namespace {

/// Counts fit the gutter: exact up to six digits, then with a prefix.
QString gutterText(std::int64_t trips) {
    return trips < 1'000'000 ? countText(trips) : shortCount(static_cast<double>(trips), 4);
}

/// Occupancy of the level's parts: "38,880 / 40,960 words" and "95 %"; the fullest part if there are several.
void describeUse(const NestLine& line, const TargetLevel& level, NestRow& row) {
    const PartUse* fullest = nullptr;
    for (const PartUse& part : line.parts)
        if (part.capacityBits >= 0 && (!fullest || part.share() > fullest->share())) fullest = &part;
    if (!fullest) {
        row.note = QObject::tr("unbounded");
        return;
    }
    if (level.partitions.empty()) {
        std::int64_t used = 0;
        for (const StoredTile& tile : line.tiles) used += tile.words;
        const std::int64_t capacity = line.tiles.empty() ? -1 : line.tiles.front().capacityWords;
        if (capacity >= 0) row.note = QStringLiteral("%1 / %2").arg(countText(used), countText(capacity));
    } else if (level.instances > 1) {
        row.note = QObject::tr("each of %1").arg(countText(level.instances));
    }
    row.noteStrong = QStringLiteral("%1 %").arg(100 * fullest->share(), 0, 'f', 0);
}

NestRow storeRow(const NestLine& line, const Target& target) {
    NestRow row;
    row.kind = NestRow::Kind::store;
    row.node = line.node;
    row.level = line.level;
    const TargetLevel& level = target.levels[static_cast<std::size_t>(line.level)];
    row.text = QString::fromStdString(target.architecture.levels()[static_cast<std::size_t>(line.level)].name);
    for (const StoredTile& tile : line.tiles) {
        QString words = countText(tile.words);
        if (tile.part > 0 && tile.capacityWords >= 0) words += QStringLiteral(" / ") + countText(tile.capacityWords);
        row.held.push_back({tile.tensor, words, false});
    }
    for (int tensor = 0; tensor < target.workload.tensorCount(); ++tensor)
        if (line.bypassed >> tensor & 1U) row.held.push_back({tensor, QObject::tr("bypass"), true});
    describeUse(line, level, row);
    return row;
}

NestRow loopRow(const NestLine& line, const Node& loop, const Target& target) {
    NestRow row;
    row.node = line.node;
    row.level = line.level;
    row.spatial = loop.kind == NodeKind::spatial;
    row.gutter = row.spatial ? QStringLiteral("∥ %1").arg(line.lanes) : gutterText(line.trips);
    row.keyword = row.spatial ? QStringLiteral("parFor") : QStringLiteral("for");
    row.text = QStringLiteral(" %1 in 0..%2")
                   .arg(QString::fromStdString(target.workload.dimensions()[loop.dimension].name))
                   .arg(loop.bound);
    if (loop.tail != loop.bound) row.tail = QObject::tr("last: %1").arg(loop.tail);
    if (row.spatial) {
        row.axis = loop.axis == Axis::x ? QStringLiteral("X") : QStringLiteral("Y");
        if (target.architecture.fanoutCount() > 1)
            row.axis.prepend(QString::fromStdString(target.architecture.fanouts()[loop.fanout].name) + u'.');
    }
    row.indexes = line.indexed;
    return row;
}

}  // namespace

std::vector<NestRow> nestRows(const Exhibit& exhibit) {
    const Target& target = *exhibit.setup->target;
    std::vector<NestRow> rows;
    int depth = 0;
    for (const NestLine& line : describeNest(exhibit.mapping, target, exhibit.cost)) {
        const Node& node = exhibit.mapping.nodes[static_cast<std::size_t>(line.node)];
        NestRow row = node.isLoop() ? loopRow(line, node, target) : storeRow(line, target);
        row.depth = depth;
        depth += node.isLoop();
        rows.push_back(std::move(row));
    }
    NestRow compute;
    compute.kind = NestRow::Kind::compute;
    compute.level = target.architecture.levelCount();
    compute.depth = depth;
    compute.gutter = gutterText(exhibit.cost.computes);
    compute.text = QString::fromStdString(target.workload.einsum());
    rows.push_back(std::move(compute));
    return rows;
}

QFont keywordFont() { return monoFont(12.5, true); }
QFont tailFont() { return monoFont(11); }

}  // namespace lapidary::ui
