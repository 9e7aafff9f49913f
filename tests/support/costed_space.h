// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random classic mapspaces that the tables of tiles count, small enough for a walk over all of their mappings: two to four
// levels, several fanouts, bypass, partitions, windows, blocks, ports, leakage and capacities that bind.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/search/optimal/methods.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

namespace lapidary::testing {

template <class T>
T anyOf(Rng& rng, std::initializer_list<T> list) {
    return list.begin()[rng.below(list.size())];
}

/// Blocks, ports, leakage and capacities that bind, on top of a random design; networks that the tables count.
inline std::optional<Architecture> withCosts(Rng& rng, const Architecture& design) {
    ArchitectureSpec spec = design.spec();
    const bool blocks = chance(rng, 50), ports = chance(rng, 40);
    for (Level& level : spec.levels) {
        if (ports)
            for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                if (chance(rng, 30)) *port = anyOf(rng, {0.25, 0.5, 1.0, 2.0, 3.0});
        if (blocks && chance(rng, 60)) level.block = anyOf(rng, {2, 3, 4});
        for (Figure* figure : {&level.energy.read, &level.energy.write, &level.energy.update})
            if (chance(rng, 80)) figure->value = static_cast<double>(between(rng, 1, 2000)) / 16;
        if (chance(rng, 15)) level.energy.leak.value = 0.5;
    }
    for (Fanout& fanout : spec.fanouts) {
        fanout.multicast.reset();
        fanout.reduction = true;
        fanout.hopEnergy = {};
        if (chance(rng, 30)) fanout.x = between(rng, 2, 4);
        if (chance(rng, 30)) fanout.y = between(rng, 1, 3);
    }
    auto result = Architecture::make(std::move(spec));
    if (!result) return std::nullopt;
    return *std::move(result);
}

struct CostedSpace {
    Mapspace mapspace;
    Evaluator evaluator;
    std::string words;
};

/// `whyNot(mapspace, evaluator)`: why it isn't one that is asked for.
template <class WhyNot>
std::optional<CostedSpace> costedSpaceOf(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize, Factorization kind,
                                         const WhyNot& whyNot) {
    RandomOptions options;
    options.maxMacs = maxMacs;
    options.maxLevels = 4;
    Workload workload = randomWorkload(rng, options);
    const auto design = withCosts(rng, randomArchitecture(rng, workload, options));
    if (!design) return std::nullopt;
    auto target = Target::make(std::move(workload), *design);
    if (!target) return std::nullopt;
    auto mapspace = Mapspace::make(*target, {kind, {}});
    if (!mapspace || mapspace->size() > bigInt(maxSize)) return std::nullopt;
    auto evaluator = Evaluator::make(*target, {});
    if (!evaluator || whyNot(*mapspace, *evaluator)) return std::nullopt;
    std::string words = (*target)->workload.einsum() + ' ' + toDecimal(mapspace->size()) + " mappings";
    for (const Dimension& d : (*target)->workload.dimensions()) words += ' ' + d.name + '=' + std::to_string(d.bound);
    for (const auto& [path, value] : settings((*target)->architecture)) words += '\n' + path + '=' + value;
    return CostedSpace{*std::move(mapspace), *std::move(evaluator), std::move(words)};
}

inline std::optional<CostedSpace> costedSpace(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize,
                                              Factorization kind = Factorization::perfect,
                                              const std::optional<Compat>& compat = {}) {
    return costedSpaceOf(rng, maxMacs, maxSize, kind, [&](const Mapspace& mapspace, const Evaluator& evaluator) {
        return optimal::whyNoTiles(mapspace, evaluator, compat);
    });
}

}  // namespace lapidary::testing
