// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of an imported network: what its nodes became, by kind and one by one, the layers that come of it, and what a
// run with values found. GUI thread only.
#pragma once

#include <map>
#include <vector>

#include "ui/jobs/values_runner.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

/// One row for each thing that a node can become, with its shares.
class ImportSummaryModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit ImportSummaryModel(QObject* parent = nullptr);
    void setModel(const ImportedPtr& imported);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_imported ? 4 : 0; }
    Cell cell(int row, int column) const override;

private:
    std::vector<Column> m_columns;
    ImportedPtr m_imported;
    std::int64_t m_macs = 0, m_elements = 0;
};

class ImportNodeModel final : public FigureTableModel {
    Q_OBJECT
public:
    enum ColumnIndex { kName, kOperator, kInputs, kOutput, kBecame, kMacs, kMacShare, kElementShare, kWhy };

    explicit ImportNodeModel(QObject* parent = nullptr);
    void setModel(const ImportedPtr& imported);
    /// Place in the list of layers of what a node became; -1 = none.
    int layerOf(int node) const;

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_imported ? static_cast<int>(m_imported->model.graph.nodes.size()) : 0; }
    Cell cell(int row, int column) const override;
    QString tipOf(int row, int column) const override;

private:
    QString shapesOf(const std::vector<int>& values, qsizetype most) const;
    QString becameOf(int row) const;

    std::vector<Column> m_columns;
    ImportedPtr m_imported;
    std::map<int, int> m_layerOfOwner;  ///< by the node that became a layer
    std::int64_t m_macs = 0, m_elements = 0;
};

class ImportLayerModel final : public FigureTableModel {
    Q_OBJECT
public:
    enum ColumnIndex { kTaken, kLayer, kCount, kBounds, kLayerMacs, kShare };

    explicit ImportLayerModel(QObject* parent = nullptr);
    void setModel(const ImportedPtr& imported, const std::vector<bool>& taken);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_imported ? static_cast<int>(m_imported->layers.size()) : 0; }
    Cell cell(int row, int column) const override;
    QString tipOf(int row, int column) const override;

private:
    std::vector<Column> m_columns;
    ImportedPtr m_imported;
    std::vector<bool> m_taken;
    std::int64_t m_macs = 0;
};

/// What the nodes of a run with values made, and what their layers took on the machine.
class ValuesModel final : public FigureTableModel {
    Q_OBJECT
public:
    enum ColumnIndex { kNode, kNodeOperator, kMade, kBy, kCycles, kUse, kTile, kLargest, kDeviation };

    explicit ValuesModel(QObject* parent = nullptr);
    void setAnswer(const ValuesPtr& answer);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_answer ? static_cast<int>(m_answer->nodes.size()) : 0; }
    Cell cell(int row, int column) const override;

private:
    std::vector<Column> m_columns;
    ValuesPtr m_answer;
};

}  // namespace lapidary::ui
