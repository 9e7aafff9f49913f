// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures of a run of the fabric model, one per row. GUI thread only.
#pragma once

#include "core/io/stonne/desk_report.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class FabricTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit FabricTableModel(QObject* parent = nullptr);
    void setFigures(std::vector<stonne::DeskFigure> figures);
    const std::vector<stonne::DeskFigure>& figures() const { return m_figures; }

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_figures.size()); }
    Cell cell(int row, int column) const override;

private:
    std::vector<stonne::DeskFigure> m_figures;
    std::vector<Column> m_columns;
};

}  // namespace lapidary::ui
