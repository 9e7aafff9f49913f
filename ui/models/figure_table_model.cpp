// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/figure_table_model.h"

#include <algorithm>
#include <numeric>

#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"

namespace lapidary::ui {

Cell textCell(const QString& text, Swatch swatch) {
    Cell cell;
    cell.text = text;
    cell.swatch = swatch;
    return cell;
}

Cell countCell(std::int64_t count) {
    Cell cell;
    cell.text = countText(count);
    cell.exact = QString::number(count);
    cell.order = static_cast<double>(count);
    cell.zero = count == 0;
    return cell;
}

Cell figureCell(double value) {
    Cell cell;
    cell.text = fixedDigits(value);
    cell.exact = QString::fromStdString(formatExact(value));
    cell.order = value;
    cell.zero = value == 0;
    return cell;
}

Cell shareCell(double share) {
    Cell cell;
    cell.text = QStringLiteral("%1 %").arg(100 * share, 0, 'f', 1);
    cell.exact = QString::fromStdString(formatExact(share));
    cell.order = share;
    cell.bar = share;
    cell.zero = share == 0;
    return cell;
}

Cell missingCell() {
    Cell cell;
    cell.text = QStringLiteral("-");
    cell.exact = QStringLiteral("");
    cell.zero = true;
    return cell;
}

int FigureTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FigureTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

QVariant FigureTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    if (role == Qt::ToolTipRole || role == Qt::WhatsThisRole) {
        const QString tip = tipOf(source(index.row()), index.column());
        return tip.isEmpty() ? QVariant() : tip;
    }
    const Cell value = cell(source(index.row()), index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return value.text;
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            Qt::AlignVCenter |
            (columns()[static_cast<std::size_t>(index.column())].numeric ? Qt::AlignRight : Qt::AlignLeft));
    case ExactRole: return value.exact.isNull() ? value.text : value.exact;
    case SwatchRole: return QVariant::fromValue(value.swatch);
    case BarRole: return value.bar;
    case ZeroRole: return value.zero;
    case StrongRole: return value.strong;
    case GoodRole: return value.good;
    case CheckedRole: return value.checked ? QVariant(*value.checked) : QVariant();
    case RatioRole: return value.ratio ? QVariant(*value.ratio) : QVariant();
    default: return {};
    }
}

QVariant FigureTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = columns()[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return column.title;
    case Qt::WhatsThisRole:
    case Qt::ToolTipRole: return column.definition;
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter | (column.numeric ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

void FigureTableModel::sort(int column, Qt::SortOrder order) {
    m_sortColumn = column;
    m_sortOrder = order;
    emit layoutAboutToBeChanged();
    sortRows();
    emit layoutChanged();
}

void FigureTableModel::sortRows() {
    std::iota(m_rows.begin(), m_rows.end(), 0);
    if (m_sortColumn < 0 || m_sortColumn >= columnCount()) return;
    const bool numeric = columns()[static_cast<std::size_t>(m_sortColumn)].numeric;
    std::vector<Cell> keys;
    keys.reserve(m_rows.size());
    for (const int row : m_rows) keys.push_back(cell(row, m_sortColumn));
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](int a, int b) {
        if (m_sortOrder == Qt::DescendingOrder) std::swap(a, b);
        const Cell& left = keys[static_cast<std::size_t>(a)];
        const Cell& right = keys[static_cast<std::size_t>(b)];
        return numeric ? left.order < right.order : left.text.localeAwareCompare(right.text) < 0;
    });
}

void FigureTableModel::refresh() {
    const auto rows = static_cast<std::size_t>(count());
    if (rows != m_rows.size()) return reload();
    if (rows == 0) return;
    sortRows();
    emit dataChanged(index(0, 0), index(static_cast<int>(rows) - 1, columnCount() - 1));
}

void FigureTableModel::reload() {
    beginResetModel();
    m_rows.resize(static_cast<std::size_t>(count()));
    sortRows();
    endResetModel();
}

}  // namespace lapidary::ui
