// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random small problems for property tests: a workload, a design for it and a well-formed mapping on it. Shares no
// code with the mapspace, so that it can judge it. The same Rng state gives the same problem.
// Mappings respect axis sizes and keep rules; capacities and spatial reduction only if `roomy`.
#pragma once

#include <cstdint>

#include "core/base/rng.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::testing {

struct RandomOptions {
    std::int64_t maxMacs = 4000;
    int maxLevels = 4;         ///< 2 .. 4
    bool spatialTails = true;  ///< R < P allowed at spatial loops
    bool temporalTails = true;
    bool windows = true;      ///< workloads with ranks of two terms
    bool threeTerms = false;  ///< now and then a rank of three terms
    bool manyOutputs = true;  ///< now and then a second output
    bool padding = false;     ///< convolutions with zeros before and behind the data
    bool uneven = true;       ///< half of the mappings: Stores and loops anywhere the grammar allows
    bool bypass = true;
    bool partitions = true;
    bool spatial = true;     ///< fanouts in the design and loops on them
    bool roomy = false;      ///< capacities that fit any mapping; spatial reduction everywhere
    bool plainLoops = true;  ///< canonical; else also loops of bound 1 and P > R in loops that run their last trip only
};

struct RandomProblem {
    TargetPtr target;
    Mapping mapping;
};

Workload randomWorkload(Rng& rng, const RandomOptions& options = {});
Architecture randomArchitecture(Rng& rng, const Workload& workload, const RandomOptions& options = {});
Mapping randomMapping(Rng& rng, const Target& target, const RandomOptions& options = {});
RandomProblem randomProblem(Rng& rng, const RandomOptions& options = {});

}  // namespace lapidary::testing
