// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Loop nests as directives and back (2-model 7): a cluster level is the temporal loops above one spatial loop, and that loop.
// Only what both can say: workloads without sliding windows, one spatial loop per fanout, each dimension once per level. A nest's
// Stores, and the order of loops inside a PE, have no directive; directives whose partial tiles recur inside of outer ones have
// no nest. Both are refused or said. Pure functions.
#pragma once

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/data_centric/dataflow.h"

namespace lapidary::data_centric {

struct DirectiveForm {
    Layer layer;
    Dataflow flow;
    std::int64_t pes = 1;  ///< product of the spatial loops
};

/// Dimensions and tensors in the workload's order, the output last. Refuses several outputs, ranks of other than one plain
/// dimension, and more than 8 dimensions or 4 tensors.
Result<Layer> layerOf(const Workload& workload);

/// Requires a well-formed mapping. Notes say what gets lost.
Result<DirectiveForm> directivesOf(const Mapping& mapping, const Target& target);

/// The nest with every tensor that must be kept stored at each level, cluster level i on the i-th fanout from outside. Requires
/// the layer of layerOf(target.workload).
Result<Mapping> nestOf(const Dataflow& flow, std::int64_t pes, const Target& target);

}  // namespace lapidary::data_centric
