// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Our own rules for data-centric directives, `edge-exact` (docs/models/data_centric.md): MAESTRO's double-buffered case model,
// but every step moves and computes the sizes it really has, a unit reloads whatever of its box it didn't hold at the step
// before (also where inner loops restart), copies of a multicast are written, and each MAC is done once. Equal, integer for
// integer, to brute_force/directives.h (tested). Pure functions; each thread owns its scratch.
#pragma once

#include <vector>

#include "core/model/data_centric/case_tables.h"
#include "core/model/data_centric/hardware.h"
#include "core/model/data_centric/outcome.h"

namespace lapidary::data_centric {

/// One map of one level in the operation space: tiles of `size` points of a dimension, dealt to time or to units.
struct Tiling {
    int dimension = 0;
    std::int64_t size = 1;
    bool spatial = false;
};

struct TiledLevel {
    std::int64_t units = 1;
    std::vector<Tiling> tilings;  ///< outermost first; dimensions that are missing are taken whole
};

/// The flow in the operation space (rows of results, not of input). Refuses what repeats or leaves out work: an offset other
/// than the size (of a windowed dimension: than its results), and what check() finds.
Result<std::vector<TiledLevel>> tiledLevels(const Dataflow& flow, const Layer& layer, std::int64_t pes);

/// What one invocation of a level costs.
struct LevelSums {
    std::int64_t runtime = 0, macs = 0, steps = 0;
    std::array<std::int64_t, 4> moved{};      ///< by tensor: words read above (outputs: sent up)
    std::array<std::int64_t, 4> first{};      ///< the same at the first step
    std::array<std::int64_t, 4> delivered{};  ///< words arriving at PEs, one per copy, over all levels below
    /// Spatio-temporal reuse of inputs: of the words that units lack at a step, those that a unit beside them held at the step
    /// before. At this level, once per word; below, once per copy. Counted if asked for.
    std::array<std::int64_t, 4> passed{}, passedBelow{};
    double busy = 0;  ///< PEs with work, summed over this level's steps; those of a unit are its mean over its own
    PhaseTime phases[3]{};

    double utilized() const { return steps > 0 ? busy / static_cast<double>(steps) : 0; }

    bool operator==(const LevelSums&) const = default;
};

/// What only the top level's steps tell.
struct ExactTop {
    Delays ingress{}, egress{}, compute{};
    std::int64_t shortest = 0;       ///< delay of a step before off-chip floors
    std::int64_t peakBandwidth = 0;  ///< elements per cycle that would hide the communication of every step
    double bandwidthSum = 0;         ///< of each step's elements per cycle of computing
};

/// Sub-clusters by the tile they run on.
struct ExactMemo {
    std::vector<std::uint64_t> hashes;
    std::vector<Sizes> extents;
    std::vector<LevelSums> sums;
};

/// Memory that scoring reuses.
struct ExactScratch {
    std::vector<TiledLevel> levels;
    std::vector<ExactMemo> memos;
};

/// The whole layer. `offchip` floors apply to the top level's steps.
LevelSums edgeExactSums(const std::vector<TiledLevel>& levels, const Layer& layer, const Hardware& hardware);

/// Delay of moving x elements: hops + ceil(x / bandwidth) - 1 (as MAESTRO).
std::int64_t movingDelay(const Hardware& hardware, std::int64_t elements);

/// All figures of one flow. Requirements are those of the first step, the largest. Energy counts L1 always, with the copies of
/// multicasts, and MACs, so that energyNj = energyMacs * macNj.
Result<Outcome> evaluateEdgeExact(const Dataflow& flow, const Layer& layer, const Hardware& hardware);

/// The few figures that a search compares, equal to evaluateEdgeExact()'s. Requires a flow that tiledLevels() takes, on a
/// layer and machine without faults. `pes`: how many are used, if not all. Allocates nothing once the scratch has seen flows as
/// large.
Score scoreEdgeExact(const Dataflow& flow, const Layer& layer, const Hardware& hardware, ExactScratch& scratch,
                     std::optional<std::int64_t> pes = {});

}  // namespace lapidary::data_centric
