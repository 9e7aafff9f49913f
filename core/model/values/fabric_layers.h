// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The layers of a network on a fabric (core/model/fabric): what a workload that came from Conv, Gemm or MatMul is there, its
// operands in the fabric's order, and the function that runGraph() calls to have its values and cycles. Single-threaded.
#pragma once

#include "core/model/fabric/simulate.h"
#include "core/model/values/layer_values.h"

namespace lapidary {

/// A convolution as conv2d() builds it, or a product of two operands with any batch axes; an error for other workloads.
Result<fabric::Layer> fabricLayer(const Workload& workload);

/// The dividing tile that fills the array best in a fixed order: filter columns, rows, channels, then filters, output
/// columns, rows, groups, images. All ones if nothing fits. For MAERI.
fabric::Tile fillingTile(const fabric::Layer& layer, const fabric::Hardware& hardware);

/// One layer that has run.
struct FabricLayerRun {
    std::string layer;
    fabric::Run run;
    fabric::Outcome outcome;
};

/// Given layer and hardware, sets the tile.
using TileChoice = std::function<Result<fabric::Run>(fabric::Run)>;
/// Of a systolic array all of it.
Result<fabric::Run> withFillingTile(fabric::Run run);

/// A function for runGraph(); each layer is simulated for its cycles, too, and noted in `runs`, which outlives it.
LayerFunction fabricLayers(const fabric::Hardware& hardware, TileChoice choose, std::vector<FabricLayerRun>& runs);

}  // namespace lapidary
