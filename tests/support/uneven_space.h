// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every perfect mapping of a three-level design in which each tensor has a Store of its own per level, written down node
// by node: loops of any factor anywhere, outer Stores outside inner ones. Left out is what differs in nothing: neighbouring
// Stores of one level in another order. For tests of what searches over this space.
#pragma once

#include <functional>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::testing {

class UnevenSpace {
public:
    UnevenSpace(const Target& target, std::function<void(const Mapping&)> visit)
        : m_target(target), m_visit(std::move(visit)) {
        for (int d = 0; d < target.workload.dimensionCount(); ++d) m_left.push_back(target.workload.bound(d));
        m_mapping.nodes.push_back(store(0, target.allTensors()));
        go();
    }

private:
    void go() {
        const unsigned all = m_target.allTensors();
        bool complete = m_placed[1] == all && m_placed[2] == all;
        for (const std::int64_t left : m_left) complete = complete && left == 1;
        if (complete) return m_visit(m_mapping);
        addStores();
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d)
            for (std::int64_t factor = 2; factor <= left(d); ++factor)
                if (left(d) % factor == 0) addLoops(d, factor);
    }

    void addStores() {
        const unsigned all = m_target.allTensors();
        const int level = m_placed[1] == all ? 2 : 1;
        const Node& last = m_mapping.nodes.back();
        const unsigned before = !last.isLoop() && last.level == level ? last.tensors : 0;
        for (unsigned own = 1; own <= all; own <<= 1) {
            if (m_placed[level] & own || own < before) continue;
            m_placed[level] |= own;
            m_mapping.nodes.push_back(store(level, own));
            go();
            m_mapping.nodes.pop_back();
            m_placed[level] &= ~own;
        }
    }

    void addLoops(int dimension, std::int64_t factor) {
        left(dimension) /= factor;
        const auto tryOut = [&](const Node& loop) {
            m_mapping.nodes.push_back(loop);
            go();
            m_mapping.nodes.pop_back();
        };
        tryOut(temporal(dimension, factor, factor));
        if (m_placed[1] == m_target.allTensors() && m_placed[2] == 0)
            for (const Axis axis : {Axis::x, Axis::y}) {
                const Fanout& fanout = m_target.architecture.fanouts().front();
                std::int64_t& used = axis == Axis::x ? m_usedX : m_usedY;
                if (used * factor > (axis == Axis::x ? fanout.x : fanout.y)) continue;
                used *= factor;
                tryOut(spatial(dimension, factor, factor, 0, axis));
                used /= factor;
            }
        left(dimension) *= factor;
    }

    std::int64_t& left(int dimension) { return m_left[static_cast<std::size_t>(dimension)]; }

    const Target& m_target;
    std::function<void(const Mapping&)> m_visit;
    Mapping m_mapping;
    std::vector<std::int64_t> m_left;
    unsigned m_placed[3] = {};
    std::int64_t m_usedX = 1, m_usedY = 1;
};

}  // namespace lapidary::testing
