// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The trials of a tuning: what each tried, what it cost, next to the best, and what was predicted. GUI thread only.
#pragma once

#include "ui/jobs/tuning_runner.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class TrialTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    enum ColumnIndex { kTrial, kTried, kMultipliers, kCost, kVersus, kPredicted };

    explicit TrialTableModel(QObject* parent = nullptr);
    void setTuning(const ShownTuning& shown);
    /// -1 if the trial has no row.
    int rowOf(int trial) const;

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_shown ? static_cast<int>(m_shown.tuning->trials.size()) : 0; }
    Cell cell(int row, int column) const override;

private:
    std::vector<Column> m_columns;
    ShownTuning m_shown;
    int m_best = -1;
};

}  // namespace lapidary::ui
