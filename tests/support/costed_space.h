// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random classic mapspaces that the tables of tiles count, small enough for a walk over all of their mappings: two to four
// levels, several fanouts, bypass, partitions, windows, blocks, ports, leakage and capacities that bind.
#pragma once

#include <optional>
#include <string>

#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/search/optimal/methods.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"
#include "tests/support/random_space.h"

namespace lapidary::testing {

/// Blocks, ports, leakage and capacities that bind, on top of a random design; networks that the tables count.
inline std::optional<Architecture> withCosts(Rng& rng, const Architecture& design) {
    ArchitectureSpec spec = design.spec();
    const bool blocks = chance(rng, 50), ports = chance(rng, 40);
    for (Level& level : spec.levels) {
        if (ports)
            for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                if (chance(rng, 30)) *port = oneOf(rng, {0.25, 0.5, 1.0, 2.0, 3.0});
        if (blocks && chance(rng, 60)) level.block = oneOf(rng, {2, 3, 4});
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

/// `whyNot(mapspace, evaluator)`: why it isn't one that is asked for.
template <class WhyNot>
std::optional<RandomSpace> costedSpaceOf(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize, Factorization kind,
                                         const WhyNot& whyNot) {
    RandomOptions options;
    options.maxMacs = maxMacs;
    options.maxLevels = 4;
    Workload workload = randomWorkload(rng, options);
    const auto design = withCosts(rng, randomArchitecture(rng, workload, options));
    if (!design) return std::nullopt;
    const auto target = Target::make(std::move(workload), *design);
    if (!target) return std::nullopt;
    auto space = spaceOf(*target, {kind, {}}, {}, maxSize);
    if (!space || whyNot(space->mapspace, space->evaluator)) return std::nullopt;
    return space;
}

inline std::optional<RandomSpace> costedSpace(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize,
                                              Factorization kind = Factorization::perfect,
                                              const std::optional<Compat>& compat = {}) {
    return costedSpaceOf(rng, maxMacs, maxSize, kind, [&](const Mapspace& mapspace, const Evaluator& evaluator) {
        return optimal::whyNoTiles(mapspace, evaluator, compat);
    });
}

}  // namespace lapidary::testing
