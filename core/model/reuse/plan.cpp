// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/plan.h"

#include <algorithm>

namespace lapidary::reuse {
namespace {

TensorPlan planTensor(const Tensor& tensor, const Semantics& semantics) {
    TensorPlan plan;
    plan.isOutput = tensor.isOutput;
    plan.box = semantics.halo == Halo::box && !tensor.isOutput;
    plan.rankOf.fill(-1);
    for (const Rank& rank : tensor.ranks) {
        for (const Term& term : rank.terms) {
            plan.used |= bit(term.dimension);
            if (rank.terms.size() > 1) plan.windows |= bit(term.dimension);
        }
        plan.shortRanks = plan.shortRanks && rank.terms.size() <= RankShape::kMaxTerms;
        if (clipOf(tensor, rank, semantics))
            for (const Term& term : rank.terms) plan.clippedDimensions |= bit(term.dimension);
    }
    plan.windowed = plan.windows != 0;
    plan.closedTiles = !plan.windowed || (plan.shortRanks && !tensor.isOutput);
    plan.oneAxis = plan.windowed && semantics.window == Window::oneAxis;
    if (!plan.shortRanks) return plan;
    for (const Rank& rank : tensor.ranks) {
        if (rank.terms.empty()) continue;
        const auto r = static_cast<std::size_t>(plan.rankCount++);
        plan.ranks[r] = RankShape(rank.terms, plan.box);
        if (const std::optional<Clip> clip = clipOf(tensor, rank, semantics)) {
            plan.clipped |= 1u << r;
            plan.clips[r] = *clip;
        }
        for (const Term& term : rank.terms) {
            plan.rankOf[static_cast<std::size_t>(term.dimension)] = static_cast<std::int8_t>(r);
            plan.rankDimensions[r] |= bit(term.dimension);
        }
    }
    return plan;
}

}  // namespace

Plan::Plan(TargetPtr target_, const Semantics& semantics_)
    : target(std::move(target_)),
      semantics(semantics_),
      rates(*target),
      dimensionCount(target->workload.dimensionCount()),
      tensorCount(target->workload.tensorCount()) {
    for (int t = 0; t < tensorCount; ++t)
        tensors[static_cast<std::size_t>(t)] =
            planTensor(target->workload.tensors()[static_cast<std::size_t>(t)], semantics);
    needsDetail = semantics.perNetwork || semantics.linkTransfers;
    if (semantics.time == Time::ports) ports = PortPlan(*target);
    for (const HopRates& hops : rates.hops) needsDetail = needsDetail || hops.known;
}

namespace {

/// The limit leaves room for sums of a few counts and for padded dimensions.
constexpr double kMost = 0x1p59;

/// Words that a tensor may move into a Store, all instances together. Every word of an exact tile serves a MAC of its own,
/// so they are no more than the MACs; boxes have gaps on top.
double mostWords(const Workload& workload, const Semantics& semantics) {
    const auto macs = static_cast<double>(workload.macs());
    double most = macs;
    for (const Tensor& tensor : workload.tensors()) {
        double own = macs;
        for (const Rank& rank : tensor.ranks) {
            double coefficients = 0;
            for (const Term& term : rank.terms) coefficients += static_cast<double>(term.coefficient);
            if (semantics.halo == Halo::box && !tensor.isOutput && coefficients > 1) own *= coefficients;
        }
        most = std::max(most, own);
    }
    return most;
}

/// A MAC at a time; if tails take the time of full bounds, those cover less than twice a dimension: the outermost loop makes
/// R >= 2 trips, of which all but the last are full.
double mostSteps(const Workload& workload, const Semantics& semantics) {
    double most = 1;
    for (const Dimension& dimension : workload.dimensions()) {
        const auto bound = static_cast<double>(dimension.bound);
        most *= semantics.fullSteps ? std::max(bound, 2 * (bound - 1)) : bound;
    }
    return most;
}

/// A word takes at most the whole row and, in every column, all rows.
double mostHalfHops(const Fanout& fanout) {
    return 2 * (static_cast<double>(fanout.x) + static_cast<double>(fanout.x) * static_cast<double>(fanout.y));
}

/// Hops are counted wherever children are looked at one by one, whether or not they cost something there.
bool countsHops(const Architecture& design, const Semantics& semantics) {
    return semantics.perNetwork || semantics.linkTransfers ||
           std::ranges::any_of(design.fanouts(),
                               [](const Fanout& fanout) { return fanout.hopEnergy.value.has_value(); });
}

}  // namespace

Diagnostics checkCountable(const Target& target, const Semantics& semantics) {
    Diagnostics problems = checkPorts(target, semantics);
    const double words = mostWords(target.workload, semantics);
    if (words > kMost)
        problems.push_back(error(target.workload.name() + ": its word counts may not fit 64 bits",
                                 "split the workload: 2^59 MACs at most"));
    const Compute& compute = target.architecture.compute();
    if (mostSteps(target.workload, semantics) * static_cast<double>(compute.interval) > kMost)
        problems.push_back(error(compute.name + ": " + target.workload.name() + " may take more than 2^59 cycles",
                                 "split the workload, or give a shorter initiation interval"));
    if (!countsHops(target.architecture, semantics)) return problems;
    for (const Fanout& fanout : target.architecture.fanouts())
        if (words * mostHalfHops(fanout) > kMost * 8)
            problems.push_back(
                error(fanout.name + ": the hops of " + target.workload.name() + " may not fit 64 bits",
                      "split the workload" + std::string(fanout.hopEnergy.value ? ", or leave out hop_pj" : "")));
    return problems;
}

}  // namespace lapidary::reuse
