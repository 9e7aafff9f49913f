// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>

#include "core/base/arith.h"
#include "core/base/units.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/model/data_centric/nest.h"

namespace lapidary::data_centric {
namespace {

std::string levelKey(std::size_t level, const std::string& rest) {
    return "levels[" + std::to_string(level) + "]." + rest;
}

Diagnostic noNest(std::string key, const std::string& why, std::string hint = {}) {
    return errorAt({{}, 0, 0, std::move(key)}, "these directives can't be said as a nest: " + why, std::move(hint));
}

/// Loops of one cluster level, outermost first; the spatial one last.
struct NestLevel {
    std::vector<Node> temporal;
    std::vector<int> maps;  ///< of each temporal loop
    Node spatial;
    int spatialMap = 0;
};

/// A level's loops; extents become the tiles inside.
Result<NestLevel> loopsOf(const TiledLevel& level, std::size_t index, const Workload& workload, Sizes& extents) {
    NestLevel loops;
    for (std::size_t i = 0; i < level.tilings.size(); ++i) {
        const Tiling& tiling = level.tilings[i];
        std::int64_t& extent = extents[static_cast<std::size_t>(tiling.dimension)];
        const std::string& name = workload.dimensions()[static_cast<std::size_t>(tiling.dimension)].name;
        const std::int64_t size = std::min(tiling.size, extent);
        const std::int64_t units = tiling.spatial ? std::min(level.units, ceilDiv(extent, size)) : 1;
        const std::int64_t trips = ceilDiv(extent, size * units);
        if (index > 0 && trips * units * size != extent)
            return noNest(levelKey(index, "maps[" + std::to_string(i) + "]"),
                          "a tile of " + formatCount(extent) + " " + name + " is cut into " + formatCount(size) +
                              (units > 1 ? " on " + formatCount(units) + " units" : "") +
                              ", which leaves a rest each time",
                          "a nest's rest comes only at the very end of a dimension: choose a size that divides");
        if (trips > 1) {
            loops.temporal.push_back(temporal(tiling.dimension, trips, trips));
            loops.maps.push_back(static_cast<int>(i));
        }
        if (tiling.spatial) {
            loops.spatial = spatial(tiling.dimension, units, units, 0, Axis::x);
            loops.spatialMap = static_cast<int>(i);
        }
        extent = size;
    }
    return loops;
}

/// Which fanout and axis each cluster level goes to.
class Placement {
public:
    Placement(const Architecture& architecture, std::vector<NestLevel>& levels)
        : m_fanouts(architecture.fanouts()), m_levels(levels), m_used(m_fanouts.size(), {1, 1}) {}

    /// The places of `like`, if it has as many spatial loops and they have room.
    bool takeFrom(const Mapping& like) {
        std::vector<Node> spread;
        for (const Node& node : like.nodes)
            if (node.kind == NodeKind::spatial && node.bound > 1) spread.push_back(node);
        if (spread.size() != m_levels.size()) return false;
        for (std::size_t i = 0; i < spread.size(); ++i)
            if (!put(i, spread[i].fanout, spread[i].axis)) {
                m_used.assign(m_fanouts.size(), {1, 1});
                return false;
            }
        return true;
    }

    /// From outside to inside, a fanout of its own for each first.
    bool place(std::size_t level = 0, std::size_t fanout = 0) {
        if (level == m_levels.size()) return true;
        std::vector<std::size_t> order;
        for (std::size_t f = fanout; f < m_fanouts.size(); ++f) order.push_back(f);
        if (level > 0 && order.size() > 1) std::rotate(order.begin(), order.begin() + 1, order.end());
        for (const std::size_t f : order)
            for (const Axis axis : {Axis::x, Axis::y}) {
                const auto before = m_used[f];
                if (put(level, f, axis) && place(level + 1, f)) return true;
                m_used[f] = before;
            }
        m_worst = std::max(m_worst, level);
        return false;
    }

    /// The innermost level that found no room.
    std::size_t worst() const { return m_worst; }

    std::string room() const {
        std::string text;
        for (const Fanout& fanout : m_fanouts)
            text += (text.empty() ? "" : ", ") + fanout.name + " " + std::to_string(fanout.x) + " x " +
                    std::to_string(fanout.y);
        return text;
    }

private:
    bool put(std::size_t level, std::size_t fanout, Axis axis) {
        Node& node = m_levels[level].spatial;
        const Fanout& place = m_fanouts[fanout];
        std::int64_t& used = m_used[fanout][axis == Axis::y];
        const std::int64_t room = axis == Axis::y ? place.y : place.x;
        if (node.bound > room / used) return false;
        used *= node.bound;
        node.fanout = static_cast<std::uint8_t>(fanout);
        node.axis = axis;
        return true;
    }

    const std::vector<Fanout>& m_fanouts;
    std::vector<NestLevel>& m_levels;
    std::vector<std::array<std::int64_t, 2>> m_used;
    std::size_t m_worst = 0;
};

/// Puts the nodes together.
class NestBuilder {
public:
    NestBuilder(const Target& target, const Mapping* like) : m_target(target), m_like(like) {}

