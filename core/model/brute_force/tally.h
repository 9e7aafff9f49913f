// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one tensor's Store has seen, per instance, and how that becomes a TensorCost (docs/models/reuse.md).
// Only for the literal simulator. Plain values.
#pragma once

#include <map>

#include "core/model/brute_force/sharing.h"
#include "core/model/cost.h"
#include "core/model/rates.h"

namespace lapidary::literal {

using PerInstance = std::map<std::int64_t, std::int64_t>;

struct Tally {
    bool isOutput = false;
    bool outermost = true;     ///< nothing is brought here and nothing sent up
    bool feedsStores = false;  ///< the next inner holder is a Store, not the MACs
    std::int64_t tile = 0;
    std::map<std::int64_t, Words> held;  ///< every element an instance ever held
    PerInstance delivered;               ///< new words of its tiles
    PerInstance read;                    ///< words sent to the next inner holder
    PerInstance updated;                 ///< output words arriving from it
    PerInstance given;                   ///< words sent to neighbours
    bool rmwFirstUpdate = false;         ///< nothing of a first touch is elided
    std::int64_t sentUp = 0;             ///< by all instances of the next inner holder, before merging
    Served served;                       ///< this Store's new words by the group they were served in

    std::int64_t firstTouches(std::int64_t instance) const;
    std::int64_t elided(std::int64_t instance) const { return rmwFirstUpdate ? 0 : firstTouches(instance); }
    std::int64_t reads(std::int64_t instance, bool drainRead) const;
    std::int64_t fills(std::int64_t instance) const;
    std::int64_t updates(std::int64_t instance) const;

    TensorCost cost(const StoreRates& rates, bool drainRead) const;
};

}  // namespace lapidary::literal
