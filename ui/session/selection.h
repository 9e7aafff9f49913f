// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the pointer is on and what was chosen, shared by all views of one mapping: the same loop, level or tensor is
// outlined in each of them. GUI thread only.
#pragma once

#include <QObject>

#include "core/mapping/mapping.h"

namespace lapidary::ui {

/// A node of the nest, a storage level, a tensor, or a tensor at a level; -1 = any.
struct Subject {
    int node = -1;
    int level = -1;
    int tensor = -1;

    bool empty() const { return node < 0 && level < 0 && tensor < 0; }
    bool operator==(const Subject&) const = default;
};

/// Whether a tensor's tile at a level is part of the subject: named by it, or sized by the loop that it is.
bool concerns(const Subject& subject, const Mapping& mapping, const Workload& workload, int level, int tensor);

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
