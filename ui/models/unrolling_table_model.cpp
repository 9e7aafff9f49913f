// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/unrolling_table_model.h"

namespace lapidary::ui {

namespace {
enum UnrollingColumn { kLanes, kUsed, kFate, kWhy };
}

UnrollingTableModel::UnrollingTableModel(QObject* parent) : FigureTableModel(parent) { setRecord(nullptr); }

void UnrollingTableModel::setRecord(std::shared_ptr<const sunstone::UnrollingRecord> record) {
    m_record = std::move(record);
    m_columns.clear();
    if (m_record)
        for (const std::string& axis : m_record->axes) {
            const QString name = QString::fromStdString(axis);
            m_columns.push_back({name.section(u' ', 0, 0) + QStringLiteral(" ≤ ") + name.section(u' ', 1),
                                 tr("Loops unrolled over this axis and their factors; at most as many lanes"), false});
        }
    m_axes = static_cast<int>(m_columns.size());
    m_columns.push_back({tr("Lanes"), tr("Product of the factors: lanes of the array in use")});
    m_columns.push_back({tr("Used"), tr("Lanes in use over those of the array")});
    m_columns.push_back(
        {tr("Fate"), tr("best: of the best mapping; kept: tried with tiles; dropped: by the principle"), false});
    m_columns.push_back(
        {tr("Why"), tr("Sunstone III-B: loops that serve tensors which the order above does not reuse"), false});
    reload();
}

Cell UnrollingTableModel::cell(int row, int column) const {
    const sunstone::UnrollingRow& line = m_record->rows[static_cast<std::size_t>(row)];
    Cell cell;
    if (column < m_axes) {
        const auto axis = static_cast<std::size_t>(column);
        cell = textCell(axis < line.axes.size() ? QString::fromStdString(line.axes[axis]) : QStringLiteral("1"));
        cell.zero = !line.kept;
    } else {
        switch (column - m_axes) {
        case kLanes: cell = countCell(line.lanes); break;
        case kUsed: cell = shareCell(line.utilization); break;
        case kFate:
            cell = textCell(line.chosen ? tr("▼ best") : line.kept ? tr("✓ kept") : tr("dropped"));
            cell.zero = !line.kept;
            break;
        case kWhy: cell = textCell(QString::fromStdString(line.reason)); break;
        default: break;
        }
    }
    cell.strong = line.chosen;
    cell.tip = QString::fromStdString(line.reason);
    return cell;
}

}  // namespace lapidary::ui
