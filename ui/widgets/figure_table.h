// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The table of figures: rows of 20 px, numbers right, swatches and share bars, Ctrl+C copies the selected cells exactly
// and tab-separated, Enter or double-click activates a row. GUI thread only.
#pragma once

#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <vector>

namespace lapidary::ui {

class FigureTableModel;

class FigureTable final : public QTableView {
    Q_OBJECT
public:
    FigureTable(FigureTableModel* model, const QString& name, QWidget* parent = nullptr);

    /// The column that takes the room left over, at least as wide as its header or, with `whole`, its contents; the others
    /// are as wide as theirs.
    void setStretchColumn(int column, bool whole = false);
    /// Columns that become narrower, their middle left out, before the table scrolls.
    void setShrinkable(std::vector<int> columns);
    bool isShrinkable(int column) const { return contains(m_shrinkable, column); }
    void setRowHeight(int height);
    /// What will be here, in place of a head over nothing while there is no row. Blank = something else says it.
    void setEmptyText(const QString& text);
    QString emptyText() const;
    /// Outlines a cell as hovered elsewhere; row -1 = none.
    void setOutlinedRow(int row) { setMarkedRows(row < 0 ? std::vector<int>{} : std::vector{row}, {}); }
    /// Rows hovered and rows selected elsewhere.
    void setMarkedRows(std::vector<int> outlined, std::vector<int> chosen);
    bool isOutlined(int row) const { return contains(m_outlined, row); }
    bool isChosen(int row) const { return contains(m_chosen, row); }
    int hoveredRow() const { return m_hovered; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, 64}; }

signals:
    void rowHovered(int row);  ///< -1 = none
    void rowActivated(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void fitColumns();
    void fitRoom();
    void refreshEmpty();

    QTimer m_fitSoon;
    static bool contains(const std::vector<int>& rows, int row) {
        return std::find(rows.begin(), rows.end(), row) != rows.end();
    }

    std::vector<int> m_outlined, m_chosen;
    int m_hovered = -1;
    int m_stretch = -1;
    QString m_empty;
    bool m_stretchWhole = false;
    int m_stretchNeeds = 0;  ///< for its contents
    std::vector<int> m_shrinkable, m_wholeWidths;
};

}  // namespace lapidary::ui
