// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/fabric_table_model.h"

namespace lapidary::ui {

FabricTableModel::FabricTableModel(QObject* parent)
    : FigureTableModel(parent),
      m_columns{{tr("Counter"), tr("What was counted while the layer ran"), false},
                {tr("Whole run"), tr("From the first cycle to the last output in memory")},
                {tr("Unit"), tr("Of the figure; STONNE's energies have none"), false}} {}

void FabricTableModel::setFigures(std::vector<stonne::DeskFigure> figures) {
    m_figures = std::move(figures);
    refresh();
}

Cell FabricTableModel::cell(int row, int column) const {
    const stonne::DeskFigure& figure = m_figures[static_cast<std::size_t>(row)];
    if (column != 1) {
        Cell cell = textCell(QString::fromStdString(column == 0 ? figure.label : figure.unit));
        cell.tip = QString::fromStdString(figure.meaning);
        return cell;
    }
    Cell cell = figure.kind == stonne::DeskFigure::Kind::count   ? countCell(static_cast<std::int64_t>(figure.value))
                : figure.kind == stonne::DeskFigure::Kind::share ? figureCell(100 * figure.value)
                                                                 : figureCell(figure.value);
    cell.strong = row == 0;
    cell.tip = QString::fromStdString(figure.meaning);
    return cell;
}

}  // namespace lapidary::ui
