// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One mapping under the reuse model and on the fabric, side by side: A is the reuse model, B what was simulated. What a model
// doesn't have is absent there. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "core/explore/compare.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::stonne {

/// Cycles of the fabric that go with one thing, and what the reuse model says of it, if anything.
struct ModelTerm {
    std::string key, label, meaning;
    std::int64_t cycles = 0;
};

struct ModelComparison {
    std::int64_t reuse = 0, fabric = 0;  ///< cycles
    std::string boundBy;                 ///< what the reuse model's cycles are bound by
    std::int64_t steps = 0;              ///< compute steps of the reuse model
    std::vector<ModelTerm> terms;        ///< add up to `fabric`
    std::vector<CompareRow> rows;

    /// The reuse model's error: its cycles over those simulated, less 1.
    double error() const { return static_cast<double>(reuse) / static_cast<double>(fabric) - 1; }
};

/// Requires a valid mapping, a finished run of it, and the sums of all its cycles.
ModelComparison compareModels(const Target& target, const Cost& reuse, const fabric::Run& run,
                              const fabric::Outcome& outcome, const fabric::Timeline& timeline);

}  // namespace lapidary::stonne
