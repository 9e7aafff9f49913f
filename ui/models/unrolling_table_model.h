// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Sunstone's unrolling principle kept and dropped of one array: the loops on each axis, how much of the array they use,
// and why. Kept rows stand first and are strong; the best mapping's says so. GUI thread only.
#pragma once

#include <memory>

#include "core/search/sunstone/unrolling_record.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class UnrollingTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit UnrollingTableModel(QObject* parent = nullptr);
    /// Null = nothing to show.
    void setRecord(std::shared_ptr<const sunstone::UnrollingRecord> record);
    const sunstone::UnrollingRecord* record() const { return m_record.get(); }

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_record ? static_cast<int>(m_record->rows.size()) : 0; }
    Cell cell(int row, int column) const override;

private:
    std::shared_ptr<const sunstone::UnrollingRecord> m_record;
    std::vector<Column> m_columns;
    int m_axes = 0;  ///< columns before the others
};

}  // namespace lapidary::ui
