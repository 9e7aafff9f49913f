// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/report.h"

#include "core/model/reuse/group_sizes.h"
#include "core/model/reuse/port_time.h"

namespace lapidary::reuse {
namespace {

TensorCost tensorCost(const Counting& counting, int tensor, const LevelTally& tally) {
    const auto t = static_cast<std::size_t>(tensor);
    const int index = tally.index[t];
    TensorCost cost;
    cost.stored = true;
    cost.tile = counting.tile(tensor, counting.store(tensor, index));
    cost.instancesTouched = counting.touched(tensor, index);
    cost.reads = tally.words[t].reads;
    cost.fills = tally.words[t].fills;
    cost.updates = tally.words[t].updates;
    cost.readAccesses = tally.accesses[t].reads;
    cost.fillAccesses = tally.accesses[t].fills;
    cost.updateAccesses = tally.accesses[t].updates;
    cost.accesses = cost.readAccesses + cost.fillAccesses + cost.updateAccesses;
    if (index > 0) {
        cost.delivered = counting.flow(tensor, index - 1).delivered;
        cost.multicast = groupSizes(counting, tensor, index - 1);
        cost.neighbourMoves = counting.neighbourMoves(tensor, index);
    }
    if (!counting.plan().tensors[t].isOutput) return cost;
    cost.distinct = counting.held(tensor, index);
    cost.accumulateReads = counting.accumulateReads(tensor, index);
    cost.refetchReads = counting.refetchReads(tensor, index);
    cost.drains = cost.delivered;
    cost.spatialReductions = counting.flow(tensor, index).delivered - cost.updates;
    return cost;
}

std::vector<Reason> reasonsOf(const Counting& counting, const Mapping& mapping) {
    const Plan& plan = counting.plan();
    std::vector<Reason> reasons;
    const auto add = [&reasons](const Reason& reason) {
        if (reason.code != ReasonCode::none) reasons.push_back(reason);
    };
    add(checkLimits(mapping, *plan.target));
    for (int level = static_cast<int>(plan.target->levels.size()); level-- > 0;)
        for (int part = 0; part < plan.rates.levels[static_cast<std::size_t>(level)].parts; ++part)
            add(overflow(counting, level, part));
    return reasons;
}

}  // namespace

Cost costOf(Counting& counting, const Mapping& mapping) {
    const Plan& plan = counting.plan();
    Cost cost = emptyCost(mapping, *plan.target, plan.semantics);
    cost.steps = stepsOf(plan, counting.nest());
    cost.reasons = reasonsOf(counting, mapping);
    BusiestWords busiest;
    LevelTally tally;
    for (std::size_t l = 0; l < cost.levels.size(); ++l) {
        tallyLevel(counting, static_cast<int>(l), Detail::full, tally);
        for (int t = 0; t < plan.tensorCount; ++t)
            if (tally.stored >> t & 1)
                cost.levels[l].tensors[static_cast<std::size_t>(t)] = tensorCost(counting, t, tally);
        busiest.emplace_back(tally.busiest.begin(), tally.busiest.begin() + plan.rates.levels[l].parts);
    }
    for (std::size_t f = 0; f < cost.networks.size(); ++f)
        if (cost.networks[f].modelled)
            for (int t = 0; t < plan.tensorCount; ++t)
                cost.networks[f].tensors[static_cast<std::size_t>(t)] =
                    networkTraffic(counting, static_cast<int>(f), t);
    if (plan.semantics.time == Time::overlap) {
        finishCost(cost, busiest, *plan.target);
        return cost;
    }
    PortReport report;
    const PortTime time = portTime(counting, &report);
    for (std::size_t l = 0; l < cost.levels.size(); ++l) cost.levels[l].ports = std::move(report.rows[l]);
    finishCost(cost, busiest, *plan.target, &time);
    return cost;
}

}  // namespace lapidary::reuse
