// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/random_space.h"

#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

namespace lapidary::testing {

namespace {

Semantics anySemantics(Rng& rng) {
    Semantics semantics;
    if (chance(rng, 50)) return semantics;
    if (chance(rng, 20)) return timeloopSemantics();
    if (chance(rng, 30)) semantics = exactReferenceSemantics();
    semantics.multicast = oneOf(rng, {Multicast::equal, Multicast::distinct, Multicast::none});
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
        drawFigures(rng, level);
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
    limitOneLevel(rng, target, constraints);
    for (const Fanout& fanout : target.architecture.fanouts())
        if (chance(rng, 50)) constraints.fanouts[fanout.name].x = {anyDimension(rng, target)};
    return constraints;
}

}  // namespace

const std::string& anyDimension(Rng& rng, const Target& target) {
    const auto& list = target.workload.dimensions();
    return list[rng.below(list.size())].name;
}

void drawFigures(Rng& rng, Level& level) {
    for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
        if (chance(rng, 20)) *port = oneOf(rng, {0.25, 0.5, 1.0, 3.0});
    for (Figure* figure : {&level.energy.read, &level.energy.write})
        if (chance(rng, 80)) figure->value = static_cast<double>(between(rng, 1, 2000)) / 16;
    if (chance(rng, 20)) level.energy.leak.value = 0.5;
}

void limitOneLevel(Rng& rng, const Target& target, Constraints& constraints) {
    LevelConstraints level;
    if (chance(rng, 50)) level.inner = {anyDimension(rng, target)};
    if (chance(rng, 50)) level.factors = {*parseFactorRule(anyDimension(rng, target) + " <= 2")};
    const auto& levels = target.architecture.levels();
    constraints.levels[levels[rng.below(levels.size())].name] = level;
}

std::string inWords(const Target& target) {
    std::string text = target.workload.einsum();
    for (const Dimension& d : target.workload.dimensions()) text += ' ' + d.name + '=' + std::to_string(d.bound);
    for (const auto& [path, value] : settings(target.architecture)) text += '\n' + path + '=' + value;
    return text;
}

std::optional<RandomSpace> spaceOf(const TargetPtr& target, MapspaceOptions options, const Semantics& semantics,
                                   std::int64_t maxSize) {
    auto mapspace = Mapspace::make(target, std::move(options));
    if (!mapspace || mapspace->size() > bigInt(maxSize)) return std::nullopt;
    auto evaluator = Evaluator::make(target, semantics);
    if (!evaluator) return std::nullopt;
    std::string words = std::string(keyOf(mapspace->options().factorization)) + ' ' + toDecimal(mapspace->size()) +
                        " mappings, " + toText(evaluator->semantics()) + ' ' + inWords(*target);
    return RandomSpace{*std::move(mapspace), *std::move(evaluator), std::move(words)};
}

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
        kind = oneOf(rng, {Factorization::perfect, Factorization::perfect, Factorization::rubyS, Factorization::ruby,
                           Factorization::rubyT, Factorization::padded});
    MapspaceOptions mapspaceOptions{*kind, anyConstraints(rng, **target)};
    const Semantics semantics = anySemantics(rng);
    return spaceOf(*target, std::move(mapspaceOptions), semantics, maxSize);
}

}  // namespace lapidary::testing
