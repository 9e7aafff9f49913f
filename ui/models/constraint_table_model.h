// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The constraints in use, one row per rule; values are typed into their cells. GUI thread only.
#pragma once

#include "core/arch/architecture.h"
#include "core/io/constraint_rules.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class ConstraintTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    static constexpr int kValueColumn = 2;

    explicit ConstraintTableModel(QObject* parent = nullptr);
    void setConstraints(const Constraints& constraints, const Architecture& design);
    /// Of a shown row.
    const ConstraintRule& rule(int row) const { return m_rules[static_cast<std::size_t>(source(row))]; }
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void valueEdited(const lapidary::ConstraintRule& rule);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_rules.size()); }
    Cell cell(int row, int column) const override;

private:
    std::vector<ConstraintRule> m_rules;
    std::vector<int> m_levels;  ///< by rule: the level, or -1 for fanouts
    int m_levelCount = 0;
    std::vector<Column> m_columns;
};

}  // namespace lapidary::ui
