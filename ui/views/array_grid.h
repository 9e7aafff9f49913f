// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the cells of an array lie: equal pitch, wider gaps between groups of lanes. Cells too small for gaps are painted as
// one image instead. Plain value.
#pragma once

#include <QRectF>

#include <cstdint>
#include <optional>
#include <vector>

namespace lapidary::ui {

/// Cells of one axis.
struct GridAxis {
    std::int64_t cells = 1;
    std::int64_t group = 0;  ///< cells between wider gaps; 0 = none
    std::int64_t used = 1;   ///< a wider gap stands before the unused ones
    double start = 0;
    double pitch = 1;
    double gap = 0;  ///< extra, between groups

    /// Chooses the pitch so that all cells fit into `room`, at most `widest` each.
    void fit(double from, double room, double widest);
    double at(std::int64_t cell) const { return start + static_cast<double>(cell) * pitch + gap * gapsBefore(cell); }
    double end() const { return at(cells - 1) + pitch; }
    /// -1 if none.
    std::int64_t cellAt(double position) const;
    /// Every how many cells a label of `width` pixels fits.
    std::int64_t labelStep(double width) const;

private:
    double gapsBefore(std::int64_t cell) const;
};

struct ArrayGrid {
    GridAxis x, y;

    static constexpr double kLeastCell = 6;
    bool fine() const { return x.pitch >= kLeastCell && y.pitch >= kLeastCell; }
    QRectF cell(std::int64_t column, std::int64_t row) const;
    /// From the first cell to the last one of both corners.
    QRectF block(std::int64_t column, std::int64_t row, std::int64_t columns, std::int64_t rows) const;
    QRectF area() const { return block(0, 0, x.cells, y.cells); }
};

}  // namespace lapidary::ui
