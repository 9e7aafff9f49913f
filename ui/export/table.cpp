// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/table.h"

#include <QAbstractItemModel>

#include <algorithm>

#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

Table tableOf(const QAbstractItemModel& model, NumberStyle style) {
    const int role = style == NumberStyle::exact ? static_cast<int>(FigureTableModel::ExactRole) : Qt::DisplayRole;
    Table table;
    for (int column = 0; column < model.columnCount(); ++column)
        table.header.push_back(model.headerData(column, Qt::Horizontal).toString().toStdString());
    for (int row = 0; row < model.rowCount(); ++row) {
        std::vector<std::string>& cells = table.rows.emplace_back();
        for (int column = 0; column < model.columnCount(); ++column)
            cells.push_back(model.index(row, column).data(role).toString().toStdString());
    }
    return table;
}

QString toTsv(const QModelIndexList& selection) {
    QModelIndexList cells = selection;
    std::sort(cells.begin(), cells.end(), [](const QModelIndex& a, const QModelIndex& b) {
        return a.row() != b.row() ? a.row() < b.row() : a.column() < b.column();
    });
    QString text;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i > 0) text += cells[i].row() == cells[i - 1].row() ? u'\t' : u'\n';
        text += cells[i].data(FigureTableModel::ExactRole).toString();
    }
    return text;
}

}  // namespace lapidary::ui
