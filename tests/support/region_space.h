// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every uneven mapping of a design of any shape, written down node by node from the innermost loop outwards: Stores of
// every keep choice at any place between their fanouts, temporal loops of any factor that divides what is left, lanes on
// both axes of each fanout, with tails or without. Left out is what differs in nothing: neighbouring Stores, or lanes of
// one fanout, in another order, and neighbouring loops of one dimension. For tests of what searches over this space.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/arith.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/mapspace/rules.h"

namespace lapidary::testing {

class RegionSpace {
public:
    /// Ends early once `most` mappings were visited: complete() is false then.
    RegionSpace(const Target& target, const MapspaceRules& rules, bool tails, std::int64_t most,
                std::function<void(const Mapping&)> visit)
        : m_target(target), m_rules(rules), m_tails(tails), m_most(most), m_visit(std::move(visit)) {
        for (int d = 0; d < target.workload.dimensionCount(); ++d) m_left.push_back(target.workload.bound(d));
        findParts();
        keep(0, {});
    }
    bool complete() const { return m_visited <= m_most; }
    std::int64_t visited() const { return m_visited; }

private:
    /// Inside out: a block of levels, or a fanout.
    struct Part {
        std::vector<int> levels;
        int fanout = -1;
    };
    struct Lane {
        int fanout;
        Axis axis;
        int dimension;
    };

    void findParts() {
        const Architecture& design = m_target.architecture;
        Part block;
        for (int l = design.levelCount() - 1; l >= 0; --l) {
            for (int f = design.fanoutCount() - 1; f >= 0; --f) {
                const Fanout& fanout = design.fanouts()[static_cast<std::size_t>(f)];
                if (fanout.below != l || fanout.x * fanout.y == 1) continue;
                if (!block.levels.empty()) m_parts.push_back(block);
                block = {};
                m_parts.push_back({{}, f});
            }
            block.levels.push_back(l);
        }
        m_parts.push_back(block);
    }

    void keep(std::size_t level, std::vector<unsigned> kept) {
        if (level == m_rules.levels.size()) {
            m_kept = kept;
            return go(0);
        }
        const LevelRules& rules = m_rules.levels[level];
        for (unsigned more = rules.mayKeep;; more = (more - 1) & rules.mayKeep) {
            kept.push_back(rules.mustKeep | more);
            keep(level + 1, kept);
            kept.pop_back();
            if (more == 0) return;
        }
    }

    void go(std::size_t part) {
        if (m_visited > m_most) return;
        if (part == m_parts.size()) return finish();
        if (m_parts[part].fanout >= 0) return unroll(part, 0, 1, 1);
        block(part, m_placed);
    }

    void finish() {
        for (const std::int64_t left : m_left)
            if (left != 1) return;
        if (++m_visited > m_most) return;
        Mapping mapping;
        for (int t = 0; t < m_target.workload.tensorCount(); ++t) mapping.nodes.push_back(store(0, 1u << t));
        mapping.nodes.insert(mapping.nodes.end(), m_nodes.rbegin(), m_nodes.rend());
        completeTails(mapping, m_target.workload);
        m_visit(mapping);
    }

    /// `placed`: by level, tensors.
    void block(std::size_t part, std::vector<unsigned> placed) {
        if (m_visited > m_most) return;
        placed.resize(m_kept.size(), 0);
        bool all = true;
        for (const int l : m_parts[part].levels) all = all && (l == 0 || placed[at(l)] == m_kept[at(l)]);
        if (all) {
            const std::vector<unsigned> before = std::exchange(m_placed, placed);
            go(part + 1);
            m_placed = before;
        }
        for (const int l : m_parts[part].levels) {
            if (l == 0) continue;
            for (int t = 0; t < m_target.workload.tensorCount(); ++t) {
                const unsigned own = 1u << t;
                if (!(m_kept[at(l)] & own) || (placed[at(l)] & own) || waits(part, l, own, placed)) continue;
                const Node node = store(l, own);
                // Neighbouring Stores in one order.
                if (!m_nodes.empty() && m_nodes.back().kind == NodeKind::store && isHere(part, m_nodes.back()) &&
                    !(m_nodes.back().tensors & own) && key(m_nodes.back()) > key(node))
                    continue;
                m_nodes.push_back(node);
                placed[at(l)] |= own;
                block(part, placed);
                placed[at(l)] &= ~own;
                m_nodes.pop_back();
            }
        }
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) {
            if (!m_nodes.empty() && m_nodes.back().kind == NodeKind::temporal && m_nodes.back().dimension == d)
                continue;
            const std::int64_t left = m_left[at(d)];
            for (std::int64_t factor = 2; factor <= left; ++factor) {
                if (left % factor != 0) continue;
                m_left[at(d)] = left / factor;
                m_nodes.push_back(temporal(d, factor, factor));
                block(part, placed);
                m_nodes.pop_back();
            }
            m_left[at(d)] = left;
        }
    }

