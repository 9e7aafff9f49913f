// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/keep_table_model.h"

#include "ui/models/words.h"

namespace lapidary::ui {

KeepTableModel::KeepTableModel(QObject* parent) : FigureTableModel(parent) {}

void KeepTableModel::setInputs(const Architecture& design, const Workload& workload) {
    std::vector<Column> columns{{tr("Level"), tr("Storage level, outermost first"), false}};
    for (const Tensor& tensor : workload.tensors())
        columns.push_back({tensor.role == tensor.name ? QString::fromStdString(tensor.name)
                                                      : QString::fromStdString(tensor.name + " " + tensor.role),
                           tr("%1, role %2: click or Space goes from must to may to never")
                               .arg(QString::fromStdString(tensor.name), QString::fromStdString(tensor.role)),
                           false});
    const auto titles = [](const std::vector<Column>& list) {
        QStringList words;
        for (const Column& column : list) words << column.title;
        return words;
    };
    if (titles(columns) != titles(m_columns)) {
        m_levels.clear();
        refresh();  // no row outlives its columns
        beginResetModel();
        m_columns = std::move(columns);
        endResetModel();
    }
    m_levels = design.levels();
    m_workload = workload;
    refresh();
}

Keep KeepTableModel::keepAt(int row, int column) const {
    return keepRule(m_levels[static_cast<std::size_t>(source(row))],
                    m_workload.tensors()[static_cast<std::size_t>(column) - 1]);
}

Cell KeepTableModel::cell(int row, int column) const {
    const Level& level = m_levels[static_cast<std::size_t>(row)];
    if (column == 0) return textCell(QString::fromStdString(level.name), {Swatch::Kind::level, row, count()});
    const Keep keep = keepRule(level, m_workload.tensors()[static_cast<std::size_t>(column) - 1]);
    Cell cell = textCell(fromView(keyOf(keep)));
    cell.tip = row == 0 ? tr("The outermost level holds every tensor to begin with") : fromView(entryOf(keep).meaning);
    return cell;
}

}  // namespace lapidary::ui
