// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Executes a nest one iteration after the other, as its definition says (mapping.md): a loop makes P trips, but R if every
// outer loop of its dimension is in its last iteration. Spatial loops are walked like temporal ones. Shares no formula
// with the code under test.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "core/mapping/mapping.h"

namespace lapidary::testing {

using Point = std::array<std::int64_t, kMaxDimensions>;

class NestWalk {
public:
    explicit NestWalk(const std::vector<Node>& nodes) : m_nodes(nodes) { m_last.fill(true); }

    /// Called when a node is reached, with its position, before anything inside it runs.
    std::function<void(std::size_t)> onNode = [](std::size_t) {};
    /// Called for each compute with its index in every dimension.
    std::function<void(const Point&)> onCompute = [](const Point&) {};

    void run() { enter(0); }

private:
    void enter(std::size_t position) {
        if (position == m_nodes.size()) return onCompute(m_point);
        onNode(position);
        const Node& node = m_nodes[position];
        if (!node.isLoop()) return enter(position + 1);
        const std::size_t d = node.dimension;
        const bool outerLast = m_last[d];
        const std::int64_t outer = m_point[d];
        const std::int64_t trips = outerLast ? node.tail : node.bound;
        for (std::int64_t i = 0; i < trips; ++i) {
            m_last[d] = outerLast && i == trips - 1;
            m_point[d] = outer * node.bound + i;
            enter(position + 1);
        }
        m_last[d] = outerLast;
        m_point[d] = outer;
    }

    const std::vector<Node>& m_nodes;
    std::array<bool, kMaxDimensions> m_last;
    Point m_point{};
};

}  // namespace lapidary::testing
