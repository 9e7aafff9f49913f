// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/case_tables.h"

#include <algorithm>

namespace lapidary::data_centric {
namespace {

/// Places of dimensions not mapped yet.
constexpr int kUnmapped = -1;

const LayerDimension& dimensionAt(const Layer& layer, int d) { return layer.dimensions[static_cast<std::size_t>(d)]; }

/// The level's own maps, Y' and X' turned into Y and X. Of two maps of one dimension the last counts.
void takeMaps(const ClusterLevel& level, const Layer& layer, LevelTable& table) {
    table.count = 0;
    for (std::size_t i = 0; i < level.maps.size(); ++i) {
        const Map& map = level.maps[i];
        const bool repeated = std::any_of(level.maps.begin() + static_cast<std::ptrdiff_t>(i) + 1, level.maps.end(),
                                          [&](const Map& later) { return later.dimension == map.dimension; });
        if (!repeated && table.count < kMaxMaps) table.maps[static_cast<std::size_t>(table.count++)] = map;
    }
    for (int i = 0; i < table.count; ++i) {
        Map& map = table.maps[static_cast<std::size_t>(i)];
        if (!map.inResults) continue;
        const int filter = dimensionAt(layer, map.dimension).filter;
        std::int64_t mappedFilter = dimensionAt(layer, filter).size;
        for (int j = 0; j < table.count; ++j)
            if (table.maps[static_cast<std::size_t>(j)].dimension == filter)
                mappedFilter = table.maps[static_cast<std::size_t>(j)].size;
        map.size += mappedFilter - 1;
        map.inResults = false;
    }
}

bool names(const LevelTable& table, int dimension) {
    return std::any_of(table.maps.begin(), table.maps.begin() + table.count,
                       [&](const Map& map) { return map.dimension == dimension; });
}

void inheritMaps(const LevelTable& above, LevelTable& table) {
    for (int i = 0; i < above.count; ++i) {
        const Map& map = above.maps[static_cast<std::size_t>(i)];
        if (names(table, map.dimension)) continue;
        std::move_backward(table.maps.begin(), table.maps.begin() + table.count, table.maps.begin() + table.count + 1);
        table.maps[0] = temporalMap(map.dimension, map.size, map.offset);
        ++table.count;
    }
}

/// In alphabetical order.
void mapMissingWhole(const Layer& layer, const Sizes& sizes, LevelTable& table) {
    while (table.count < static_cast<int>(layer.dimensions.size())) {
        int next = kUnmapped;
        for (int d = 0; d < static_cast<int>(layer.dimensions.size()); ++d)
            if (!names(table, d) && (next < 0 || dimensionAt(layer, d).name < dimensionAt(layer, next).name)) next = d;
        table.maps[static_cast<std::size_t>(table.count++)] = temporalMap(next, sizes[static_cast<std::size_t>(next)]);
    }
}

void applyStride(const Layer& layer, bool top, LevelTable& table) {
    for (int i = 0; i < table.count; ++i) {
        Map& map = table.maps[static_cast<std::size_t>(i)];
        const LayerDimension& along = dimensionAt(layer, map.dimension);
        if (!along.windowed() || along.stride == 1) continue;
        const std::int64_t filter = dimensionAt(layer, along.filter).size;
        if (map.size < filter) continue;
        const std::int64_t results = (map.size + along.stride - filter) / along.stride;
        map.size = results * std::min(along.stride, filter) + std::max<std::int64_t>(filter - along.stride, 0);
        map.offset = results * (!top && filter < along.stride ? filter : along.stride);
    }
}

void fillElements(const Sizes& sizes, LevelTable& table) {
    for (int i = 0; i < table.count; ++i) {
        const Map& map = table.maps[static_cast<std::size_t>(i)];
        const auto d = static_cast<std::size_t>(map.dimension);
        const std::int64_t full = sizes[d];
        table.placeOf[d] = i;
        table.mapped[d] = map.size;
        table.unique[d] = map.kind == MapKind::temporal && full <= map.size ? 0 : std::min(map.size, map.offset);
        const std::int64_t moves = full > map.size ? (full - map.size) / map.offset : 0;
        const bool hasEdge = moves * map.offset + map.size < full || map.size > full;
        const std::int64_t left = full - (moves + 1) * map.offset;
        const std::int64_t last = hasEdge && left < 0 ? full : left;
        table.edgeMapped[d] = hasEdge ? last : map.size;
        table.edgeUnique[d] = std::max<std::int64_t>(map.offset - (map.size - last), 0);
        if (map.kind == MapKind::spatial) table.spatial = i;
    }
}

std::int64_t activeAtEdge(const LevelTable& table, const Sizes& sizes) {
    const Map& map = table.maps[static_cast<std::size_t>(table.spatial)];
    const std::int64_t full = sizes[static_cast<std::size_t>(map.dimension)];
    const std::int64_t cover = map.size + map.offset * (table.units - 1);
    if (full <= map.size) return 1;
    if (full <= cover) {
        const std::int64_t whole = (full - map.size) / map.offset + 1;
        return whole + ((whole - 1) * map.offset + map.size < full ? 1 : 0);
    }
    const std::int64_t steady = ((full - map.size) / map.offset + 1) / table.units - 1;
    const std::int64_t rest = full - (steady + 1) * map.offset * table.units;
    return rest < map.size ? 1 : (rest - map.size) / map.offset + 1;
}

}  // namespace

void compile(const Dataflow& flow, const Layer& layer, std::int64_t pes, CaseTables& tables) {
    tables.resize(flow.levels.size());
    Sizes sizes{};
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) sizes[d] = layer.dimensions[d].size;
    std::int64_t units = pes;
    for (std::size_t level = 1; level < flow.levels.size(); ++level) units /= flow.levels[level].units;
    for (std::size_t level = 0; level < flow.levels.size(); ++level) {
        LevelTable& table = tables[level];
        table.units = level == 0 ? units : flow.levels[level].units;
        takeMaps(flow.levels[level], layer, table);
        if (level > 0) inheritMaps(tables[level - 1], table);
        mapMissingWhole(layer, sizes, table);
        applyStride(layer, level == 0, table);
        fillElements(sizes, table);
        table.active = activeAtEdge(table, sizes);
        for (std::size_t d = 0; d < layer.dimensions.size(); ++d) sizes[d] = std::min(table.mapped[d], sizes[d]);
    }
}

}  // namespace lapidary::data_centric
