// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/random_mapping.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iostream>

#include "core/base/arith.h"
#include "tests/support/random_draw.h"

namespace lapidary::testing {
namespace {

/// Draws in three steps: which Stores and loops there are, in which order, and last the trip counts.
class MappingDrawer {
public:
    MappingDrawer(Rng& rng, const Target& target, const RandomOptions& options)
        : m_rng(rng), m_target(target), m_options(options), m_free(target.architecture.fanouts()) {}

    Mapping draw() {
        drawStores();
        drawLoops();
        if (m_options.uneven && chance(m_rng, 50))
            orderAnyhow();
        else
            orderClassically();
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) drawTrips(d);
        if (m_options.plainLoops) std::erase_if(m_nodes, [](const Node& n) { return n.isLoop() && n.bound == 1; });
        return {m_nodes, {}};
    }

private:
    void drawStores() {
        m_stores.push_back(store(0, m_target.allTensors()));
        for (int l = 1; l < m_target.architecture.levelCount(); ++l) {
            unsigned kept = m_target.mustKeep(l);
            const unsigned optional = m_target.mayKeep(l) & ~kept;
            for (int t = 0; t < m_target.workload.tensorCount(); ++t)
                if (chance(m_rng, 50)) kept |= optional & 1u << t;
            if (kept) m_stores.push_back(store(l, kept));
        }
    }

    void drawLoops() {
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) {
            for (std::int64_t count = between(m_rng, 1, 4); count > 0; --count) {
                if (m_free.empty() || chance(m_rng, 55)) {
                    m_loops.push_back(temporal(d, 1, 1));
                } else {
                    const Axis axis = chance(m_rng, 50) ? Axis::x : Axis::y;
                    m_loops.push_back(spatial(d, 1, 1, static_cast<int>(m_rng.below(m_free.size())), axis));
                }
            }
        }
        shuffle(m_rng, m_loops);
    }

    /// Per level: its Store, its temporal loops, then the spatial loops of the fanouts below it.
    void orderClassically() {
        std::vector<int> owner;
        for (std::size_t i = 0; i < m_loops.size(); ++i) owner.push_back(m_stores[m_rng.below(m_stores.size())].level);
        for (int l = 0; l < m_target.architecture.levelCount(); ++l) {
            for (const Node& node : m_stores)
                if (node.level == l) m_nodes.push_back(node);
            for (std::size_t i = 0; i < m_loops.size(); ++i)
                if (m_loops[i].kind == NodeKind::temporal && owner[i] == l) m_nodes.push_back(m_loops[i]);
            for (const Node& node : m_loops)
                if (node.kind == NodeKind::spatial && below(node) == l) m_nodes.push_back(node);
        }
    }

    /// Stores split into parts, then any order that the grammar allows: again and again one of the nodes that no
    /// remaining node has to stand before.
    void orderAnyhow() {
        std::vector<Node> remaining = m_loops;
        for (const Node& whole : m_stores) splitStore(whole, remaining);
        while (!remaining.empty()) {
            std::vector<std::size_t> ready;
            for (std::size_t i = 0; i < remaining.size(); ++i) {
                const auto blocks = [&](const Node& other) { return mustPrecede(other, remaining[i]); };
                if (std::none_of(remaining.begin(), remaining.end(), blocks)) ready.push_back(i);
            }
            const std::size_t pick = ready[m_rng.below(ready.size())];
            m_nodes.push_back(remaining[pick]);
            remaining.erase(remaining.begin() + static_cast<std::ptrdiff_t>(pick));
        }
    }

    void splitStore(const Node& whole, std::vector<Node>& out) {
        const unsigned part = whole.tensors & static_cast<unsigned>(m_rng.below(256));
        for (const unsigned tensors : {part, whole.tensors & ~part})
            if (tensors) out.push_back(store(whole.level, tensors));
    }

    bool mustPrecede(const Node& a, const Node& b) const {
        if (a.isLoop() && b.isLoop()) return false;
        if (!a.isLoop() && !b.isLoop()) return (a.tensors & b.tensors) && a.level < b.level;
        if (!a.isLoop()) return a.level == 0 || (b.kind == NodeKind::spatial && a.level <= below(b));
        return a.kind == NodeKind::spatial && b.level > below(a);
    }

    /// Trip counts and tails of one dimension from the innermost loop outwards; `rest` is what the outer ones cover.
    void drawTrips(int dimension) {
        std::int64_t rest = m_target.workload.bound(dimension);
        std::size_t outermost = m_nodes.size();
        for (std::size_t i = m_nodes.size(); i-- > 0;) {
            Node& node = m_nodes[i];
            if (!node.isLoop() || node.dimension != dimension) continue;
            std::int64_t room = rest;
            if (node.kind == NodeKind::spatial) room = std::min(room, freeLanes(node));
            const bool tails = node.kind == NodeKind::spatial ? m_options.spatialTails : m_options.temporalTails;
            setTrips(node, tails && chance(m_rng, 75) ? anyTrips(room) : dividingTrips(rest, room), rest);
            outermost = i;
        }
        if (rest == 1) return;
        Node* outer = outermost < m_nodes.size() ? &m_nodes[outermost] : nullptr;
        if (outer && outer->kind == NodeKind::temporal && outer->tail == outer->bound) {
            outer->bound *= rest;
            outer->tail = outer->bound;
        } else {
            const auto backing = std::find_if(m_nodes.begin(), m_nodes.end(), [](const Node& n) { return n.isLoop(); });
            m_nodes.insert(backing, temporal(dimension, rest, rest));
        }
    }

    void setTrips(Node& node, std::int64_t trips, std::int64_t& rest) {
        node.bound = trips;
        node.tail = (rest - 1) % trips + 1;
        rest = ceilDiv(rest, trips);
        if (rest == 1 && !m_options.plainLoops && node.kind == NodeKind::temporal && chance(m_rng, 20)) ++node.bound;
        if (node.kind == NodeKind::spatial) freeLanes(node) /= node.bound;
    }

    std::int64_t anyTrips(std::int64_t room) {
        return between(m_rng, 1, chance(m_rng, 60) ? std::min<std::int64_t>(room, 4) : room);
    }

    std::int64_t dividingTrips(std::int64_t rest, std::int64_t room) {
        std::vector<std::int64_t> fitting = divisors(rest);
        std::erase_if(fitting, [&](std::int64_t divisor) { return divisor > room; });
        return fitting[m_rng.below(fitting.size())];
    }

    int below(const Node& loop) const { return m_target.architecture.fanouts()[loop.fanout].below; }
    std::int64_t& freeLanes(const Node& loop) {
        return loop.axis == Axis::x ? m_free[loop.fanout].x : m_free[loop.fanout].y;
    }

    Rng& m_rng;
    const Target& m_target;
    const RandomOptions& m_options;
    std::vector<Fanout> m_free;  // lanes of each axis that no loop uses yet
    std::vector<Node> m_stores, m_loops, m_nodes;
};

}  // namespace

Mapping randomMapping(Rng& rng, const Target& target, const RandomOptions& options) {
    return MappingDrawer(rng, target, options).draw();
}

RandomProblem randomProblem(Rng& rng, const RandomOptions& options) {
    Workload workload = randomWorkload(rng, options);
    Architecture architecture = randomArchitecture(rng, workload, options);
    auto target = Target::make(std::move(workload), std::move(architecture));
    if (!target) {
        std::cerr << "random target refused: " << target.errorText() << '\n';
        std::abort();
    }
    Mapping mapping = randomMapping(rng, **target, options);
    return {*std::move(target), std::move(mapping)};
}

}  // namespace lapidary::testing
