// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Data-centric directives (Kwon et al., MICRO 2019, section 3; FLASH, Fig. 4): a dataflow is a list of cluster levels,
// outermost first, each a list of maps, outermost loop first.
//   TemporalMap(size, offset) d   every unit holds `size` consecutive indices of d; time moves the window by `offset`
//   SpatialMap(size, offset) d    neighbouring units hold windows shifted by `offset`; when d is longer than what all
//                                 units cover at once, the whole array moves on
//   Cluster(n)                    what stands above deals work to clusters of n units, what stands below is the inside of one
// Exactly one SpatialMap per level; a dimension at most once per level. A dimension that a lower level leaves out is
// inherited as a TemporalMap of the tile above (put in front); one that no level names is mapped whole.
// FLASH's MAERI-style mapping of a GEMM (dimensions of gemmLayer()), for example:
//   Dataflow flow{{{0, {temporalMap(kGemmM, 2), spatialMap(kGemmN, 1), temporalMap(kGemmK, 2)}},
//                  {2, {temporalMap(kGemmM, 2), temporalMap(kGemmN, 1), spatialMap(kGemmK, 1)}}}};
// A search builds it once per loop order and then changes `size` and `offset` in place, which allocates nothing.
// Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/data_centric/layer.h"

namespace lapidary::data_centric {

inline constexpr int kMaxMaps = 8;  ///< dimensions of a layer, and so maps of a level

enum class MapKind { temporal, spatial };

struct Map {
    MapKind kind = MapKind::temporal;
    int dimension = 0;  ///< index into Layer::dimensions
    std::int64_t size = 1;
    std::int64_t offset = 1;
    /// Written as Y' or X': size counts results, not input coordinates. Only windowed dimensions can be.
    bool inResults = false;

    bool operator==(const Map&) const = default;
};

constexpr Map temporalMap(int dimension, std::int64_t size) { return {MapKind::temporal, dimension, size, size}; }
constexpr Map temporalMap(int dimension, std::int64_t size, std::int64_t offset) {
    return {MapKind::temporal, dimension, size, offset};
}
constexpr Map spatialMap(int dimension, std::int64_t size) { return {MapKind::spatial, dimension, size, size}; }
constexpr Map spatialMap(int dimension, std::int64_t size, std::int64_t offset) {
    return {MapKind::spatial, dimension, size, offset};
}

struct ClusterLevel {
    /// The n of the Cluster(n) directive above this level; 0 at the top: all PEs divided by the product of the others.
    std::int64_t units = 0;
    std::vector<Map> maps;

    bool operator==(const ClusterLevel&) const = default;
};

struct Dataflow {
    std::vector<ClusterLevel> levels;  ///< at least one

    bool operator==(const Dataflow&) const = default;
};

/// Units at each level: PEs / (product of all cluster sizes), rounded down, then the cluster sizes.
std::vector<std::int64_t> unitsOf(const Dataflow& flow, std::int64_t pes);

/// Sizes and strides >= 1, filters no longer than what they slide over, at most 8 dimensions and 4 tensors, and counts that
/// fit 62 bits. Diagnostic::place.key is the dimension's name.
Diagnostics check(const Layer& layer);

/// What is wrong with it, in the order of the directives; empty if nothing is. Diagnostic::place.key is
/// "levels[1].maps[2]" (or "levels[1].units"), by which a reader finds the line.
Diagnostics check(const Dataflow& flow, const Layer& layer, std::int64_t pes);

/// One line per directive, as MAESTRO's files write it: "SpatialMap(1,1) N;", "Cluster(2, P);".
std::vector<std::string> toLines(const Dataflow& flow, const Layer& layer);

}  // namespace lapidary::data_centric
