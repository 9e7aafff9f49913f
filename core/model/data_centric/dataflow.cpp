// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/dataflow.h"

#include <algorithm>

#include "core/base/arith.h"

namespace lapidary::data_centric {
namespace {

std::string placeKey(std::size_t level, const std::string& rest) {
    return "levels[" + std::to_string(level) + "]." + rest;
}

constexpr std::int64_t kMostCounted = std::int64_t{1} << 61;

/// A product that may grow to kMostCounted.
bool multiply(std::int64_t& product, std::int64_t factor) {
    const auto next = checkedMul(product, factor);
    const bool fits = next && *next <= kMostCounted;
    if (fits) product = *next;
    return fits;
}

/// Upper bound of what the filter of a windowed dimension adds to a map's size.
std::int64_t slidingOver(const ClusterLevel& level, const Layer& layer, std::size_t dimension) {
    const int filter = layer.dimensions[dimension].filter;
    if (filter < 0) return 0;
    std::int64_t most = layer.dimensions[static_cast<std::size_t>(filter)].size;
    for (const Map& map : level.maps)
        if (map.dimension == filter) most = std::max(most, map.size);
    return most;
}

/// What a unit may hold, and what all units may reach, must fit 62 bits, too.
void checkReach(const ClusterLevel& level, std::size_t index, const Layer& layer, std::int64_t units,
                Diagnostics& found) {
    std::int64_t volume = 4 * 64;
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) {
        const std::int64_t full = layer.dimensions[d].size;
        std::int64_t largest = full;
        std::int64_t reach = units;
        for (const Map& map : level.maps) {
            if (map.dimension != static_cast<int>(d) || map.size < 1 || map.offset < 1) continue;
            std::int64_t windows = full / map.offset + 2;  // all of them together hold this much
            if (!multiply(windows, map.size + slidingOver(level, layer, d)) ||
                !multiply(reach, std::max({full, map.size, map.offset})))
                volume = kMostCounted;
            largest = std::max({largest, windows, full + map.offset});
        }
        if (!multiply(volume, largest) || volume == kMostCounted) {
            found.push_back(errorAt({{}, 0, 0, placeKey(index, "maps")},
                                    "sizes in a cluster level are too large: its counts may not fit 62 bits"));
            return;
        }
    }
}

void checkMaps(const ClusterLevel& level, std::size_t index, const Layer& layer, Diagnostics& found) {
    int spatial = 0;
    for (std::size_t i = 0; i < level.maps.size(); ++i) {
        const Map& map = level.maps[i];
        const auto complain = [&](std::string message, std::string hint = {}) {
            found.push_back(errorAt({{}, 0, 0, placeKey(index, "maps[" + std::to_string(i) + "]")}, std::move(message),
                                    std::move(hint)));
        };
        if (map.dimension < 0 || map.dimension >= static_cast<int>(layer.dimensions.size())) {
            complain("no such dimension in layer '" + layer.name + "'");
            continue;
        }
        const std::string& name = layer.dimensions[static_cast<std::size_t>(map.dimension)].name;
        if (map.size < 1) complain("size " + std::to_string(map.size) + " of " + name + ", expected at least 1");
        if (map.offset < 1) complain("offset " + std::to_string(map.offset) + " of " + name + ", expected at least 1");
        if (map.kind == MapKind::spatial && ++spatial == 2)
            complain("a second SpatialMap in one cluster level, expected exactly one",
                     "put a Cluster directive between the two, or make one a TemporalMap");
        for (std::size_t j = 0; j < i; ++j)
            if (level.maps[j].dimension == map.dimension) {
                complain(name + " is mapped twice in one cluster level");
                break;
            }
    }
    if (spatial == 0)
        found.push_back(errorAt({{}, 0, 0, placeKey(index, "maps")},
                                "no SpatialMap in a cluster level, expected exactly one",
                                "a SpatialMap of a dimension of size 1 uses one unit"));
}

}  // namespace

std::vector<std::int64_t> unitsOf(const Dataflow& flow, std::int64_t pes) {
    std::vector<std::int64_t> units;
    std::int64_t top = pes;
    for (std::size_t level = 1; level < flow.levels.size(); ++level)
        if (flow.levels[level].units > 0) top /= flow.levels[level].units;
    for (const ClusterLevel& level : flow.levels) units.push_back(units.empty() ? top : level.units);
    return units;
}

Diagnostics check(const Layer& layer) {
    if (layer.dimensions.size() > static_cast<std::size_t>(kMaxMaps) || layer.tensors.size() > 4)
        return {
            error("layer '" + layer.name + "' has more than " + std::to_string(kMaxMaps) + " dimensions or 4 tensors")};
    Diagnostics found;
    std::int64_t product = 4 * 64;
    for (const LayerDimension& along : layer.dimensions) {
        const Place place{{}, 0, 0, along.name};
        const auto atLeastOne = [&](const char* what, std::int64_t value) {
            if (value < 1)
                found.push_back(errorAt(
                    place, what + (" " + std::to_string(value)) + " of " + along.name + ", expected at least 1"));
            return value >= 1;
        };
        if (!atLeastOne("size", along.size) || !atLeastOne("stride", along.stride)) continue;
        if (along.windowed() && along.size < layer.dimensions[static_cast<std::size_t>(along.filter)].size)
            found.push_back(
                errorAt(place, along.name + " of " + std::to_string(along.size) + " is shorter than its filter"));
        if (!multiply(product, along.size) || !multiply(product, along.windowed() ? along.stride : 1))
            return {error("layer '" + layer.name + "' is too large: its counts may not fit 62 bits")};
    }
    return found;
}

Diagnostics check(const Dataflow& flow, const Layer& layer, std::int64_t pes) {
    Diagnostics found;
    if (flow.levels.empty()) found.push_back(error("a dataflow without directives, expected at least one SpatialMap"));
    std::int64_t product = 1;
    for (std::size_t level = 0; level < flow.levels.size(); ++level) {
        checkMaps(flow.levels[level], level, layer, found);
        checkReach(flow.levels[level], level, layer, pes, found);
        if (level == 0) continue;
        const std::int64_t units = flow.levels[level].units;
        if (units < 1) {
            found.push_back(errorAt({{}, 0, 0, placeKey(level, "units")},
                                    "cluster of " + std::to_string(units) + ", expected at least 1"));
            continue;
        }
        product = checkedMul(product, units).value_or(pes + 1);
        if (product > pes) {
            found.push_back(
                errorAt({{}, 0, 0, placeKey(level, "units")},
                        "clusters of " + std::to_string(product) + " PEs in an array of " + std::to_string(pes),
                        "the product of all cluster sizes may be at most the number of PEs"));
            break;
        }
    }
    return found;
}

std::vector<std::string> toLines(const Dataflow& flow, const Layer& layer) {
    std::vector<std::string> lines;
    for (std::size_t level = 0; level < flow.levels.size(); ++level) {
        if (level > 0) lines.push_back("Cluster(" + std::to_string(flow.levels[level].units) + ", P);");
        for (const Map& map : flow.levels[level].maps)
            lines.push_back(std::string(map.kind == MapKind::spatial ? "SpatialMap(" : "TemporalMap(") +
                            std::to_string(map.size) + "," + std::to_string(map.offset) + ") " +
                            layer.dimensions[static_cast<std::size_t>(map.dimension)].name +
                            (map.inResults ? "';" : ";"));
    }
    return lines;
}

}  // namespace lapidary::data_centric
