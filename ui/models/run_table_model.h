// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The runs of a session, one row each. GUI thread only.
#pragma once

#include "ui/models/figure_table_model.h"
#include "ui/models/scale.h"
#include "ui/session/run.h"

namespace lapidary::ui {

class RunTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    static constexpr int kTitleColumn = 1;

    explicit RunTableModel(QObject* parent = nullptr);
    void setRuns(const std::vector<RunPtr>& runs);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_runs.size()); }
    Cell cell(int row, int column) const override;

private:
    std::vector<Column> m_columns;
    std::vector<RunPtr> m_runs;
    Scale m_edp;
};

}  // namespace lapidary::ui
