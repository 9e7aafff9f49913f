// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/rates.h"

#include <algorithm>
#include <cmath>

namespace lapidary {
namespace {

StoreRates storeRates(const Level& level, const TargetLevel& resolved, std::size_t tensor) {
    Energies energy = level.energy;
    const int part = resolved.part[tensor];
    if (part > 0) {
        const Energies& own = level.partitions.at(resolved.partitions[static_cast<std::size_t>(part - 1)]).energy;
        if (own.read.value) energy.read = own.read;
        if (own.write.value) energy.write = own.write, energy.update = own.update;
        if (own.update.value) energy.update = own.update;
    }
    return {.read = energy.read.value,
            .fill = energy.write.value,
            .update = energy.update.value ? energy.update.value : energy.write.value,
            .block = resolved.block[tensor],
            .part = part};
}

PortRates portRates(const Bandwidth& bandwidth) {
    return {bandwidth.read.value_or(0), bandwidth.write.value_or(0), bandwidth.shared.value_or(0)};
}

/// A partition has ports of its own; what it doesn't say about them is as its level says.
Bandwidth partitionBandwidth(const Level& level, const Partition& partition) {
    Bandwidth result = partition.bandwidth;
    if (!result.read) result.read = level.bandwidth.read;
    if (!result.write) result.write = level.bandwidth.write;
    if (!result.shared) result.shared = level.bandwidth.shared;
    return result;
}

std::optional<double> leakOf(const Level& level) {
    std::optional<double> sum = level.energy.leak.value;
    for (const auto& [role, partition] : level.partitions)
        if (partition.energy.leak.value) sum = sum.value_or(0) + *partition.energy.leak.value;
    return sum;
}

LevelRates levelRates(const Level& level, const TargetLevel& resolved) {
    LevelRates rates;
    for (std::size_t t = 0; t < kMaxTensors; ++t) rates.stores[t] = storeRates(level, resolved, t);
    rates.ports[0] = portRates(level.bandwidth);
    for (std::size_t p = 0; p < resolved.partitions.size(); ++p)
        rates.ports[p + 1] = portRates(partitionBandwidth(level, level.partitions.at(resolved.partitions[p])));
    rates.parts = static_cast<int>(resolved.partitions.size()) + 1;
    rates.leak = leakOf(level);
    rates.instances = resolved.instances;
    return rates;
}

}  // namespace

Rates::Rates(const Target& target)
    : mac(target.architecture.compute().energy.value),
      interval(target.architecture.compute().interval),
      macInstances(target.architecture.computeInstances()) {
    for (std::size_t l = 0; l < target.levels.size(); ++l)
        levels[l] = levelRates(target.architecture.levels()[l], target.levels[l]);
    for (std::size_t f = 0; f < target.architecture.fanouts().size(); ++f) {
        const Fanout& fanout = target.architecture.fanouts()[f];
        hops[f].known = fanout.hopEnergy.value.has_value();
        for (std::size_t t = 0; t < kMaxTensors; ++t)
            hops[f].pj[t] =
                fanout.hopEnergy.value.value_or(0) * target.levels[static_cast<std::size_t>(fanout.below)].wordBits[t];
    }
}

std::int64_t transferCycles(std::int64_t words, double rate) {
    if (rate <= 0 || words == 0) return 0;
    const double cycles = std::ceil(static_cast<double>(words) / rate);
    constexpr double kLongest = 9.2e18;
    return static_cast<std::int64_t>(std::min(cycles, kLongest));
}

std::int64_t portCycles(const PortWords& words, const PortRates& rates) {
    return std::max({transferCycles(words.reads, rates.read), transferCycles(words.writes, rates.write),
                     transferCycles(words.both, rates.shared)});
}

}  // namespace lapidary
