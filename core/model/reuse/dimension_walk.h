// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One dimension of a Store's instances while its temporal loops are passed from the innermost outwards: how often the
// loops not yet passed are set, and how the dimension's tile changes when one of them advances or one of another
// dimension does (docs/models/reuse.md, Closed form). On the path of every search: allocates nothing.
#pragma once

#include <array>
#include <cstdint>

#include "core/model/reuse/classes.h"

namespace lapidary::reuse {

/// A change of tile that happens `weight` times, summed over instances. Extents of the tile and of the one before it;
/// by how many indices the tile begins further on.
struct Change {
    std::int64_t weight;
    std::int64_t extent, before;
    std::int64_t shift;
};

struct Changes {
    Changes() {}  // leaves the items as they are: there is room for many, and seldom more than two
    int count = 0;
    std::array<Change, 2 * kMaxClasses> items;

    void add(const Change& change) {
        if (change.weight > 0) items[static_cast<std::size_t>(count++)] = change;
    }
};

class DimensionWalk {
public:
    void start(const DimensionTable& table) {
        m_table = &table;
        m_span = 0;
        for (int c = 0; c < table.count; ++c) {
            m_rest[static_cast<std::size_t>(c)] = table.classes[static_cast<std::size_t>(c)].settings - 1;
            m_lastSpan[static_cast<std::size_t>(c)] = 0;
        }
    }

    /// Takes the next outer temporal loop of this dimension to the inside.
    void pass(const Loop& loop) {
        m_span += (loop.bound - 1) * loop.step;
        for (int c = 0; c < m_table->count; ++c) {
            std::int64_t& rest = m_rest[static_cast<std::size_t>(c)];
            m_lastSpan[static_cast<std::size_t>(c)] += rest % loop.bound * loop.step;
            rest /= loop.bound;
        }
    }

    struct Sum {
        std::int64_t instances = 0, served = 0;
    };

    /// Settings of the loops not passed, over all instances.
    Sum settings() const {
        Sum sum;
        for (int c = 0; c < m_table->count; ++c) {
            const InstanceClass& own = m_table->classes[static_cast<std::size_t>(c)];
            const std::int64_t count = m_rest[static_cast<std::size_t>(c)] + 1;
            sum.instances += own.instances * count;
            sum.served += own.served * count;
        }
        return sum;
    }

    /// A loop of another dimension advances: the passed loops of this one start again.
    Changes restarts() const {
        Changes changes;
        const std::int64_t full = m_table->full;
        for (int c = 0; c < m_table->count; ++c) {
            const auto i = static_cast<std::size_t>(c);
            const InstanceClass& own = m_table->classes[i];
            const std::int64_t extent = m_lastSpan[i] == 0 ? own.last : full;
            if (own.last == full && m_lastSpan[i] == m_span) {
                changes.add({own.instances * (m_rest[i] + 1), full, full, -m_span});
            } else {
                changes.add({own.instances * m_rest[i], full, full, -m_span});
                changes.add({own.instances, extent, own.last, -m_lastSpan[i]});
            }
        }
        return changes;
    }

    /// `loop`, the next outer one of this dimension, advances.
    Changes advances(const Loop& loop) const {
        Changes changes;
        const std::int64_t full = m_table->full, shift = loop.step - m_span;
        for (int c = 0; c < m_table->count; ++c) {
            const auto i = static_cast<std::size_t>(c);
            const InstanceClass& own = m_table->classes[i];
            const std::int64_t times = m_rest[i] - m_rest[i] / loop.bound;
            if (times == 0) continue;
            const bool endsInTail = m_rest[i] % loop.bound > 0 && m_lastSpan[i] == 0 && own.last != full;
            changes.add({own.instances * (times - endsInTail), full, full, shift});
            if (endsInTail) changes.add({own.instances, own.last, full, shift});
        }
        return changes;
    }

private:
    const DimensionTable* m_table = nullptr;
    std::int64_t m_span = 0;                           ///< from the first to the last setting of the passed loops
    std::array<std::int64_t, kMaxClasses> m_rest;      ///< last setting of the loops not passed
    std::array<std::int64_t, kMaxClasses> m_lastSpan;  ///< like m_span, at the instance's last setting
};

}  // namespace lapidary::reuse
