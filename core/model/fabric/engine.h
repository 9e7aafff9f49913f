// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps a plan through the array cycle by cycle: memory controller, collection bus, virtual neurons, multipliers,
// distribution ports, in this order. Adders and tree switches are not stepped: a product reaches its neuron's top adder a
// known number of cycles later, and links never push back. Where tiles start from an empty array, as with weights that wait
// for all earlier outputs, equal tiles take equal times, and only the first ones are stepped.
// Thread rule: one engine per thread.
#pragma once

#include <cstdint>

#include "core/base/job.h"
#include "core/model/fabric/plan.h"
#include "core/model/fabric/trace.h"

namespace lapidary::fabric {

struct EngineResult {
    bool finished = false;           ///< false: the job was stopped
    std::int64_t cycles = 0;         ///< the cycle in which memory takes the last output
    std::int64_t steppedCycles = 0;  ///< of these, stepped one by one
    bool overtaken = false;  ///< weights of a tile came before a multiplier had used its inputs of the tile before
    std::int64_t busConflicts = 0;  ///< cycles of bus lines with several results waiting
};

struct EngineOptions {
    bool skipEqualTiles = true;    ///< none that the window of a trace meets
    EngineTrace* trace = nullptr;  ///< filled if given
    Job* job = nullptr;
};

/// Requires a plan whose neurons fit the array and whose steps name their multipliers.
EngineResult runPlan(const Plan& plan, const ReductionTree& tree, const EngineOptions& options = {});

}  // namespace lapidary::fabric
