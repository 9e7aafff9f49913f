// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From counts to a Cost: energy, time, area, utilisation and what must be said about unknown figures (reuse.md, Time, energy, area).
// Every counter (closed forms, literal simulator) ends here. Pure functions.
#pragma once

#include <array>
#include <vector>

#include "core/model/cost.h"
#include "core/model/rates.h"

namespace lapidary {

/// Busiest words by level and part.
using BusiestWords = std::vector<std::vector<PortWords>>;

/// Cycles beside the compute, if time is counted by ports.
struct PortTime {
    std::int64_t stall = 0, onload = 0, offload = 0;
    std::int64_t sum() const { return stall + onload + offload; }
};

/// A Cost of the target's shape: names, instances, room for every tensor; counts all zero.
Cost emptyCost(const Mapping& mapping, const Target& target, const Semantics& semantics);

/// Cycles that the compute alone takes: its steps times its initiation interval.
std::int64_t computeCycles(const Cost& cost, const Architecture& architecture);

/// Requires counts, accesses, tiles and steps in `cost`, and its rows of ports if time is counted by them; adds everything
/// else.
void finishCost(Cost& cost, const BusiestWords& busiest, const Target& target, const PortTime* ports = nullptr);

/// For rules that know no networks: none is modelled, whatever the design says.
void forgetNetworks(Cost& cost);

/// What makes the mapping invalid: its limits, then capacities, innermost first. Requires tiles in `cost`.
void addReasons(Cost& cost, const Mapping& mapping, const Target& target);

/// Partial sums that come back go the way they came, at the mean distance of the words that went up. `sent`: words that
/// arrived where they come from; `returning`: those that come back.
void addReturning(NetworkTraffic& traffic, std::int64_t sent, std::int64_t returning);

/// Tiles of `words[tensor]` words in a level's part against its capacity; code none = they fit. Level order is the
/// caller's. `stored` is the mask of tensors held there.
Reason checkCapacity(int level, int part, unsigned stored, const std::array<std::int64_t, kMaxTensors>& words,
                     const TargetLevel& resolved);

/// pJ of one tensor at one level; unknown rates count as 0.
double storeEnergy(const StoreRates& rates, std::int64_t reads, std::int64_t fills, std::int64_t updates);

}  // namespace lapidary
