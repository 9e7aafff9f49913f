// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/score.h"

#include <algorithm>

#include "core/model/reuse/port_time.h"

namespace lapidary::reuse {
namespace {

double computes(const Mapping& mapping, const Workload& workload) {
    std::int64_t product = 1;
    for (int d = 0; d < workload.dimensionCount(); ++d) product *= mapping.coveredBound(workload, d);
    return static_cast<double>(product);
}

/// In the order of finishCost.
double withNetworks(const Counting& counting, double energy) {
    const Rates& rates = counting.plan().rates;
    for (std::size_t f = 0; f < rates.hops.size(); ++f) {
        if (!rates.hops[f].known) continue;
        double sum = 0;
        for (int t = 0; t < counting.plan().tensorCount; ++t)
            sum +=
                networkTraffic(counting, static_cast<int>(f), t).hops * rates.hops[f].pj[static_cast<std::size_t>(t)];
        energy += sum;
    }
    return energy;
}

}  // namespace

Reason firstOverflow(const Counting& counting) {
    const Rates& rates = counting.plan().rates;
    for (int level = static_cast<int>(counting.plan().target->levels.size()); level-- > 0;) {
        for (int part = 0; part < rates.levels[static_cast<std::size_t>(level)].parts; ++part) {
            const Reason reason = overflow(counting, level, part);
            if (reason.code != ReasonCode::none) return reason;
        }
    }
    return {};
}

Score scoreOf(Counting& counting, const Mapping& mapping) {
    const Rates& rates = counting.plan().rates;
    const auto levels = counting.plan().target->levels.size();
    Score score;
    score.steps = stepsOf(counting.plan(), counting.nest());
    score.cycles = score.steps * rates.interval;
    const bool byPorts = counting.plan().semantics.time == Time::ports;
    std::array<double, kMaxLevels> energies;
    LevelTally tally;
    for (std::size_t l = 0; l < levels; ++l) {
        tallyLevel(counting, static_cast<int>(l), Detail::score, tally);
        energies[l] = 0;
        for (std::size_t t = 0; t < static_cast<std::size_t>(counting.plan().tensorCount); ++t) {
            if (!(tally.stored >> t & 1)) continue;
            const StoreWords& accesses = tally.accesses[t];
            energies[l] += storeEnergy(rates.levels[l].stores[t], accesses.reads, accesses.fills, accesses.updates);
        }
        for (std::size_t part = 0; !byPorts && part < static_cast<std::size_t>(rates.levels[l].parts); ++part)
            score.cycles = std::max(score.cycles, portCycles(tally.busiest[part], rates.levels[l].ports[part]));
    }
    if (byPorts) score.cycles += portTime(counting).sum();
    for (std::size_t l = 0; l < levels; ++l) {
        const LevelRates& level = rates.levels[l];
        if (level.leak)
            energies[l] += *level.leak * static_cast<double>(score.cycles) * static_cast<double>(level.instances);
        score.energyPj += energies[l];
    }
    score.energyPj = withNetworks(counting, score.energyPj);
    score.energyPj += rates.mac.value_or(0) * computes(mapping, counting.plan().target->workload);
    return score;
}

}  // namespace lapidary::reuse
