// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints the cells of a FigureTable as the visual language asks: row lines only, selection with an accent edge, a swatch
// before names, grey zeros, neutral share bars with the number at the right. GUI thread only.
#pragma once

#include <QStyledItemDelegate>

namespace lapidary::ui {

class FigureTable;
struct Swatch;
struct Theme;

class FigureDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit FigureDelegate(FigureTable* table);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Cells that can be typed into start with their exact text.
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    /// The tip of a cell begins with its text where that is cut.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

protected:
    /// Row line, selection, hover.
    void paintGround(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    /// Outlines of what is hovered elsewhere and of the cell with the focus.
    void paintMarks(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

private:
    FigureTable* m_table;
};

QColor colorOf(const Swatch& swatch, const Theme& theme);

}  // namespace lapidary::ui
