// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/array_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lapidary::ui {

namespace {
constexpr double kGroupGap = 3;
constexpr std::int64_t kMostGroups = 24;
}  // namespace

void GridAxis::fit(double from, double room, double widest) {
    start = from;
    if (group > 0 && used / group > kMostGroups) group = 0;
    gap = kGroupGap;
    const auto pitchWith = [&] {
        return std::min(widest, (room - gap * gapsBefore(cells - 1)) / static_cast<double>(cells));
    };
    pitch = pitchWith();
    if (pitch >= ArrayGrid::kLeastCell) return;
    gap = 0;
    pitch = pitchWith();
}

double GridAxis::gapsBefore(std::int64_t cell) const {
    const std::int64_t inside = std::min(cell, used - 1);
    const std::int64_t groups = group > 0 ? inside / group : 0;
    return static_cast<double>(groups + (cell >= used));
}

std::int64_t GridAxis::cellAt(double position) const {
    if (position < start || position >= end()) return -1;
    auto cell = std::clamp(static_cast<std::int64_t>((position - start) / pitch), std::int64_t{0}, cells - 1);
    while (cell > 0 && at(cell) > position) --cell;
    return cell;
}

std::int64_t GridAxis::labelStep(double width) const {
    for (std::int64_t decade = 1;; decade *= 10)
        for (const std::int64_t step : {decade, 2 * decade, 5 * decade})
            if (step >= cells || static_cast<double>(step) * pitch >= width) return step;
}

QRectF ArrayGrid::cell(std::int64_t column, std::int64_t row) const {
    return {x.at(column), y.at(row), x.pitch, y.pitch};
}

QRectF ArrayGrid::block(std::int64_t column, std::int64_t row, std::int64_t columns, std::int64_t rows) const {
    return {QPointF(x.at(column), y.at(row)),
            QPointF(x.at(column + columns - 1) + x.pitch, y.at(row + rows - 1) + y.pitch)};
}

}  // namespace lapidary::ui
