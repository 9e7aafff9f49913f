// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/to_mapping.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/fabric/from_mapping.h"

namespace lapidary::fabric {
namespace {

/// A dimension of the workload and how much of it lies in the array, in the order of the loops, outermost first.
struct Held {
    int dimension = 0;
    std::int64_t size = 1;
};

std::vector<Held> heldBy(const Tile& tile, const Workload& workload, LayerKind kind) {
    const std::pair<const char*, std::int64_t> conv[] = {{"G", tile.g}, {"N", tile.n}, {"M", tile.k}, {"C", tile.c},
                                                         {"R", tile.r}, {"S", tile.s}, {"P", tile.x}, {"Q", tile.y}};
    const std::pair<const char*, std::int64_t> product[] = {{"n", tile.k}, {"k", tile.s}, {"m", tile.x}};
    std::vector<Held> held;
    const auto add = [&](const auto& sizes) {
        for (const auto& [name, size] : sizes)
            if (const int dimension = workload.findDimension(name); dimension >= 0) held.push_back({dimension, size});
    };
    if (kind == LayerKind::conv)
        add(conv);
    else
        add(product);
    return held;
}

struct ArrayAxis {
    int fanout = 0;
    Axis axis = Axis::x;
    std::int64_t free = 1;
};

/// Deals the sizes out over the axes, each whole; the first way that fits.
bool deal(const std::vector<Held>& held, std::size_t next, std::vector<ArrayAxis>& axes, std::vector<int>& places) {
    if (next == held.size()) return true;
    if (held[next].size == 1) return deal(held, next + 1, axes, places);
    for (std::size_t a = 0; a < axes.size(); ++a) {
        if (held[next].size > axes[a].free) continue;
        const std::int64_t before = axes[a].free;
        axes[a].free /= held[next].size;
        places[next] = static_cast<int>(a);
        if (deal(held, next + 1, axes, places)) return true;
        axes[a].free = before;
    }
    return false;
}

/// Where loops over a fanout stand: before the first Store of a level below it.
std::size_t placeBelow(const Mapping& mapping, int below) {
    for (std::size_t i = 0; i < mapping.nodes.size(); ++i)
        if (mapping.nodes[i].kind == NodeKind::store && mapping.nodes[i].level > below) return i;
    return mapping.nodes.size();
}

}  // namespace

Result<Mapping> mappingOf(const Tile& tile, const Target& target) {
    const Workload& workload = target.workload;
    const auto layer = layerOf(workload);
    if (!layer) return layer.diagnostics();
    const std::vector<Held> held = heldBy(tile, workload, layer->kind);
    const std::vector<Fanout>& fanouts = target.architecture.fanouts();
    std::vector<ArrayAxis> axes;
    for (std::size_t f = 0; f < fanouts.size(); ++f) {
        if (fanouts[f].x > 1) axes.push_back({static_cast<int>(f), Axis::x, fanouts[f].x});
        if (fanouts[f].y > 1) axes.push_back({static_cast<int>(f), Axis::y, fanouts[f].y});
    }
    std::vector<int> places(held.size(), -1);
    if (!deal(held, 0, axes, places))
        return error("the tile " + toText(tile) + " doesn't fit on the axes of design '" + target.architecture.name() +
                     "': a size lies on one axis as a whole");
    Mapping mapping = trivialMapping(workload, target.architecture);
    std::erase_if(mapping.nodes, [](const Node& node) { return node.kind == NodeKind::temporal; });
    std::vector<Node> loops;
    for (const Held& each : held)
        if (const std::int64_t folds = ceilDiv(workload.bound(each.dimension), each.size); folds > 1)
            loops.push_back(temporal(each.dimension, folds, folds));
    mapping.nodes.insert(mapping.nodes.begin() + 1, loops.begin(), loops.end());
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (places[i] < 0) continue;
        const ArrayAxis& axis = axes[static_cast<std::size_t>(places[i])];
        const std::int64_t size = std::min(held[i].size, workload.bound(held[i].dimension));
        const std::size_t at = placeBelow(mapping, fanouts[static_cast<std::size_t>(axis.fanout)].below);
        mapping.nodes.insert(mapping.nodes.begin() + static_cast<std::ptrdiff_t>(at),
                             spatial(held[i].dimension, size, size, axis.fanout, axis.axis));
    }
    if (!completeTails(mapping, workload)) return error("the tile " + toText(tile) + " doesn't cover the layer");
    return mapping;
}

Result<Architecture> designWith(const Architecture& design, const Workload& workload, const Hardware& hardware) {
    const auto own = hardwareOf(design, workload);
    if (!own) return own.diagnostics();
    if (*own == hardware) return design;
    ArchitectureSpec spec = design.spec();
    if (own->multipliers != hardware.multipliers) {
        if (spec.fanouts.size() != 1)
            return error("design '" + design.name() + "' has " + std::to_string(spec.fanouts.size()) +
                         " fanouts: which of them is to change isn't known");
        spec.fanouts.front().x = hardware.multipliers;
        spec.fanouts.front().y = 1;
    }
    const int above = std::max(0, spec.fanouts.front().below);
    Bandwidth& bandwidth = spec.levels[static_cast<std::size_t>(above)].bandwidth;
    bandwidth = {static_cast<double>(hardware.distributionWidth), static_cast<double>(hardware.reductionWidth), {}};
    for (std::size_t l = static_cast<std::size_t>(above) + 1;
         l < spec.levels.size() && own->accumulationBuffer != hardware.accumulationBuffer; ++l)
        for (const Tensor& tensor : workload.tensors())
            if (tensor.isOutput)
                spec.levels[l].keep[tensor.role] = hardware.accumulationBuffer ? Keep::may : Keep::never;
    auto changed = Architecture::make(std::move(spec));
    if (!changed) return changed.diagnostics();
    const auto made = hardwareOf(*changed, workload);
    if (!made) return made.diagnostics();
    if (!(*made == hardware))
        return error("design '" + design.name() + "' can't be made into that machine",
                     "change it in Design, then tune on it");
    return changed;
}

}  // namespace lapidary::fabric
