// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/storage_view.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kStoragePadding = 10;
constexpr double kStorageTop = 24;
constexpr double kStorageRow = 25;
constexpr double kStorageNames = 84;
constexpr double kStorageNumbers = 116;

}  // namespace

StorageView::StorageView(QWidget* parent) : ExhibitView(tr("Storage occupancy"), parent) {}

double StorageView::Row::used() const { return std::accumulate(bits.begin(), bits.end(), 0.0); }

void StorageView::exhibitChanged() {
    m_rows.clear();
    if (has()) {
        const Target& target = *exhibit().setup->target;
        for (std::size_t level = 0; level < target.levels.size(); ++level) {
            const TargetLevel& described = target.levels[level];
            const std::string& name = target.architecture.levels()[level].name;
            for (std::size_t part = 0; part < described.capacityBits.size(); ++part) {
                Row row;
                row.level = static_cast<int>(level);
                row.name = QString::fromStdString(name);
                if (part > 0) row.name += u' ' + QString::fromStdString(described.partitions[part - 1]);
                row.capacityBits = static_cast<double>(described.capacityBits[part]);
                for (int tensor = 0; tensor < target.workload.tensorCount(); ++tensor) {
                    const auto t = static_cast<std::size_t>(tensor);
                    const TensorCost& cost = exhibit().cost.levels[level].tensors[t];
                    if (!cost.stored || described.part[t] != static_cast<int>(part)) continue;
                    row.tensors.push_back(tensor);
                    row.bits.push_back(static_cast<double>(cost.tile) * described.wordBits[t]);
                    row.words += cost.tile;
                }
                if (!row.tensors.empty() && row.capacityBits >= 0) m_rows.push_back(std::move(row));
            }
        }
    }
}

QSizeF StorageView::pictureSize() const {
    return {360, kStorageTop + kStorageRow * static_cast<double>(m_rows.size()) + 8};
}

std::vector<QRectF> StorageView::barsOf(const Row& row, double y, double width) const {
    const double left = kStoragePadding + kStorageNames;
    const double room = width - left - kStorageNumbers - kStoragePadding;
    const double whole = std::max(row.capacityBits, row.used());
    std::vector<QRectF> bars;
    double x = left;
    for (const double bits : row.bits) {
        const double part = whole > 0 ? room * bits / whole : 0;
        bars.emplace_back(x, y + 4, std::max(part, 1.0), 16);
        x += part;
    }
    return bars;
}

void StorageView::paintRow(QPainter& painter, const Theme& theme, const Row& row, double y, double width) const {
    const Workload& workload = exhibit().inputs.workload;
    drawText(painter, {kStoragePadding, y, kStorageNames - 6, kStorageRow}, Qt::AlignVCenter, row.name,
             uiFont(TypeSize::control), theme.text);
    const double left = kStoragePadding + kStorageNames;
    const double room = width - left - kStorageNumbers - kStoragePadding;
    painter.fillRect(QRectF(left, y + 4, room, 16), theme.emptyCell);
    const std::vector<QRectF> bars = barsOf(row, y, width);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        drawTensorBar(painter, theme, bars[i], markOf(workload, row.tensors[i]));
        if (marked([&](const Links& links) { return links.tile(row.level, row.tensors[i]); }))
            drawOutline(painter, theme, bars[i]);
    }
    const double share = row.capacityBits > 0 ? row.used() / row.capacityBits : 0;
    if (row.capacityBits >= 0 && share <= 1)
        painter.fillRect(QRectF(left + room - 1, y + 1, 2, 22), theme.text);  // the capacity
    drawText(painter, {width - kStoragePadding - kStorageNumbers + 4, y, 56, kStorageRow},
             Qt::AlignVCenter | Qt::AlignRight, countText(row.words), uiFont(TypeSize::control), theme.text);
    drawText(painter, {width - kStoragePadding - 54, y, 54, kStorageRow}, Qt::AlignVCenter | Qt::AlignRight,
             percentText(share), uiFont(TypeSize::note, true), share > 1 ? theme.error : theme.text);
}

void StorageView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const QFont note = uiFont(TypeSize::note);
    const double right = size.width() - kStoragePadding - 64;
    const double left = kStoragePadding + kStorageNames;
    drawText(painter, {left, 2, right - left - 4, kStorageTop - 4}, Qt::AlignVCenter, tr("words held, largest tiles"),
             note, theme.text2);
    drawText(painter, {right, 2, 64, kStorageTop - 4}, Qt::AlignVCenter | Qt::AlignRight, tr("of capacity"), note,
             theme.text2);
    double y = kStorageTop;
    for (const Row& row : m_rows) {
        paintRow(painter, theme, row, y, size.width());
        y += kStorageRow;
    }
}

Subject StorageView::subjectAt(const QPointF& position) const {
    double y = kStorageTop;
    for (const Row& row : m_rows) {
        const std::vector<QRectF> bars = barsOf(row, y, width());
        for (std::size_t i = 0; i < bars.size(); ++i)
            if (bars[i].contains(position)) return {.level = row.level, .tensor = row.tensors[i]};
        if (position.y() >= y && position.y() < y + kStorageRow) return {.level = row.level};
        y += kStorageRow;
    }
    return {};
}

std::optional<FigureId> StorageView::figureOf(const Subject& subject) const {
    if (!has() || subject.level < 0 || subject.level >= design().levelCount()) return std::nullopt;
    return FigureId{.kind = subject.tensor < 0 ? CostFigure::capacity : CostFigure::tile,
                    .level = static_cast<std::int8_t>(subject.level),
                    .tensor = static_cast<std::int8_t>(subject.tensor)};
}

QString StorageView::tipAt(const QPointF& position) const {
    const Subject subject = subjectAt(position);
    if (subject.tensor < 0) return {};
    const auto level = static_cast<std::size_t>(subject.level);
    const auto tensor = static_cast<std::size_t>(subject.tensor);
    const LevelCost& cost = exhibit().cost.levels[level];
    return tr("%1 holds tiles of %2 of up to %3 words of %4 bit in each of %5 instances")
        .arg(QString::fromStdString(cost.name),
             QString::fromStdString(exhibit().inputs.workload.tensors()[tensor].name),
             countText(cost.tensors[tensor].tile))
        .arg(exhibit().setup->target->levels[level].wordBits[tensor])
        .arg(countText(cost.instances));
}

QString StorageView::textTwin() const {
    QStringList lines;
    for (const Row& row : m_rows)
        lines << tr("%1: %2 words, %3 of capacity")
                     .arg(row.name, countText(row.words),
                          percentText(row.capacityBits > 0 ? row.used() / row.capacityBits : 0));
    return lines.join(u'\n');
}

QString StorageView::emptyText() const {
    return has() ? QString() : tr("How full each storage is, once there is a mapping.");
}

}  // namespace lapidary::ui
