// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/nest_walk.h"

namespace lapidary::literal {

NestWalk::NestWalk(const Mapping& mapping, int dimensions) : m_nodes(mapping.nodes), m_dimensions(dimensions) {
    std::vector<bool> repeats(static_cast<std::size_t>(dimensions), false);  // some loop outside makes several trips
    for (const Node& node : m_nodes) {
        m_trips.push_back(!node.isLoop() ? 1 : repeats[node.dimension] ? node.bound : node.tail);
        if (m_trips.back() > 1) repeats[node.dimension] = true;
    }
}

struct NestWalk::Walk {
    const NestWalk& nest;
    std::size_t end, parent;
    std::map<std::int64_t, Moment> moments;

    void visit(std::size_t position, Setting& setting) {
        if (position == parent) setting.parentPlace = setting.place;
        if (position == end) {
            moments[setting.time].push_back(setting);
            return;
        }
        const Node& node = nest.m_nodes[position];
        if (node.isLoop())
            run(position, setting);
        else
            visit(position + 1, setting);
    }

    void run(std::size_t position, const Setting& outside) {
        const Node& node = nest.m_nodes[position];
        const std::size_t d = node.dimension;
        const std::int64_t trips = outside.last[d] ? node.tail : node.bound;
        for (std::int64_t i = 0; i < trips; ++i) {
            Setting inside = outside;
            std::int64_t& counter = node.kind == NodeKind::temporal ? inside.time : inside.place;
            counter = counter * node.bound + i;
            if (node.kind == NodeKind::spatial) {
                Spot& spot = inside.spots[node.fanout];
                std::int64_t& coordinate = node.axis == Axis::x ? spot.x : spot.y;
                coordinate = coordinate * nest.trips(position) + i;
            }
            inside.start[d] += i * nest.stride(position);
            inside.last[d] = outside.last[d] && i == trips - 1;
            visit(position + 1, inside);
        }
    }
};

std::map<std::int64_t, Moment> NestWalk::moments(std::size_t position, std::size_t parent) const {
    Setting outermost;
    outermost.start.assign(static_cast<std::size_t>(m_dimensions), 0);
    outermost.last.assign(static_cast<std::size_t>(m_dimensions), true);
    Walk walk{*this, position, parent, {}};
    walk.visit(0, outermost);
    return std::move(walk.moments);
}

Indices NestWalk::touched(std::size_t position, int dimension, const Setting& setting) const {
    const auto d = static_cast<std::size_t>(dimension);
    Indices indices;
    collect(position, dimension, setting.start[d], setting.last[d], indices);
    return indices;
}

void NestWalk::collect(std::size_t position, int dimension, std::int64_t start, bool last, Indices& out) const {
    while (position < m_nodes.size() && !(m_nodes[position].isLoop() && m_nodes[position].dimension == dimension))
        ++position;
    if (position == m_nodes.size()) {
        out.push_back(start);
        return;
    }
    const Node& node = m_nodes[position];
    const std::int64_t trips = last ? node.tail : node.bound;
    for (std::int64_t i = 0; i < trips; ++i)
        collect(position + 1, dimension, start + i * stride(position), last && i == trips - 1, out);
}

/// How far one step of a loop moves its dimension's index: over all that the loops inside it run through.
std::int64_t NestWalk::stride(std::size_t position) const {
    std::int64_t product = 1;
    for (std::size_t p = position + 1; p < m_nodes.size(); ++p)
        if (m_nodes[p].isLoop() && m_nodes[p].dimension == m_nodes[position].dimension) product *= m_nodes[p].bound;
    return product;
}

}  // namespace lapidary::literal
