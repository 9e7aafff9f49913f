// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/point_selection.h"

namespace lapidary::ui {

void PointSelection::hover(int point) {
    if (point == m_hovered) return;
    m_hovered = point;
    emit changed();
}

void PointSelection::select(int point) {
    if (point == m_selected) return;
    m_selected = point;
    emit changed();
}

void PointSelection::brush(std::optional<std::set<int>> points) {
    if (points == m_brushed) return;
    m_brushed = std::move(points);
    emit brushChanged();
}

void PointSelection::clear() {
    m_hovered = m_selected = -1;
    m_brushed.reset();
    emit changed();
    emit brushChanged();
}

}  // namespace lapidary::ui
