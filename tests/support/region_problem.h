// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random small problems for proofs of uneven placement: designs of 2 to 4 levels and up to 3 fanouts with bypass,
// partitions, blocks, ports and rules of fanouts; workloads of 2 to 4 tensors, with windows.
#pragma once

#include <QtTest>

#include <algorithm>

#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/workload/einsum.h"
#include "tests/support/or_die.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_space.h"

namespace lapidary::testing {

/// An einsum and its dimensions, whose bounds are drawn.
struct EinsumCase {
    std::string einsum;
    std::vector<std::string> dimensions;
};

inline const std::vector<EinsumCase>& einsumCases() {
    static const std::vector<EinsumCase> list{
        {"Z[m,n] += A[m,k] * B[k,n]", {"m", "n", "k"}}, {"Z[m] += A[m,k]", {"m", "k"}},
        {"O[p] += W[r] * I[p+r]", {"p", "r"}},          {"O[p] += W[r] * I[2p+r]", {"p", "r"}},
        {"O[p] += W[r] * I[2p+3r]", {"p", "r"}},        {"O[k,p] += W[k,r] * I[p+r]", {"k", "p", "r"}},
        {"O[p,q] += W[r] * I[p+r,q]", {"p", "q", "r"}}, {"O[p] += I[p+r] * J[p+2r]", {"p", "r"}},
        {"Z[m] += A[m,k] * B[k] * C[m]", {"m", "k"}},   {"Z[i] += A[i,k] * B[k,j]", {"i", "j", "k"}},
    };
    return list;
}

inline Figure randomEnergy(Rng& rng, int most) {
    return {static_cast<double>(between(rng, 0, 10 * most)) / 10, "random"};
}

inline ArchitectureSpec randomRegions(Rng& rng, const Workload& workload) {
    ArchitectureSpec spec;
    spec.name = "random";
    const char* names[] = {"DRAM", "L2", "L1", "L0"};
    const int levels = static_cast<int>(between(rng, 2, 4));
    const bool ports = chance(rng, 40);
    const int rich = static_cast<int>(rng.below(3));  // how many tensors of a level may be kept by choice
    for (int l = 0; l < levels; ++l) {
        Level level;
        level.name = names[l];
        level.wordBits = 8;
        const int most = 200 >> (2 * l);
        level.energy = {randomEnergy(rng, most), randomEnergy(rng, most), {}, {}};
        if (chance(rng, 30)) level.energy.update = randomEnergy(rng, most);
        if (chance(rng, 15)) level.block = static_cast<int>(between(rng, 2, 4));
        if (l > 0) {
            level.capacity = Capacity{between(rng, 3, chance(rng, 50) ? 8 : 40), true};
            for (const Tensor& tensor : workload.tensors())
                if (levels > 2 && chance(rng, 50))
                    level.keep[tensor.name] = chance(rng, 20 * rich) ? Keep::may : Keep::never;
            if (chance(rng, 20))
                for (const Tensor& tensor : workload.tensors())
                    if (chance(rng, 50)) level.partitions[tensor.name].capacity = Capacity{between(rng, 1, 10), true};
            if (chance(rng, 10)) level.energy.leak = {0.5, "random"};
        }
        if (ports) {
            for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                if (chance(rng, 30)) *port = oneOf(rng, {0.25, 0.5, 1.0, 2.0});
            for (auto& [name, part] : level.partitions)
                if (chance(rng, 30)) part.bandwidth.read = 0.5;
        }
        spec.levels.push_back(level);
    }
    const char* fanoutNames[] = {"F0", "F1", "F2"};
    const int fanouts = static_cast<int>(rng.below(4));
    std::vector<int> below;
    for (int f = 0; f < fanouts; ++f) below.push_back(static_cast<int>(rng.below(static_cast<std::uint64_t>(levels))));
    std::sort(below.begin(), below.end());
    for (int f = 0; f < fanouts; ++f) {
        Fanout fanout;
        fanout.name = fanoutNames[f];
        fanout.below = below[static_cast<std::size_t>(f)];
        fanout.x = between(rng, 1, 4);
        fanout.y = chance(rng, 60) ? 1 : between(rng, 2, 3);
        if (chance(rng, 15)) fanout.multicast = Multicast::none;
        fanout.reduction = chance(rng, 85);
        spec.fanouts.push_back(fanout);
    }
    spec.compute = Compute{.name = "MAC", .energy = randomEnergy(rng, 3), .area = {}, .interval = between(rng, 1, 2)};
    return spec;
}

inline Constraints randomFanoutRules(Rng& rng, const Target& target) {
    Constraints constraints;
    if (chance(rng, 60)) return constraints;
    const auto dimension = [&] {
        const auto& list = target.workload.dimensions();
        return list[rng.below(list.size())].name;
    };
    for (const Fanout& fanout : target.architecture.fanouts()) {
        FanoutConstraints own;
        if (chance(rng, 30)) own.x = {dimension()};
        if (chance(rng, 20)) own.minUtilization = 0.4;
        if (chance(rng, 20)) own.factors = {*parseFactorRule(dimension() + " <= 2")};
        constraints.fanouts[fanout.name] = own;
    }
    return constraints;
}

using RegionProblem = RandomSpace;

inline std::string wordsOf(const Mapspace& mapspace) {
    const Target& target = mapspace.target();
    std::string text = std::string(keyOf(mapspace.options().factorization));
    for (const Fanout& fanout : target.architecture.fanouts())
        text += " [" + fanout.name + " below " + std::to_string(fanout.below) + ']';
    text += ' ' + inWords(target);
    for (const auto& [name, own] : mapspace.options().constraints.fanouts) {
        text += "\nrules of " + name + ": least " + std::to_string(own.minUtilization);
        if (own.x) text += " x " + own.x->front();
        for (const FactorRule& rule : own.factors) text += ' ' + toText(rule);
    }
    return text;
}

inline std::optional<RegionProblem> made(Workload workload, ArchitectureSpec spec, Factorization kind,
                                         std::optional<Constraints> constraints, Rng& rng) {
    auto design = Architecture::make(std::move(spec));
    if (!design) return std::nullopt;
    const auto target = Target::make(std::move(workload), *std::move(design));
    if (!target) return std::nullopt;
    MapspaceOptions options{kind, constraints ? *constraints : randomFanoutRules(rng, **target)};
    auto mapspace = Mapspace::make(*target, std::move(options));
    if (!mapspace) return std::nullopt;
    auto evaluator = Evaluator::make(*target);
    if (!evaluator) return std::nullopt;
    std::string words = wordsOf(*mapspace);
    return RegionProblem{*std::move(mapspace), *std::move(evaluator), std::move(words)};
}

inline std::optional<RegionProblem> randomRegionProblem(Rng& rng, std::optional<bool> wantsTails = std::nullopt) {
    const EinsumCase& kind = einsumCases()[rng.below(einsumCases().size())];
    const bool tails = wantsTails ? *wantsTails : chance(rng, 50);
    BoundMap bounds;
    for (const std::string& name : kind.dimensions) bounds[name] = 1;
    const auto count = 1 + static_cast<int>(rng.below(3));
    for (int i = 0; i < count; ++i)
        bounds[kind.dimensions[rng.below(kind.dimensions.size())]] *=
            tails ? oneOf<std::int64_t>(rng, {2, 3, 5, 7}) : oneOf<std::int64_t>(rng, {2, 2, 2, 3, 5});
    Workload workload = orDie(parseEinsum(kind.einsum, bounds));
    ArchitectureSpec spec = randomRegions(rng, workload);
    return made(std::move(workload), std::move(spec), tails ? Factorization::rubyS : Factorization::perfect,
                std::nullopt, rng);
}

inline bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

using Front = std::vector<std::pair<double, std::int64_t>>;  ///< energy and cycles, by energy

inline void addTo(Front& front, double energy, std::int64_t cycles) {
    for (const auto& [e, c] : front)
        if (e <= energy * (1 + 1e-12) && c <= cycles) return;
    std::erase_if(front,
                  [&](const auto& point) { return point.first >= energy * (1 - 1e-12) && point.second >= cycles; });
    front.emplace_back(energy, cycles);
}

}  // namespace lapidary::testing