    bool isHere(std::size_t part, const Node& node) const {
        const auto& levels = m_parts[part].levels;
        return std::find(levels.begin(), levels.end(), static_cast<int>(node.level)) != levels.end();
    }

    static int key(const Node& node) { return node.level * 16 + node.tensors; }

    /// A Store of this tensor further in is still to come.
    bool waits(std::size_t part, int level, unsigned own, const std::vector<unsigned>& placed) const {
        return std::any_of(m_parts[part].levels.begin(), m_parts[part].levels.end(),
                           [&](int l) { return l > level && (m_kept[at(l)] & own & ~placed[at(l)]); });
    }

    /// `number`: of the axis (Y inside X) and dimension to decide next.
    void unroll(std::size_t part, int number, std::int64_t x, std::int64_t y) {
        const int dimensions = m_target.workload.dimensionCount(), f = m_parts[part].fanout;
        if (number == 2 * dimensions) {
            if (allowed(f)) go(part + 1);
            return;
        }
        const Fanout& fanout = m_target.architecture.fanouts()[at(f)];
        const Axis axis = number < dimensions ? Axis::y : Axis::x;
        const int d = number % dimensions;
        unroll(part, number + 1, x, y);
        if (!(m_rules.fanouts[at(f)].loops[axis == Axis::y] >> d & 1)) return;
        for (const Tensor& tensor : m_target.workload.tensors())
            if (tensor.isOutput && !fanout.reduction && !tensor.uses(d)) return;
        const std::int64_t left = m_left[at(d)];
        const std::int64_t room = axis == Axis::x ? fanout.x / x : fanout.y / y;
        for (std::int64_t lanes = 2; lanes <= std::min(left, room); ++lanes) {
            if (!m_tails && left % lanes != 0) continue;
            m_left[at(d)] = ceilDiv(left, lanes);
            m_nodes.push_back(spatial(d, lanes, lanes, f, axis));
            unroll(part, number + 1, axis == Axis::x ? x * lanes : x, axis == Axis::y ? y * lanes : y);
            m_nodes.pop_back();
        }
        m_left[at(d)] = left;
    }

    bool allowed(int f) const {
        std::vector<std::int64_t> lanes(m_left.size(), 1);
        std::int64_t product = 1;
        for (const Node& node : m_nodes)
            if (node.kind == NodeKind::spatial && node.fanout == f)
                lanes[node.dimension] *= node.bound, product *= node.bound;
        const FanoutRules& rules = m_rules.fanouts[at(f)];
        for (std::size_t d = 0; d < lanes.size(); ++d) {
            const FactorRange& range = rules.factors[d];
            if (lanes[d] < range.least || lanes[d] > range.most) return false;
            if (range.whole && lanes[d] != m_target.workload.bound(static_cast<int>(d))) return false;
        }
        return product >= rules.leastLanes;
    }

    static std::size_t at(int n) { return static_cast<std::size_t>(n); }

    const Target& m_target;
    const MapspaceRules& m_rules;
    bool m_tails;
    std::int64_t m_most, m_visited = 0;
    std::function<void(const Mapping&)> m_visit;
    std::vector<Part> m_parts;
    std::vector<unsigned> m_kept, m_placed;
    std::vector<std::int64_t> m_left;
    std::vector<Node> m_nodes;
};

}  // namespace lapidary::testing
