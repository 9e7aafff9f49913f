// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping whose tensors have Stores of their own, as one of a classic mapspace. Pure functions.
#pragma once

#include <optional>

#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"

namespace lapidary::optimal {

/// The same with one Store for all tensors of a level that stand together; nullopt if that isn't a mapping of the space.
std::optional<Mapping> classicOf(const Mapping& mapping, const Mapspace& mapspace);
/// Where loops of a level repeat a dimension, one of them takes all its trips, if the model counts both alike.
std::optional<Mapping> classicOf(const Mapping& mapping, const Mapspace& mapspace, const Evaluator& evaluator,
                                 Evaluator::Scratch& scratch);

}  // namespace lapidary::optimal
