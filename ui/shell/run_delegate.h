// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints a run as a row of two lines: a check box that shows it in the plots, the line and symbol of its series, number
// and title over what it has done, and its state as a pill. GUI thread only.
#pragma once

#include "ui/widgets/figure_delegate.h"

namespace lapidary::ui {

class RunTableModel;
struct Run;

class RunDelegate final : public FigureDelegate {
    Q_OBJECT
public:
    static constexpr int kRow = 38;
    /// Left part of the first column that the check box answers to.
    static constexpr int kCheckRoom = 26;

    RunDelegate(FigureTable* table, const RunTableModel& model);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

    /// Whether the last press of the mouse was on a check box.
    bool pressedCheck() const { return m_pressedCheck; }

signals:
    void checkClicked(int row);

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    void paintTitle(QPainter& painter, const Theme& theme, const Run& run, const QRect& box) const;
    QString secondLine(const Run& run) const;

    FigureTable* m_table;
    const RunTableModel& m_model;
    bool m_pressedCheck = false;
};

}  // namespace lapidary::ui
