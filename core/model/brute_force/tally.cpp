// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/tally.h"

#include "core/base/arith.h"

namespace lapidary::literal {
namespace {

std::int64_t at(const PerInstance& words, std::int64_t instance) {
    const auto found = words.find(instance);
    return found == words.end() ? 0 : found->second;
}

}  // namespace

std::int64_t Tally::firstTouches(std::int64_t instance) const {
    return isOutput ? static_cast<std::int64_t>(held.at(instance).size()) : 0;
}

std::int64_t Tally::reads(std::int64_t instance, bool drainRead) const {
    if (!isOutput) return at(read, instance) + at(given, instance);
    const std::int64_t drained = drainRead ? at(delivered, instance) : 0;
    return updates(instance) - elided(instance) + drained;
}

std::int64_t Tally::fills(std::int64_t instance) const {
    return outermost ? 0 : at(delivered, instance) - elided(instance);
}

std::int64_t Tally::updates(std::int64_t instance) const { return at(updated, instance); }

TensorCost Tally::cost(const StoreRates& rates, bool drainRead) const {
    TensorCost cost;
    cost.stored = true;
    cost.tile = tile;
    cost.instancesTouched = static_cast<std::int64_t>(held.size());
    for (const auto& [instance, words] : held) {
        cost.reads += reads(instance, drainRead);
        cost.fills += fills(instance);
        cost.updates += updates(instance);
        cost.readAccesses += ceilDiv(reads(instance, drainRead), rates.block);
        cost.fillAccesses += ceilDiv(fills(instance), rates.block);
        cost.updateAccesses += ceilDiv(updates(instance), rates.block);
        cost.delivered += at(delivered, instance);
        cost.distinct += firstTouches(instance);
        cost.neighbourMoves += at(given, instance);
    }
    cost.accesses = cost.readAccesses + cost.fillAccesses + cost.updateAccesses;
    if (isOutput) {
        cost.accumulateReads = cost.updates - (rmwFirstUpdate ? 0 : cost.distinct);
        cost.refetchReads = feedsStores ? cost.accumulateReads : 0;
        cost.drains = cost.delivered;
        cost.spatialReductions = sentUp - cost.updates;
    }
    cost.multicast = served;
    return cost;
}

}  // namespace lapidary::literal
