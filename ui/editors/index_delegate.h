// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints which tensors a dimension indexes as one box per tensor, empty where it doesn't. GUI thread only.
#pragma once

#include "ui/widgets/figure_delegate.h"

namespace lapidary::ui {

class BoundTableModel;

class IndexDelegate final : public FigureDelegate {
    Q_OBJECT
public:
    IndexDelegate(const BoundTableModel& model, FigureTable* table) : FigureDelegate(table), m_model(model) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const BoundTableModel& m_model;
};

}  // namespace lapidary::ui
