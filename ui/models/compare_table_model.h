// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures of two mappings: A, B, their difference, their ratio also as a bar around 1, and which is better, as a word.
// GUI thread only.
#pragma once

#include "ui/models/figure_table_model.h"
#include "ui/models/scale.h"
#include "ui/views/compare_pair.h"

namespace lapidary::ui {

class CompareTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    static constexpr int kBarColumn = 6;

    explicit CompareTableModel(QObject* parent = nullptr);
    void setPair(const ComparePairPtr& pair);
    /// In the terms of A.
    Subject subjectOf(int row) const;
    std::vector<int> rowsOf(const Subject& subject) const;

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_pair ? static_cast<int>(m_pair->numbers.size()) : 0; }
    Cell cell(int row, int column) const override;

private:
    Scale scaleOf(const CompareRow& row) const;
    QString unitOf(const CompareRow& row) const;
    Cell valueCell(const CompareRow& row, const std::optional<double>& value) const;
    Cell deltaCell(const CompareRow& row) const;

    ComparePairPtr m_pair;
    std::vector<Column> m_columns;
};

}  // namespace lapidary::ui
