// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <numeric>

#include "core/base/arith.h"
#include "core/mapping/validity.h"
#include "core/model/fabric/from_mapping.h"
#include "core/model/fabric/layer_axes.h"

namespace lapidary::fabric {
namespace {

struct SpatialPart {
    int dimension = -1;
    std::int64_t size = 1;
    bool rows = false;  ///< along the rows of a mesh first
};

/// Places a tile's loops and the rest of each dimension as a controller takes them.
class NestBuilder {
public:
    /// Tiles beyond the layer's end are worked on as far as `pads` says, else cut off.
    NestBuilder(const Target& target, bool pads) : m_target(target), m_pads(pads) {
        for (const Fanout& fanout : target.architecture.fanouts()) m_free.push_back({fanout.x, fanout.y});
        m_left.resize(static_cast<std::size_t>(target.workload.dimensionCount()));
        for (int d = 0; d < target.workload.dimensionCount(); ++d)
            m_left[static_cast<std::size_t>(d)] = target.workload.bound(d);
        m_covered = m_left;
    }

    /// Loops over tiles, in the level above the array; then the tile; then loops inside, whose operands stay. `above` and
    /// `inside` are outermost first.
    Result<Mapping> build(const std::vector<int>& above, const std::vector<SpatialPart>& tile,
                          const std::vector<int>& inside) {
        for (const SpatialPart& part : tile) {
            Diagnostics problems = place(part);
            if (!problems.empty()) return problems;
        }
        const int array = m_target.architecture.fanouts().front().below;
        Mapping mapping;
        for (int level = 0; level <= array; ++level) addStore(level, mapping);
        for (const int dimension : above) addRest(dimension, mapping);
        for (int fanout = 0, level = array; fanout < m_target.architecture.fanoutCount(); ++fanout) {
            const int below = m_target.architecture.fanouts()[static_cast<std::size_t>(fanout)].below;
            for (; level < below; ++level) addStore(level + 1, mapping);
            for (const Node& node : m_spatial)
                if (node.fanout == fanout) mapping.nodes.push_back(node);
        }
        const int innermost = m_target.architecture.fanouts().back().below;
        for (int level = innermost + 1; level < m_target.architecture.levelCount(); ++level) addStore(level, mapping);
        for (const int dimension : inside) addRest(dimension, mapping);
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) addRest(d, mapping);
        if (m_pads)
            mapping.paddedBounds = m_covered;
        else if (!completeTails(mapping, m_target.workload))
            return error("the tile's loops don't cover the layer");
        mapping = canonical(mapping, m_target.workload);
        Diagnostics problems = checkForm(mapping, m_target);
        if (!problems.empty()) return problems;
        return mapping;
    }

private:
    struct Room {
        std::int64_t x = 1, y = 1;
    };

    void addStore(int level, Mapping& mapping) const {
        const unsigned kept = level == 0 ? m_target.allTensors() : m_target.mustKeep(level);
        if (kept != 0) mapping.nodes.push_back(store(level, kept));
    }
    void addRest(int dimension, Mapping& mapping) {
        if (dimension < 0) return;
        std::int64_t& left = m_left[static_cast<std::size_t>(dimension)];
        if (left > 1) mapping.nodes.push_back(temporal(dimension, left, left));
        left = 1;
    }
    /// On one axis if it has room, else cut over several.
    Diagnostics place(const SpatialPart& part) {
        if (part.dimension < 0 || part.size == 1) return {};
        std::int64_t& left = m_left[static_cast<std::size_t>(part.dimension)];
        const std::int64_t size = m_pads ? part.size : std::min(part.size, left);
        left = ceilDiv(left, size);
        m_covered[static_cast<std::size_t>(part.dimension)] = size * left;
        if (put(part, size)) return {};
        for (std::int64_t first = size - 1; first > 1; --first) {
            if (size % first != 0) continue;
            const std::vector<Room> before = m_free;
            const std::size_t loops = m_spatial.size();
            if (put(part, first) && put(part, size / first)) return {};
            m_free = before;
            m_spatial.resize(loops);
        }
        return {error("the design's fanouts have no room for " + std::to_string(size) + " of " +
                          m_target.workload.dimensions()[static_cast<std::size_t>(part.dimension)].name +
                          " beside the rest of the tile",
                      "the tile must fit as loops over the axes of the fanouts")};
    }
    bool put(const SpatialPart& part, std::int64_t size) {
        for (const bool rows : {part.rows, !part.rows})
            for (std::size_t f = 0; f < m_free.size(); ++f) {
                std::int64_t& room = rows ? m_free[f].y : m_free[f].x;
                if (room < size) continue;
                room /= size;
                m_spatial.push_back(spatial(part.dimension, size, size, static_cast<int>(f), rows ? Axis::y : Axis::x));
                return true;
            }
        return false;
    }

