// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why mappings were refused: the first failing check of each, most frequent first. GUI thread only.
#pragma once

#include "ui/models/figure_table_model.h"
#include "ui/session/run.h"

namespace lapidary::ui {

class ReasonTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit ReasonTableModel(QObject* parent = nullptr);
    void setRun(const RunPtr& run);
    /// What a row's example is; null if there is no such row.
    const ReasonCount* reasonAt(int row) const;
    /// The example's mapping is known, and the desk has the workload and design that it was drawn for.
    bool canOpen(const ReasonCount& reason) const { return reason.mapping && m_onDesk; }

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_counters.invalid.size()); }
    Cell cell(int row, int column) const override;

private:
    std::vector<Column> m_columns;
    Counters m_counters;
    SetupPtr m_setup;
    bool m_onDesk = false;
};

/// Where a reason points: a level's name, a fanout's, or "form".
QString placeOf(const Reason& reason, const Target& target);
Swatch swatchOf(const Reason& reason, const Target& target);

}  // namespace lapidary::ui
