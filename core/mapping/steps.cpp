// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/steps.h"

#include "core/mapping/extent.h"

namespace lapidary {

Steps::Steps(const Mapping& mapping) : m_nodes(mapping.nodes), m_inside(mapping.nodes.size()) {
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        const Node& node = m_nodes[i];
        if (!node.isLoop()) continue;
        Settings& settings = m_start.inside[node.dimension];
        m_inside[i] = settings;
        if (node.kind == NodeKind::temporal) {
            settings.last += saturatingMul(node.tail - 1, settings.free);
            settings.free = saturatingMul(settings.free, node.bound);
        } else if (node.tail > 1) {
            settings.last = settings.free;
        }
    }
    for (const Settings& settings : m_start.inside) m_count = saturatingMul(m_count, settings.last);
}

std::int64_t Steps::Walk::perTrip(const Node& loop, const Settings& insideLoop) const {
    std::int64_t steps = insideLoop.free;
    for (std::size_t d = 0; d < inside.size(); ++d)
        if (d != loop.dimension) steps = saturatingMul(steps, inside[d].of(free[d]));
    return steps;
}

void Steps::Walk::pass(const Node& loop, const Settings& insideLoop, std::int64_t digit) {
    inside[loop.dimension] = insideLoop;
    // Lane 0 of a spatial loop of several trips is not its last one.
    const bool someLaneEarly = loop.kind == NodeKind::spatial && loop.tail > 1;
    const bool early = loop.kind == NodeKind::temporal && digit < loop.tail - 1;
    if (someLaneEarly || early) free[loop.dimension] = true;
}

Digits Steps::digits(std::int64_t step) const {
    Digits result(m_nodes.size(), 0);
    Walk walk = m_start;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node& node = m_nodes[i];
        if (!node.isLoop()) continue;
        if (node.kind == NodeKind::temporal) {
            const std::int64_t perTrip = walk.perTrip(node, m_inside[i]);
            result[i] = step / perTrip;
            step %= perTrip;
        }
        walk.pass(node, m_inside[i], result[i]);
    }
    return result;
}

std::int64_t Steps::number(const Digits& digits) const {
    std::int64_t step = 0;
    Walk walk = m_start;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node& node = m_nodes[i];
        if (!node.isLoop()) continue;
        if (node.kind == NodeKind::temporal) step += digits[i] * walk.perTrip(node, m_inside[i]);
        walk.pass(node, m_inside[i], digits[i]);
    }
    return step;
}

}  // namespace lapidary
