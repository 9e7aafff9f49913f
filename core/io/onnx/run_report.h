// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A run of a network with values as text, table and JSON: each node that was computed, and how far the accelerated result is
// from the plain reference; with a fabric, what each layer took there. Pure functions.
#pragma once

#include "core/io/onnx/onnx_model.h"
#include "core/model/values/fabric_layers.h"
#include "core/model/values/run_graph.h"

namespace lapidary {

Table runTable(const OnnxModel& model, const GraphRun& run, NumberStyle style);
/// One row per layer and a sum; without rows if no fabric was asked for.
Table fabricTable(const std::vector<FabricLayerRun>& simulated);
std::string runText(const OnnxModel& model, const GraphRun& run, const std::vector<FabricLayerRun>& simulated = {});
/// {"lapidary", "model", "agrees", "largest_error", "tolerance", "nodes", "outputs", "fabric" {"hardware", "cycles", "layers"}}
Json runJson(const OnnxModel& model, const GraphRun& run, const std::vector<FabricLayerRun>& simulated = {});

}  // namespace lapidary
