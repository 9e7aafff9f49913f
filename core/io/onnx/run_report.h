// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A run of a network with values as text, table and JSON: each node that was computed, and how far the accelerated result is
// from the plain reference. Pure functions.
#pragma once

#include "core/io/onnx/onnx_model.h"
#include "core/model/values/run_graph.h"

namespace lapidary {

Table runTable(const OnnxModel& model, const GraphRun& run, NumberStyle style);
std::string runText(const OnnxModel& model, const GraphRun& run);
/// {"lapidary", "model", "agrees", "largest_error", "tolerance", "nodes", "outputs"}
Json runJson(const OnnxModel& model, const GraphRun& run);

}  // namespace lapidary
