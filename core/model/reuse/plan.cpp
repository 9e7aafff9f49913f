// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/plan.h"

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
    for (const HopRates& hops : rates.hops) needsDetail = needsDetail || hops.known;
}

namespace {

/// Every word of an exact tile serves a MAC of its own, so no count exceeds the MACs; boxes have gaps on top. The
/// limit leaves room for sums of a few counts and for padded dimensions.
bool fits64Bits(const Workload& workload, const Semantics& semantics) {
    constexpr double kMost = 0x1p59;
    for (const Tensor& tensor : workload.tensors()) {
        auto most = static_cast<double>(workload.macs());
        for (const Rank& rank : tensor.ranks) {
            double coefficients = 0;
            for (const Term& term : rank.terms) coefficients += static_cast<double>(term.coefficient);
            if (semantics.halo == Halo::box && !tensor.isOutput && coefficients > 1) most *= coefficients;
        }
        if (most > kMost) return false;
    }
    return true;
}

}  // namespace

Diagnostics checkCountable(const Target& target, const Semantics& semantics) {
    Diagnostics problems;
    if (!fits64Bits(target.workload, semantics))
        problems.push_back(error(target.workload.name() + ": its word counts may not fit 64 bits",
                                 "split the workload: 2^59 MACs at most"));
    return problems;
}

}  // namespace lapidary::reuse