    void addStores(int upTo) {
        for (; m_stored <= upTo; ++m_stored)
            if (const unsigned tensors = tensorsAt(m_stored); tensors != 0) add(store(m_stored, tensors), {});
    }
    /// The level above the fanout holds what all its units need in one step.
    void addLevel(const NestLevel& loops, int level, int above) {
        addStores(std::max(above - 1, 0));
        for (std::size_t i = 0; i < loops.temporal.size(); ++i) add(loops.temporal[i], {level, loops.maps[i]});
        addStores(above);
        add(loops.spatial, {level, loops.spatialMap});
    }
    void addInside(const Sizes& extents) {
        for (const int d : orderInside())
            if (const std::int64_t extent = extents[static_cast<std::size_t>(d)]; extent > 1)
                add(temporal(d, extent, extent), {});
    }
    NestForm take() { return std::move(m_form); }

private:
    unsigned tensorsAt(int level) const {
        unsigned like = 0;
        if (m_like)
            for (const Node& node : m_like->nodes)
                if (!node.isLoop() && node.level == level) like |= node.tensors;
        if (level == 0) return m_target.allTensors();
        return m_like ? like : m_target.mustKeep(level);
    }
    std::vector<int> orderInside() const {
        std::vector<int> order;
        const auto take = [&](int d) {
            if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
        };
        if (m_like) {
            const auto& nodes = m_like->nodes;
            const auto last = std::find_if(nodes.rbegin(), nodes.rend(),
                                           [](const Node& node) { return node.kind == NodeKind::spatial; });
            for (auto node = last.base(); node != nodes.end(); ++node)
                if (node->isLoop()) take(node->dimension);
        }
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) take(d);
        return order;
    }
    void add(const Node& node, NestOrigin origin) {
        m_form.mapping.nodes.push_back(node);
        m_form.origins.push_back(origin);
    }

    const Target& m_target;
    const Mapping* m_like;
    NestForm m_form;
    int m_stored = 0;
};

std::optional<Diagnostic> placeLevels(const Target& target, const Mapping* like, std::vector<NestLevel>& levels) {
    Placement placement(target.architecture, levels);
    if ((like && placement.takeFrom(*like)) || placement.place()) return std::nullopt;
    const std::size_t worst = placement.worst();
    const Node& node = levels[worst].spatial;
    std::string units;
    for (const NestLevel& level : levels) units += (units.empty() ? "" : " x ") + formatCount(level.spatial.bound);
    const std::vector<Fanout>& fanouts = target.architecture.fanouts();
    std::string hint;
    for (std::size_t i = 0; i < levels.size() && levels.size() == fanouts.size(); ++i) {
        hint.append(hint.empty() ? "--set " : " --set ").append(fanouts[i].name).append(".fanout=");
        hint.append(std::to_string(levels[i].spatial.bound)).append("x1");
    }
    return noNest(levelKey(worst, "maps[" + std::to_string(levels[worst].spatialMap) + "]"),
                  "no axis of the design has room for " + formatCount(node.bound) + " units of " +
                      target.workload.dimensions()[node.dimension].name + " (clusters " + units + ", design " +
                      placement.room() + ")",
                  hint.empty() ? "give the array as many units on one axis" : hint);
}

}  // namespace

Result<NestForm> nestFormOf(const Dataflow& flow, std::int64_t pes, const Target& target, const Mapping* like) {
    const auto layer = layerOf(target.workload);
    if (!layer) return layer.diagnostics();
    const auto levels = tiledLevels(flow, *layer, pes);
    if (!levels) return levels.diagnostics();
    const std::vector<Fanout>& fanouts = target.architecture.fanouts();
    if (fanouts.empty()) return noNest({}, "the design has no fanout");
    Sizes extents{};
    for (std::size_t d = 0; d < layer->dimensions.size(); ++d) extents[d] = layer->results(static_cast<int>(d));
    std::vector<NestLevel> nested;
    for (std::size_t i = 0; i < levels->size(); ++i) {
        auto loops = loopsOf((*levels)[i], i, target.workload, extents);
        if (!loops) return loops.diagnostics();
        nested.push_back(*std::move(loops));
    }
    if (auto wrong = placeLevels(target, like, nested)) return *std::move(wrong);
    NestBuilder builder(target, like);
    for (std::size_t i = 0; i < nested.size(); ++i)
        builder.addLevel(nested[i], static_cast<int>(i), fanouts[nested[i].spatial.fanout].below);
    builder.addStores(target.architecture.levelCount() - 1);
    builder.addInside(extents);
    NestForm form = builder.take();
    if (!completeTails(form.mapping, target.workload)) return noNest({}, "its tiles don't cover the workload");
    return form;
}

Result<Mapping> nestOf(const Dataflow& flow, std::int64_t pes, const Target& target) {
    auto form = nestFormOf(flow, pes, target);
    if (!form) return form.diagnostics();
    return std::move(form->mapping);
}

}  // namespace lapidary::data_centric
