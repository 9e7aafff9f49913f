// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/exhibit_view.h"

namespace lapidary::ui {

void ExhibitView::setExhibit(const std::optional<Exhibit>& exhibit) {
    m_exhibit = exhibit;
    relink();
    exhibitChanged();
    pictureChanged();
}

void ExhibitView::subjectsChanged() {
    relink();
    updateSoon();
}

void ExhibitView::relink() {
    m_over = m_exhibit ? Links(hovered(), *m_exhibit) : Links();
    m_chosen = m_exhibit ? Links(selected(), *m_exhibit) : Links();
}

}  // namespace lapidary::ui
