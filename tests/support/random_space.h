// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random mapspaces with evaluators: workloads with windows, several outputs and padding, designs with bypass, partitions,
// limited ports and leakage, constraints, every kind of factors and every semantics.
#pragma once

#include <optional>
#include <string>

#include "core/base/rng.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"

namespace lapidary::testing {

struct RandomSpace {
    Mapspace mapspace;
    Evaluator evaluator;
    std::string words;  ///< what a failure prints
};

/// The einsum, its bounds and every setting of the design.
std::string inWords(const Target& target);

/// Nullopt if they make no space, or one of more than `maxSize` candidates.
std::optional<RandomSpace> spaceOf(const TargetPtr& target, MapspaceOptions options, const Semantics& semantics,
                                   std::int64_t maxSize);

/// Nullopt if the draw makes no space, or one of more than `maxSize` candidates.
std::optional<RandomSpace> randomMapspace(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize,
                                          std::optional<Factorization> kind = {});

/// Now and then limited ports and leakage, and mostly other energies.
void drawFigures(Rng& rng, Level& level);

/// An innermost dimension, the factors of one, or both, at a level of the target.
void limitOneLevel(Rng& rng, const Target& target, Constraints& constraints);

/// A dimension's name.
const std::string& anyDimension(Rng& rng, const Target& target);

}  // namespace lapidary::testing
