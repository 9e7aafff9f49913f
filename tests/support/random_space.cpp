// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/random_space.h"

#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

namespace lapidary::testing {

namespace {

template <class T>
T drawnFrom(Rng& rng, std::initializer_list<T> list) {
    return list.begin()[rng.below(list.size())];
}

Semantics anySemantics(Rng& rng) {
    Semantics semantics;
    if (chance(rng, 50)) return semantics;
    if (chance(rng, 20)) return timeloopSemantics();
    if (chance(rng, 30)) semantics = exactReferenceSemantics();
    semantics.multicast = drawnFrom(rng, {Multicast::equal, Multicast::distinct, Multicast::none});
    semantics.drainRead = chance(rng, 50);
    semantics.fullSteps = chance(rng, 30);
    semantics.padding = chance(rng, 30);
    semantics.time = chance(rng, 20) ? Time::ports : Time::overlap;
    semantics.perNetwork = semantics.multicast == Multicast::equal && chance(rng, 30);
    return semantics;
}

Architecture withRandomFigures(Rng& rng, Architecture design) {
    ArchitectureSpec spec = design.spec();
    for (Level& level : spec.levels) {
        for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
            if (chance(rng, 20)) *port = drawnFrom(rng, {0.25, 0.5, 1.0, 3.0});
        for (Figure* figure : {&level.energy.read, &level.energy.write})
            if (chance(rng, 80)) figure->value = static_cast<double>(between(rng, 1, 2000)) / 16;
        if (chance(rng, 20)) level.energy.leak.value = 0.5;
        if (&level == spec.levels.data()) continue;
        // Rooms for a few words, where tiles really compete.
        const auto tighten = [&](std::optional<Capacity>& capacity) {
            if (chance(rng, 60)) capacity = Capacity{between(rng, 1, 24), true};
        };
        if (level.partitions.empty() || level.capacity) tighten(level.capacity);
        for (auto& [name, part] : level.partitions) tighten(part.capacity);
    }
    auto result = Architecture::make(std::move(spec));
    return result ? *std::move(result) : design;
}

Constraints anyConstraints(Rng& rng, const Target& target) {
    Constraints constraints;
    if (chance(rng, 60)) return constraints;
    const auto dimension = [&] {
        const auto& list = target.workload.dimensions();
        return list[rng.below(list.size())].name;
    };
    LevelConstraints level;
    if (chance(rng, 50)) level.inner = {dimension()};
    if (chance(rng, 50)) level.factors = {*parseFactorRule(dimension() + " <= 2")};
    const auto& levels = target.architecture.levels();
    constraints.levels[levels[rng.below(levels.size())].name] = level;
    for (const Fanout& fanout : target.architecture.fanouts())
        if (chance(rng, 50)) constraints.fanouts[fanout.name].x = {dimension()};
    return constraints;
}

}  // namespace

std::optional<RandomSpace> randomMapspace(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize,
                                          std::optional<Factorization> kind) {
    RandomOptions options;
    options.maxMacs = maxMacs;
    options.threeTerms = true;
    options.padding = true;
    Workload workload = randomWorkload(rng, options);
    Architecture design = withRandomFigures(rng, randomArchitecture(rng, workload, options));
    const auto target = Target::make(std::move(workload), std::move(design));
    if (!target) return std::nullopt;
    if (!kind)
        kind = drawnFrom(rng, {Factorization::perfect, Factorization::perfect, Factorization::rubyS,
                               Factorization::ruby, Factorization::rubyT, Factorization::padded});
    auto mapspace = Mapspace::make(*target, {*kind, anyConstraints(rng, **target)});
    if (!mapspace || mapspace->size() > bigInt(maxSize)) return std::nullopt;
    auto evaluator = Evaluator::make(*target, anySemantics(rng));
    if (!evaluator) return std::nullopt;
    std::string words = std::string(keyOf(*kind)) + ' ' + (*target)->workload.einsum() + ' ' +
                        toDecimal(mapspace->size()) + " mappings, " + toText(evaluator->semantics());
    for (const Dimension& d : (*target)->workload.dimensions()) words += ' ' + d.name + '=' + std::to_string(d.bound);
    for (const auto& [path, value] : settings((*target)->architecture)) words += '\n' + path + '=' + value;
    return RandomSpace{*std::move(mapspace), *std::move(evaluator), std::move(words)};
}

}  // namespace lapidary::testing
