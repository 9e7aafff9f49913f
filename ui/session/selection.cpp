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

}  // namespace lapidary::ui
