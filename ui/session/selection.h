// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the pointer is on and what was chosen, shared by all views of one mapping: the same loop, level or tensor is
// outlined in each of them. GUI thread only.
#pragma once

#include <QObject>

#include <bitset>
#include <optional>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/model/explain/figure_id.h"

namespace lapidary::ui {

/// A node of the nest, a storage level (or, behind the last, the compute), a tensor, a tensor at a level, or a dimension;
/// -1 = any. An explanation names the loops and Stores that a figure stems from, besides the level or tensor it is of. What belongs to it in a mapping is said by ui/views/links.h.
struct Subject {
    int node = -1;
    int level = -1;
    int tensor = -1;
    int dimension = -1;
    std::bitset<kMaxNodes> causes{};

    bool empty() const { return node < 0 && level < 0 && tensor < 0 && dimension < 0 && causes.none(); }
    bool operator==(const Subject&) const = default;
};

/// The nodes that a figure stems from, as `causes` of a subject.
std::bitset<kMaxNodes> causesOf(const std::vector<int>& nodes);

class Selection final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Subject& hovered() const { return m_hovered; }
    const Subject& selected() const { return m_selected; }
    void hover(const Subject& subject);
    void select(const Subject& subject);
    void clear();

    /// The figure that is explained; none = nobody asked yet.
    const std::optional<FigureId>& figure() const { return m_figure; }
    void explain(const std::optional<FigureId>& figure);

signals:
    void changed();
    void figureChanged();

private:
    Subject m_hovered;
    Subject m_selected;
    std::optional<FigureId> m_figure;
};

}  // namespace lapidary::ui
