// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/selection.h"

namespace lapidary::ui {

void Selection::hover(const Subject& subject) {
    if (subject == m_hovered) return;
    m_hovered = subject;
    emit changed();
}

void Selection::select(const Subject& subject) {
    if (subject == m_selected) return;
    m_selected = subject;
    emit changed();
}

void Selection::clear() {
    m_hovered = {};
    m_selected = {};
    emit changed();
}

std::bitset<kMaxNodes> causesOf(const std::vector<int>& nodes) {
    std::bitset<kMaxNodes> causes;
    for (const int node : nodes)
        if (node >= 0 && node < kMaxNodes) causes.set(static_cast<std::size_t>(node));
    return causes;
}

void Selection::explain(const std::optional<FigureId>& figure) {
    m_figure = figure;
    emit figureChanged();
}

}  // namespace lapidary::ui
