// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the pointer is on and what was chosen, shared by all views of one mapping: the same loop, level or tensor is
// outlined in each of them. GUI thread only.
#pragma once

#include <QObject>

namespace lapidary::ui {

/// A node of the nest, a storage level (or, behind the last, the compute), a tensor, a tensor at a level, or a dimension;
/// -1 = any. What belongs to it in a mapping is said by ui/views/links.h.
struct Subject {
    int node = -1;
    int level = -1;
    int tensor = -1;
    int dimension = -1;

    bool empty() const { return node < 0 && level < 0 && tensor < 0 && dimension < 0; }
    bool operator==(const Subject&) const = default;
};

class Selection final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Subject& hovered() const { return m_hovered; }
    const Subject& selected() const { return m_selected; }
    void hover(const Subject& subject);
    void select(const Subject& subject);
    void clear();

signals:
    void changed();

private:
    Subject m_hovered;
    Subject m_selected;
};

}  // namespace lapidary::ui
