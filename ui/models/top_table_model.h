// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best mappings of the runs on show that map the same workload on the same design: what they cost and how they spread
// over the array, best first by the objective; a mapping that several runs found is one row. GUI thread only.
#pragma once

#include "ui/models/figure_table_model.h"
#include "ui/models/scale.h"
#include "ui/session/run.h"

namespace lapidary::ui {

class TopTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit TopTableModel(QObject* parent = nullptr);
    void setRuns(const std::vector<RunPtr>& runs);
    /// Index into the runs, and rank within that run, of a shown row.
    ShownMapping shownOf(int row) const;

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_lines.size()); }
    Cell cell(int row, int column) const override;

private:
    struct Line {
        int run = 0;
        int rank = 0;
        QString numbers;  ///< of all runs that found it
        int series = 0;
        Candidate candidate;
        double utilization = 0;
        QString spatial;
    };
    std::vector<Line> linesOf(const Run& run, int index) const;
    static void mergeEqual(std::vector<Line>& lines);

    std::vector<Column> m_columns;
    std::vector<Line> m_lines;
    Scale m_edp, m_energy;
};

/// "X: Q 7 (last 6) · M 2, Y: S 5"
QString spatialText(const Mapping& mapping, const Target& target);

}  // namespace lapidary::ui
