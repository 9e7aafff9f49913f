// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which level keeps which tensor: must, may or never. The outermost level holds all and is locked. GUI thread only.
#pragma once

#include "core/mapping/target.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class KeepTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit KeepTableModel(QObject* parent = nullptr);
    void setInputs(const Architecture& design, const Workload& workload);

    Keep keepAt(int row, int column) const;
    bool locked(int row) const { return source(row) == 0; }

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_levels.size()); }
    Cell cell(int row, int column) const override;

private:
    std::vector<Level> m_levels;
    Workload m_workload;
    std::vector<Column> m_columns;
};

}  // namespace lapidary::ui
