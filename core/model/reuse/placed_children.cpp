// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/placed_children.h"

namespace lapidary::reuse {

std::int64_t firstAt(const std::vector<Loop>& temporals, std::int64_t setting) {
    std::int64_t first = 0;
    for (std::size_t i = temporals.size(); i-- > 0; setting /= temporals[i].bound)
        first += setting % temporals[i].bound * temporals[i].step;
    return first;
}

void PlacedChildren::build(const Nest& nest, int dimension, const StoreNode& parent, const StoreNode& child,
                           PlaceFilter filter) {
    m_loops.clear();
    m_temporals.clear();
    m_children.clear();
    m_filter = filter;
    const auto d = static_cast<std::size_t>(dimension);
    m_full = child.full[d];
    m_lastExtent = child.last[d];
    if (!(nest.moving & bit(dimension))) m_full = m_lastExtent = 1;
    int splits = 0;
    const int loops = nest.moving & bit(dimension) ? nest.loopsOf[d] : 0;
    for (int i = 0; i < loops; ++i) {
        const Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
        if (loop.position > child.position) break;
        m_loops.push_back({loop, splits, loop.isSpatial ? spotStep(nest, loop) : 0});
        if (!loop.isSpatial) m_temporals.push_back(loop);
        splits += loop.isSpatial && !(loop.perfectInside && loop.tail == loop.bound);
    }
    follow(0, {}, parent.position);
}

void PlacedChildren::build(const Nest& nest, int dimension, const StoreNode& store) {
    build(nest, dimension, store, store);
}

void PlacedChildren::buildStill() {
    m_loops.clear();
    m_temporals.clear();
    m_children.assign(1, {});
    m_full = m_lastExtent = 1;
}

/// Ruby, eq. 5: an index before R - 1 never sits in the tail, one behind it sits out the last setting.
void PlacedChildren::follow(std::size_t next, Placed child, int parentPosition) {
    if (next == m_loops.size() || m_loops[next].loop.position > parentPosition) {
        if (next == 0 || m_loops[next - 1].loop.position < parentPosition) child.parent = child.place;
        if (m_filter.parent >= 0 && child.parent != m_filter.parent) return;
    }
    if (next == m_loops.size()) {
        child.last = child.live ? m_lastExtent : m_full;
        if (m_filter.child < 0 || child.place == m_filter.child) m_children.push_back(child);
        return;
    }
    const Loop& loop = m_loops[next].loop;
    if (!loop.isSpatial) {
        child.settings = child.live ? (child.settings - 1) * loop.bound + loop.tail : child.settings * loop.bound;
        follow(next + 1, child, parentPosition);
        return;
    }
    const auto id = static_cast<std::int8_t>(2 * m_loops[next].splits + 1);
    for (std::int64_t i = 0; i < loop.bound; ++i) {
        Placed inner = child;
        inner.place = child.place * loop.bound + i;
        inner.first += i * loop.step;
        moveSpot(inner.spots, loop, i * m_loops[next].spotStep);
        if (child.live && i >= loop.tail) {
            inner.live = false;
            inner.id = static_cast<std::int8_t>(id + 1);
            --inner.settings;
        } else if (child.live && i < loop.tail - 1 && !loop.perfectInside) {
            inner.live = false;
            inner.id = id;
        }
        if (inner.settings > 0) follow(next + 1, inner, parentPosition);
    }
}

}  // namespace lapidary::reuse
