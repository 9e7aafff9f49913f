// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The runs of a session, one row each; the title can be edited. GUI thread only.
#pragma once

#include "ui/models/figure_table_model.h"
#include "ui/models/scale.h"
#include "ui/session/run.h"

namespace lapidary::ui {

class RunTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    enum ColumnIndex { kTitle, kMapspace, kBest, kState };

    explicit RunTableModel(QObject* parent = nullptr);
    void setRuns(const std::vector<RunPtr>& runs);
    /// Of a shown row.
    const RunPtr& run(int row) const { return m_runs[static_cast<std::size_t>(source(row))]; }

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void renamed(int run, const QString& name);  ///< index into the runs

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_runs.size()); }
    Cell cell(int row, int column) const override;
    QString tipOf(int row, int column) const override;

private:
    std::vector<Column> m_columns;
    std::vector<RunPtr> m_runs;
    Scale m_edp;
};

/// The second line of a run: "55.0 M drawn".
QString workText(const Run& run);

}  // namespace lapidary::ui
