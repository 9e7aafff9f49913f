// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The directives of one dataflow as they stand in a text, and what they mean once the layer's dimensions are known: used by
// the readers of networks and of bare directives. Pure functions.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/io/maestro/tokens.h"
#include "core/model/data_centric/dataflow.h"

namespace lapidary::maestro {

/// A whole number, or Sz(D) of the dimension named `of`; kind end = a plain number.
struct RawNumber {
    std::int64_t value = 0;
    Word of;
};

struct RawMap {
    Word word, dimension;
    data_centric::MapKind kind = data_centric::MapKind::temporal;
    RawNumber size, offset;
};

/// The maps below one Cluster directive, or above the first.
struct RawCluster {
    Word word;
    RawNumber units;
    std::vector<RawMap> maps;
};

/// Appends the directives up to the next '}' or the end of the text, neither of which is taken.
Diagnostics readDirectives(Words& words, std::vector<RawCluster>& clusters);

struct NamedDimension {
    int dimension = 0;
    bool inResults = false;
    std::int64_t size = 1;  ///< what Sz() of this name means
};

/// The names that directives may use.
struct DimensionNames {
    std::function<std::optional<NamedDimension>(std::string_view)> find;
    std::string sizes, maps;  ///< expected in Sz() and in maps: "M, N or K"
};

struct PlacedDataflow {
    data_centric::Dataflow flow;
    std::map<std::string, Place> places;  ///< "levels[1].maps[2]", "levels[1].maps", "levels[1].units"
};

/// `head`: what stands for the top level, which no Cluster opens.
Result<PlacedDataflow> placed(const std::vector<RawCluster>& clusters, const Word& head, const DimensionNames& names,
                              const Words& words);

}  // namespace lapidary::maestro
