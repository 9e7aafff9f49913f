// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The two tables of a workload: its dimensions with bounds, which can be typed into, and its tensors. GUI thread only.
#pragma once

#include "core/workload/workload.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class BoundTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    enum ColumnIndex { kDimension, kBound, kRole, kIndexes };

    explicit BoundTableModel(QObject* parent = nullptr);
    /// `unused` are dimensions that the text being written has no longer.
    void setWorkload(const Workload& workload, const std::vector<std::string>& unused);
    const Workload& workload() const { return m_workload; }
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void boundEdited(int dimension, const QString& text);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_workload.dimensionCount(); }
    Cell cell(int row, int column) const override;

private:
    Workload m_workload;
    std::vector<std::string> m_unused;
    std::vector<Column> m_columns;
};

class TensorTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit TensorTableModel(QObject* parent = nullptr);
    void setWorkload(const Workload& workload);
    /// Names without roles.
    void setCompact(bool compact);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_workload.tensorCount(); }
    Cell cell(int row, int column) const override;

private:
    Workload m_workload;
    bool m_compact = false;
    std::vector<Column> m_columns;
};

/// "output channel", "filter row, reduced": what a dimension is, by the names that designs give it.
QString dimensionRole(const Workload& workload, int dimension);

}  // namespace lapidary::ui
