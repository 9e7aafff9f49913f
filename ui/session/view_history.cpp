// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/view_history.h"

#include "ui/session/document.h"

namespace lapidary::ui {

ViewHistory::ViewHistory(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&document, &Document::shownChanged, this, [this] {
        if (m_current >= 0) visit(m_places[static_cast<std::size_t>(m_current)].perspective);
    });
    connect(&document, &Document::runsChanged, this, &ViewHistory::changed);
}

void ViewHistory::visit(const QString& perspective) {
    if (m_going) return;
    Place place{perspective, m_document.shown(), m_document.exhibit() ? m_document.exhibit()->origin : QString()};
    if (m_current >= 0 && m_places[static_cast<std::size_t>(m_current)] == place) return;
    m_places.resize(static_cast<std::size_t>(m_current + 1));
    m_places.push_back(std::move(place));
    if (m_places.size() > kMost) m_places.pop_front();
    m_current = static_cast<int>(m_places.size()) - 1;
    emit changed();
}

bool ViewHistory::exists(const Place& place) const {
    if (place.shown.own) return m_document.setup() != nullptr && m_document.problems().empty();
    if (place.shown.point >= 0)
        return m_document.sweep() && static_cast<std::size_t>(place.shown.point) < m_document.sweep()->points().size();
    if (place.shown.run < 0) return true;
    if (place.shown.run >= static_cast<int>(m_document.runs().size())) return false;
    const Run& run = *m_document.runs()[static_cast<std::size_t>(place.shown.run)];
    const auto& list = place.shown.onFront ? run.live.front : run.live.top;
    return place.shown.rank == 0 || place.shown.rank < static_cast<int>(list.size());
}

int ViewHistory::target(int step) const {
    for (int i = m_current + step; i >= 0 && i < static_cast<int>(m_places.size()); i += step)
        if (exists(m_places[static_cast<std::size_t>(i)])) return i;
    return -1;
}

void ViewHistory::go(int step) {
    const int next = target(step);
    if (next < 0) return;
    m_current = next;
    m_going = true;
    const Place place = m_places[static_cast<std::size_t>(next)];
    if (place.shown != m_document.shown()) m_document.show(place.shown, place.origin);
    emit goneTo(place.perspective);
    m_going = false;
    emit changed();
}

void ViewHistory::clear() {
    m_places.clear();
    m_current = -1;
    emit changed();
}

}  // namespace lapidary::ui
