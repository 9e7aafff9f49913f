// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The factors of a mapspace's size, beside those of the perfect one, and their product: what a student can multiply.
// GUI thread only.
#pragma once

#include "core/mapspace/mapspace.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

class SizeTermModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit SizeTermModel(QObject* parent = nullptr);
    /// `perfect` is null where there is none to compare with.
    void setSpaces(const Mapspace& space, const Mapspace* perfect);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return m_terms.empty() ? 0 : static_cast<int>(m_terms.size()) + 1; }
    Cell cell(int row, int column) const override;

private:
    std::vector<SizeTerm> m_terms, m_perfectTerms;
    BigInt m_size, m_perfectSize;
    std::vector<Column> m_columns;
};

/// "44,977,860" or "3.088e17" as "3.088 × 10^17" with raised digits; exact in Cell::exact.
QString sizeText(const BigInt& size);

}  // namespace lapidary::ui
