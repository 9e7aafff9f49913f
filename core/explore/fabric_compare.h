// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One mapping under the reuse model and on the fabric: how far the analytic model is off, and where each cycle of the
// difference comes from. Pure function; long runs are steered by a job.
#pragma once

#include <string>
#include <vector>

#include "core/model/evaluator.h"
#include "core/model/fabric/from_mapping.h"

namespace lapidary {

/// Cycles that the fabric takes beyond the reuse model's; negative where that counts more.
struct FabricTerm {
    std::string key, label;
    std::int64_t cycles = 0;
    std::string why;
};
/// A figure that both models have.
struct FabricFigure {
    std::string key, label, unit;
    double reuse = 0, fabric = 0;
};

struct FabricComparison {
    fabric::Run run;
    fabric::Outcome outcome;
    fabric::Timeline timeline;  ///< of the fabric
    Cost reuse;
    std::vector<FabricTerm> terms;  ///< add up to the fabric's cycles - the reuse model's
    std::vector<FabricFigure> figures;

    /// The reuse model's error: its cycles over those simulated, less 1.
    double error() const { return static_cast<double>(reuse.cycles) / static_cast<double>(outcome.cycles) - 1; }
};

/// Errors if either model can't take the mapping; with notes on what the fabric leaves out. cycles 0 if the job was stopped.
Result<FabricComparison> compareWithFabric(const Mapping& mapping, const Evaluator& evaluator,
                                           const fabric::MachineChoice& choice = {}, Job* job = nullptr);
/// The same of a tile, as mappingOf() writes it down.
Result<FabricComparison> compareWithFabric(const fabric::Run& run, const Evaluator& evaluator, Job* job = nullptr);

}  // namespace lapidary
