// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What tables claim of an uneven mapping, counted again by the model itself. Pure function.
#pragma once

#include <cstdint>

#include "core/model/evaluator.h"
#include "core/search/objective.h"

namespace lapidary::optimal {

/// The mapping with its score by the evaluator, or as AccelForge counts if there is none. An error if the mapping is
/// malformed or not valid, or costs another number of cycles or another energy (in pJ, to rounding) than claimed: tables
/// that count otherwise than the model have proven nothing.
Result<Candidate> confirmed(Mapping mapping, const Target& target, double energyPj, std::int64_t cycles,
                            const Evaluator* evaluator);

}  // namespace lapidary::optimal
