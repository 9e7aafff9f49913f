// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>
#include <iostream>

#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

namespace lapidary::testing {
namespace {

Figure figure(Rng& rng) {
    if (chance(rng, 10)) return {};
    return {static_cast<double>(between(rng, 1, 800)) / 8, "random"};
}

Energies energies(Rng& rng) { return {figure(rng), figure(rng), figure(rng), figure(rng)}; }

Bandwidth bandwidth(Rng& rng) {
    const auto rate = [&]() -> std::optional<double> {
        if (chance(rng, 50)) return std::nullopt;
        return static_cast<double>(between(rng, 1, 32)) / 4;
    };
    return {rate(), rate(), rate()};
}

std::optional<Capacity> capacity(Rng& rng, const RandomOptions& options) {
    if (options.roomy || chance(rng, 40)) return std::nullopt;
    return Capacity{between(rng, 64, 2000), true};
}

Level level(Rng& rng, std::string name) {
    Level result;
    result.name = std::move(name);
    result.wordBits = static_cast<int>(8 * between(rng, 1, 3));
    result.block = static_cast<int>(between(rng, 1, 4));
    result.bandwidth = bandwidth(rng);
    result.energy = energies(rng);
    result.area = figure(rng);
    return result;
}

void drawKeepRules(Rng& rng, const Workload& workload, Level& level) {
    for (const Tensor& tensor : workload.tensors()) {
        const auto rule = static_cast<Keep>(rng.below(3));
        if (chance(rng, 60)) level.keep[tensor.name] = rule;
    }
}

void drawPartitions(Rng& rng, const Workload& workload, const RandomOptions& options, Level& level) {
    for (const Tensor& tensor : workload.tensors()) {
        if (level.capacity && chance(rng, 50)) continue;  // lives in the shared part
        const bool byRole = chance(rng, 30);
        Partition& partition = level.partitions[byRole ? tensor.role : tensor.name];
        partition.capacity = capacity(rng, options);
        partition.energy = energies(rng);
        partition.bandwidth = bandwidth(rng);
        if (chance(rng, 20)) partition.wordBits = static_cast<int>(8 * between(rng, 1, 3));
        if (chance(rng, 20)) partition.block = static_cast<int>(between(rng, 1, 4));
    }
}

Fanout fanout(Rng& rng, std::string name, int below, const RandomOptions& options) {
    Fanout result;
    result.name = std::move(name);
    result.below = below;
    result.x = between(rng, 1, 8);
    result.y = chance(rng, 50) ? 1 : between(rng, 1, 5);
    if (chance(rng, 40)) result.multicast = static_cast<Multicast>(rng.below(3));
    result.reduction = options.roomy || chance(rng, 85);
    result.hopEnergy = figure(rng);
    return result;
}

}  // namespace

Architecture randomArchitecture(Rng& rng, const Workload& workload, const RandomOptions& options) {
    ArchitectureSpec spec;
    spec.name = "random";
    const char* names[] = {"DRAM", "GLB", "spad", "reg"};
    const char* fanoutNames[] = {"F0", "F1", "F2", "F3"};
    const int levels = static_cast<int>(between(rng, 2, options.maxLevels));
    for (int l = 0; l < levels; ++l) {
        spec.levels.push_back(level(rng, names[l]));
        if (l == 0) continue;
        Level& inner = spec.levels.back();
        inner.capacity = capacity(rng, options);
        if (chance(rng, 20)) inner.buffers = 2;
        if (options.bypass) drawKeepRules(rng, workload, inner);
        if (options.partitions && chance(rng, 25)) drawPartitions(rng, workload, options, inner);
    }
    for (int below = 0; options.spatial && below < levels; ++below)
        for (int count = 0; count < 2 && spec.fanouts.size() < 4 && chance(rng, 45); ++count)
            spec.fanouts.push_back(fanout(rng, fanoutNames[spec.fanouts.size()], below, options));
    spec.compute = Compute{.name = "MAC", .energy = figure(rng), .area = figure(rng), .interval = between(rng, 1, 2)};
    if (chance(rng, 50)) spec.clockGhz = 0.5;
    auto architecture = Architecture::make(std::move(spec));
    if (!architecture) {
        std::cerr << "random design refused: " << architecture.errorText() << '\n';
        std::abort();
    }
    return *std::move(architecture);
}

}  // namespace lapidary::testing
