// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which points of a sweep the pointer is on, which one was chosen and which are brushed, shared by plot, chart, grid and
// table. Points are numbers of the sweep; -1 = none. GUI thread only.
#pragma once

#include <QObject>

#include <optional>
#include <set>

namespace lapidary::ui {

class PointSelection final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    int hovered() const { return m_hovered; }
    int selected() const { return m_selected; }
    /// nullopt = nothing is brushed, so that all count.
    const std::optional<std::set<int>>& brushed() const { return m_brushed; }
    bool isOut(int point) const { return m_brushed && !m_brushed->contains(point); }

    void hover(int point);
    void select(int point);
    void brush(std::optional<std::set<int>> points);
    void clear();

signals:
    void changed();       ///< hovered or selected
    void brushChanged();  ///< also when all is cleared

private:
    int m_hovered = -1, m_selected = -1;
    std::optional<std::set<int>> m_brushed;
};

}  // namespace lapidary::ui
