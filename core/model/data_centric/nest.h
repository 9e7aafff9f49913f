// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Loop nests as directives and back (data_centric.md): a cluster level is the temporal loops above one spatial loop, and that loop.
// Only what both can say: each dimension once per level, but for loops of one dimension next to each other, which are one. A
// nest's Stores, and the order of loops inside a PE, have no directive; directives whose partial tiles recur inside of outer
// ones have no nest. Both are refused or said. Pure functions.
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

/// Dimensions and tensors in the workload's order, the output last. A rank stride * p + r of an input makes p a windowed
/// dimension of stride * (P - 1) + R coordinates, over which r slides. Refuses several outputs, other ranks, windows of two
/// tensors, plain inputs along p, and more than 8 dimensions or 4 tensors. Notes say that padding is read as data.
Result<Layer> layerOf(const Workload& workload);

/// A nest as directives; reused, it allocates nothing once it has seen nests as deep.
struct NestDirectives {
    Dataflow flow;
    std::int64_t pes = 1;  ///< product of the spatial loops
    int offender = -1;     ///< the dimension that stands apart twice above one spatial loop, if read() failed
    bool padded = false;   ///< why it failed, too

    /// False if directives can't say it. Requires a well-formed mapping of the layer's workload.
    bool read(const Mapping& mapping, const Layer& layer);
    Diagnostic whyNot(const Layer& layer) const;
};

/// Maps that count results as maps of input coordinates, which mean the same whatever the stride: MAESTRO's Y' and X' are of
/// results at every position. In place; allocates nothing.
void useInputCoordinates(Dataflow& flow, const Layer& layer, bool onlyStrided = false);

/// Requires a well-formed mapping. Notes say what gets lost.
Result<DirectiveForm> directivesOf(const Mapping& mapping, const Target& target);

/// Where a node of a nest comes from; level -1: no directive says it.
struct NestOrigin {
    int level = -1, map = -1;
};

struct NestForm {
    Mapping mapping;
    std::vector<NestOrigin> origins;  ///< one per node
};

/// The nest of a flow in the operation space of the target's workload, with every tensor that must be kept stored at each
/// level: above a fanout what its units need in one step. Cluster levels go to fanouts and axes from outside to inside, several to one fanout if the design has fewer. `like`: a
/// nest from which to take what directives don't say: which axes, which tensors each level stores, the order of loops inside a
/// PE. Requires the layer of layerOf(target.workload). Diagnostic::place.key as in check().
Result<NestForm> nestFormOf(const Dataflow& flow, std::int64_t pes, const Target& target,
                            const Mapping* like = nullptr);
Result<Mapping> nestOf(const Dataflow& flow, std::int64_t pes, const Target& target);

}  // namespace lapidary::data_centric
