// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What all tables of figures have in common: columns with a definition as tooltip, cells with a shown and an exact text, a
// swatch or a bar, and sorting by a permutation of rows of its own (a proxy model costs seconds at 1e5 rows). A concrete
// table says its columns, its number of rows and its cells; nothing else. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QColor>

#include <cstdint>
#include <optional>
#include <vector>

namespace lapidary::ui {

struct Theme;

struct Column {
    QString title;       ///< with the unit: "Energy, µJ"
    QString definition;  ///< shown as tooltip
    bool numeric = true;
};

/// Which colour stands before a cell's text; resolved by the delegate, so that a change of theme needs no reset.
struct Swatch {
    enum class Kind { none, level, array, tensor, series, plain };
    Kind kind = Kind::none;
    int index = 0;
    int count = 0;  ///< levels only
};

struct Cell {
    QString text;   ///< as shown
    QString exact;  ///< as copied; null = text
    QString tip;
    double order = 0;   ///< to sort by, for numeric columns
    bool zero = false;  ///< grey
    bool strong = false;
    bool good = false;            ///< green: never without a sign, and a word elsewhere in the row
    double bar = -1;              ///< 0..1: a share bar instead of text only
    std::optional<bool> checked;  ///< a check box before the text
    std::optional<double> ratio;  ///< a bar around 1 on a scale of logarithms, from 1/2 to 2
    Swatch swatch;
};

/// Cells of the usual kinds.
Cell textCell(const QString& text, Swatch swatch = {});
Cell countCell(std::int64_t count);
/// Four significant digits, thousands set apart; exact on copy.
Cell figureCell(double value);
Cell shareCell(double share);
Cell missingCell();  ///< "-": not known or not modelled

class FigureTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { ExactRole = Qt::UserRole, SwatchRole, BarRole, ZeroRole, StrongRole, GoodRole, RatioRole, CheckedRole };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) final;

    /// The row of the data behind a shown row.
    int source(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

protected:
    virtual const std::vector<Column>& columns() const = 0;
    virtual int count() const = 0;
    virtual Cell cell(int row, int column) const = 0;  ///< of the data, not as sorted
    /// For a tooltip that costs more than the rest of its cell: asked for only when it is shown.
    virtual QString tipOf(int row, int column) const { return cell(row, column).tip; }

    /// To be called when the data has changed: keeps the sort; resets only if the number of rows differs.
    void refresh();
    /// The same when columns have come or gone.
    void reload();

private:
    void sortRows();

    std::vector<int> m_rows;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

}  // namespace lapidary::ui

Q_DECLARE_METATYPE(lapidary::ui::Swatch)
