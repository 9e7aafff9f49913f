// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// MAESTRO's text files: hardware ("num_pes: 256") and networks with a dataflow per layer ("SpatialMap(1,1) N;"), read and
// written; docs/formats/maestro.md describes them. What doesn't parse, or parses but can't be a dataflow on that machine, is
// told with file, line, column and what was expected. Pure functions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/data_centric/dataflow.h"
#include "core/model/data_centric/hardware.h"

namespace lapidary::maestro {

struct MappedLayer {
    data_centric::Layer layer;
    data_centric::Dataflow dataflow;
    /// Where each part stands: "layer", "levels[1].maps[2]", "levels[1].units", a dimension's name.
    std::map<std::string, Place> places;
};

Result<data_centric::Hardware> readHardware(std::string_view text, const std::string& file);
Result<std::vector<MappedLayer>> readNetwork(std::string_view text, const std::string& file);
/// The same, but layers may lack a dataflow (MAESTRO's files of models do).
Result<std::vector<MappedLayer>> readLayers(std::string_view text, const std::string& file);

/// Diagnostics of data_centric::check() or Evaluator, moved to where the layer's file says what they speak of.
Diagnostics located(Diagnostics diagnostics, const MappedLayer& layer, const std::string& file);

/// Reads back equal.
std::string hardwareText(const data_centric::Hardware& hardware);
/// Reads back equal; layers without a network's name go into "Network network".
std::string networkText(const std::vector<MappedLayer>& layers);

}  // namespace lapidary::maestro
