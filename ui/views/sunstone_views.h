// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone from inside (Olyaiy et al., ISPASS 2023): the ordering trie with the reuse of each order (Fig. 4) and the tiling tree
// of the innermost memory below one order (Fig. 5). What was dropped says by which rule; once the run has ended, where its
// best mapping went is marked. Figures and reasons are core/search/sunstone/record.h's. GUI thread only.
#pragma once

#include <QStringList>

#include "core/search/sunstone/record.h"
#include "ui/models/tiling_order_model.h"
#include "ui/session/run.h"
#include "ui/views/pruned_tree.h"

namespace lapidary::ui {

bool isSunstone(const RunPtr& run);

class OrderingTrieView final : public PrunedTreeView {
    Q_OBJECT
public:
    explicit OrderingTrieView(QWidget* parent = nullptr);
    /// Null and runs of other algorithms leave it empty.
    void setRun(const RunPtr& run);
    /// "8 kept, 142 add no reuse, 27 needless"
    QString summary() const;
    QString emptyText() const override;

private:
    RunPtr m_run;
    bool m_ended = false;
    sunstone::TrieRecord m_record;
};

class SunstoneTilesView final : public PrunedTreeView {
    Q_OBJECT
public:
    explicit SunstoneTilesView(QWidget* parent = nullptr);
    void setRun(const RunPtr& run);
    /// Orders that the trie keeps, below which there is a tree each; last, "any": tiles that grow in all loops.
    const QStringList& orders() const { return m_orders; }
    int order() const { return m_order; }
    void setOrder(int order);
    /// What each of those trees comes to.
    const std::vector<TilingOrder>& perOrder() const { return m_perOrder; }
    /// The tree that holds the best mapping's tile, which is shown first: of the order above it, else of any; -1 = unknown.
    int bestOrder() const { return m_bestOrder; }
    QString summary() const;
    QString emptyText() const override;

private:
    void refresh();
    sunstone::TilingRecord recordOf(int order) const;

    RunPtr m_run;
    QStringList m_orders;
    std::vector<TilingOrder> m_perOrder;
    int m_order = 0, m_bestOrder = -1;
    bool m_ended = false;
    std::optional<sunstone::Problem> m_problem;
    std::optional<sunstone::MappingSplit> m_best;
    sunstone::TilingRecord m_record;
};

}  // namespace lapidary::ui
