// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What no mapping of a classic mapspace can beat, found in milliseconds and without looking at mappings: compulsory
// traffic, the traffic that capacities enforce, the compute roof and the ports. Any searcher shows its gap to it; a proof
// begins with it. docs/models/bounds.md proves each part. Pure function.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/mapspace/mapspace.h"
#include "core/model/semantics.h"
#include "core/search/objective.h"

namespace lapidary {

/// By the reuse model (AccelForge counts no less); where each tensor has Stores of its own, anywhere in the nest; by
/// Sunstone's model.
enum class Counted { byReuse, uneven, bySunstone };

/// Mappings that keep these tensors take no less.
struct KeepBound {
    std::vector<unsigned> kept;  ///< tensors by level, bit mask; empty = whatever is kept
    double energyPj = 0;
    std::int64_t cycles = 0;
    double capacityPj = 0;   ///< of the energy: what capacities enforce beyond compulsory traffic
    std::int64_t steps = 0;  ///< of the cycles: by the compute alone
};

struct SpaceBound {
    std::vector<KeepBound> keeps;  ///< not empty
    /// The least over what may be kept; `which` = where it is.
    double value(Metric metric, const KeepBound** which = nullptr) const;
};

/// Nullopt if the mapspace contradicts itself, or if `goesOn` said no.
std::optional<SpaceBound> boundOf(const Mapspace& mapspace, const Semantics& semantics,
                                  const std::function<bool()>& goesOn, Counted counted = Counted::byReuse);

/// (reached - bound) / reached, at least 0.
double gapOf(double reached, double bound);

}  // namespace lapidary
