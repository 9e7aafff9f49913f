// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's tilings of the innermost memory, an order of the level above a row: what it reuses, what grows, how many tiles were met, what
// became of them, and the largest that are kept. GUI thread only.
#pragma once

#include "core/search/sunstone/record.h"
#include "ui/models/figure_table_model.h"

namespace lapidary::ui {

/// What a tree of tiles comes to.
struct TilingOrder {
    QString order, grows, largest;
    QString reused, reusedWords;  ///< "O" and "O over C R", tensors that the order reuses in time
    int reusedSlot = -1;          ///< index into Theme::tensors of the first of them; < 0 = none
    int nodes = 0, tooLarge = 0, dominated = 0, kept = 0;
    bool complete = true, best = false;  ///< best: holds the best mapping's tile
};
TilingOrder tilingOrderOf(const sunstone::TilingRecord& record, const QString& order);

class TilingOrderModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit TilingOrderModel(QObject* parent = nullptr);
    void setOrders(std::vector<TilingOrder> orders);

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_orders.size()); }
    Cell cell(int row, int column) const override;

private:
    std::vector<TilingOrder> m_orders;
    std::vector<Column> m_columns;
};

}  // namespace lapidary::ui
