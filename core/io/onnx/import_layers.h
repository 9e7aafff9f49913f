// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The layers of an ONNX model as a network takes them over: equal shapes once, with how often they occur, and any of them
// left out. Pure functions.
#pragma once

#include "core/io/onnx/onnx_model.h"

namespace lapidary {

/// Layers of equal shape.
struct ImportedLayer {
    Workload workload;       ///< with the name of the first
    std::vector<int> nodes;  ///< of the graph, that became this layer
    std::int64_t macs = 0;   ///< of one

    std::int64_t count() const { return static_cast<std::int64_t>(nodes.size()); }
};
std::vector<ImportedLayer> importedLayers(const OnnxModel& model);

/// Those that are taken, each with its count. Requires one flag per layer.
Network networkOf(const OnnxModel& model, const std::vector<ImportedLayer>& layers, const std::vector<bool>& taken);

/// One row per layer: name, count, bounds, multiply-accumulates with their share of all products, the nodes it stands for.
Table importedLayerTable(const OnnxModel& model, const std::vector<ImportedLayer>& layers,
                         const std::vector<bool>& taken, NumberStyle style);
/// One row for each thing that nodes became, and their sum.
Table importSummaryTable(const OnnxModel& model, NumberStyle style);

/// "N 1  M 64  P 112"
std::string boundsText(const Workload& workload);
/// Products of Conv, ConvTranspose, Gemm and MatMul, accelerated or not.
std::int64_t macsOf(const OnnxModel& model);

}  // namespace lapidary
