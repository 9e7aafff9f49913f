// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/selection.h"

namespace lapidary::ui {

bool concerns(const Subject& subject, const Mapping& mapping, const Workload& workload, int level, int tensor) {
    if (subject.empty()) return false;
    if (subject.node < 0)
        return (subject.level < 0 || subject.level == level) && (subject.tensor < 0 || subject.tensor == tensor);
    if (subject.node >= static_cast<int>(mapping.nodes.size())) return false;
    const Node& loop = mapping.nodes[static_cast<std::size_t>(subject.node)];
    if (!loop.isLoop()) return loop.level == level && (subject.tensor < 0 || subject.tensor == tensor);
    if (!workload.tensors()[static_cast<std::size_t>(tensor)].uses(loop.dimension)) return false;
    // A loop sizes the tiles of the Stores above it.
    for (int i = 0; i < subject.node; ++i) {
        const Node& node = mapping.nodes[static_cast<std::size_t>(i)];
        if (!node.isLoop() && node.level == level && (node.tensors >> tensor & 1U)) return true;
    }
    return false;
}

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

}  // namespace lapidary::ui