    const Target& m_target;
    bool m_pads;
    std::vector<Room> m_free;
    std::vector<std::int64_t> m_left, m_covered;  ///< of each dimension: beyond the tile, in all
    std::vector<Node> m_spatial;
};

/// Folds where the weights stay, all else outside. What lies beyond the layer's end is multiplied, too.
Result<Mapping> maeriMapping(const Tile& tile, const LayerAxes& axes, const Target& target) {
    std::vector<int> above = axes.batch;
    above.insert(above.end(), {axes.n, axes.g, axes.k, axes.x, axes.y});
    // Channels of a filter over three axes are (channel, slice) pairs: whole slices of some channels, or a part of one's.
    const std::int64_t slices = axes.t < 0 ? 1 : target.workload.bound(axes.t);
    const std::int64_t across = std::gcd(tile.c, slices);
    if (tile.c > across && across < slices)
        return error("a tile of " + std::to_string(tile.c) + " channels is neither whole filters of " +
                         std::to_string(slices) + " slices nor a part of one, so no loop nest holds it",
                     "choose a T_C that divides the slices, or a multiple of them");
    return NestBuilder(target, true)
        .build(above,
               {{axes.n, tile.n},
                {axes.g, tile.g},
                {axes.k, tile.k},
                {axes.x, tile.x},
                {axes.y, tile.y},
                {axes.c, tile.c / across},
                {axes.t, across},
                {axes.r, tile.r},
                {axes.s, tile.s}},
               {axes.c, axes.t, axes.r, axes.s});
}

Result<Mapping> systolicMapping(const Run& run, const LayerAxes& axes, const Target& target) {
    const bool filtersFirst = axes.conv && run.layer.conv.layout == Layout::nchw;
    const std::int64_t filters = filtersFirst ? run.systolicTile.m : run.systolicTile.n;
    std::int64_t positions = filtersFirst ? run.systolicTile.n : run.systolicTile.m;
    std::vector<SpatialPart> tile{{axes.k, filters, filtersFirst}};
    const std::int64_t asked = positions;
    for (const int dimension : {axes.y, axes.x, axes.n}) {
        if (dimension < 0 || positions == 1) continue;
        const std::int64_t bound = target.workload.bound(dimension);
        const bool all = positions > bound && dimension != axes.n && axes.conv;
        if (all && positions % bound != 0)
            return error("a tile of " + std::to_string(asked) + " output positions isn't whole rows of " +
                             std::to_string(bound) + ", so no loop nest holds it",
                         "choose a part of a row, or whole rows");
        const std::int64_t size = std::min(positions, bound);
        tile.push_back({dimension, size, !filtersFirst});
        positions = all ? positions / bound : 1;
    }
    std::vector<int> above = axes.batch;
    above.push_back(axes.g);
    if (filtersFirst)
        above.insert(above.end(), {axes.k, axes.n, axes.x, axes.y});
    else
        above.insert(above.end(), {axes.n, axes.x, axes.y, axes.k});
    return NestBuilder(target, false).build(above, tile, {axes.c, axes.t, axes.r, axes.s});
}

/// Whole vectors side by side, as long as they fit.
Result<Mapping> sigmaMapping(const Run& run, const LayerAxes& axes, const Target& target) {
    const GemmShape shape = axes.conv ? im2col(run.layer.conv) : run.layer.gemm;
    if (run.mk || run.kn) return error("SIGMA's rounds of a sparse layer are no loop nest", "take all ones");
    if (shape.k > run.hardware.multipliers)
        return error("SIGMA cuts vectors of " + std::to_string(shape.k) + " ones into parts of " +
                         std::to_string(run.hardware.multipliers) + ", then " +
                         std::to_string(run.hardware.multipliers - 1) + ", so no loop nest holds them",
                     "layers of at most " + std::to_string(run.hardware.multipliers) + " products per output have one");
    const bool weightsFirst = axes.conv && run.layer.conv.layout == Layout::nchw;
    const bool weightsStay = weightsFirst == (run.stationary == Stationary::mk);
    const std::int64_t vectors = run.hardware.multipliers / shape.k;
    std::vector<SpatialPart> tile{{axes.c, shape.k}, {axes.t, shape.k}, {axes.r, shape.k}, {axes.s, shape.k}};
    for (SpatialPart& part : tile)
        if (part.dimension >= 0) part.size = target.workload.bound(part.dimension);
    std::vector<int> above = axes.batch, inside{axes.n, axes.x, axes.y};
    above.push_back(axes.g);
    if (weightsStay) {
        tile.insert(tile.begin(), {axes.k, vectors});
        above.push_back(axes.k);
    } else {
        std::int64_t left = vectors;
        for (const int dimension : {axes.y, axes.x, axes.n}) {
            if (dimension < 0) continue;
            const std::int64_t size = std::min(left, target.workload.bound(dimension));
            tile.insert(tile.begin(), {dimension, size});
            left = size == target.workload.bound(dimension) ? left / size : 1;
        }
        above.insert(above.end(), inside.begin(), inside.end());
        inside = {axes.k};
    }
    return NestBuilder(target, false).build(above, tile, inside);
}

}  // namespace

Result<Mapping> mappingOf(const Run& run, const Target& target) {
    const auto layer = layerOf(target.workload);
    if (!layer) return layer.diagnostics();
    Diagnostics problems = problemsOf(run);
    if (!problems.empty()) return problems;
    if (target.architecture.fanouts().empty())
        return error("design '" + target.architecture.name() + "' has no fanout to hold a tile");
    const LayerAxes axes = axesOf(target.workload);
    switch (run.hardware.controller) {
    case Controller::maeri: return maeriMapping(run.tile, axes, target);
    case Controller::systolic: return systolicMapping(run, axes, target);
    case Controller::sigma: return sigmaMapping(run, axes, target);
    }
    return error("unknown controller");
}

}  // namespace lapidary::fabric
