// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/design_facts.h"

#include <algorithm>

#include "core/mapping/target.h"

namespace lapidary {

namespace {

/// Words per cycle through the ports of one instance; nullopt if some direction has no limit.
std::optional<double> throughput(const Bandwidth& bandwidth) {
    if (bandwidth.shared) return bandwidth.shared;
    if (bandwidth.read && bandwidth.write) return *bandwidth.read + *bandwidth.write;
    return std::nullopt;
}

std::optional<double> throughput(const Level& level) {
    if (const auto whole = throughput(level.bandwidth)) return whole;
    double sum = 0;
    for (const auto& [role, partition] : level.partitions) {
        const auto part = throughput(partition.bandwidth);
        if (!part) return std::nullopt;
        sum += *part;
    }
    return level.partitions.empty() ? std::nullopt : std::optional(sum);
}

std::optional<Roofline> rooflineOf(const Architecture& architecture, const Workload& workload, double peak) {
    for (int index = 0; index < architecture.levelCount(); ++index) {
        const Level& level = architecture.levels()[static_cast<std::size_t>(index)];
        const auto perInstance = throughput(level);
        if (!perInstance) continue;
        Roofline roof;
        roof.level = index;
        roof.wordsPerCycle = *perInstance * static_cast<double>(architecture.instances(index));
        roof.ridge = peak / roof.wordsPerCycle;
        for (int t = 0; t < workload.tensorCount(); ++t)
            if (keepRule(level, workload.tensors()[static_cast<std::size_t>(t)]) == Keep::must) {
                roof.tensors.push_back(t);
                roof.words += workload.tensorSize(t);
            }
        if (roof.words == 0) continue;
        roof.intensity = static_cast<double>(workload.macs()) / static_cast<double>(roof.words);
        roof.attainable = std::min(peak, roof.intensity * roof.wordsPerCycle);
        roof.computeBound = roof.intensity >= roof.ridge;
        roof.margin = roof.computeBound ? roof.intensity / roof.ridge : roof.ridge / roof.intensity;
        return roof;
    }
    return std::nullopt;
}

}  // namespace

DesignFacts designFacts(const Architecture& architecture, const Workload& workload) {
    DesignFacts facts;
    facts.areaUm2 = architecture.area(&facts.areaMissing);
    facts.computeInstances = architecture.computeInstances();
    facts.peak = static_cast<double>(facts.computeInstances) / static_cast<double>(architecture.compute().interval);
    if (const auto clock = architecture.spec().clockGhz) facts.peakPerSecond = facts.peak * *clock * 1e9;
    facts.macs = workload.macs();
    for (int t = 0; t < workload.tensorCount(); ++t) facts.words += workload.tensorSize(t);
    facts.intensity = static_cast<double>(facts.macs) / static_cast<double>(facts.words);
    facts.roofline = rooflineOf(architecture, workload, facts.peak);
    return facts;
}

std::string intensityBasis(const DesignFacts& facts, const Architecture& architecture, const Workload& workload) {
    const auto& roof = facts.roofline;
    const auto all = static_cast<std::size_t>(workload.tensorCount());
    if (!roof || roof->tensors.size() == all) return "all tensors, each once";
    std::string counted, others;
    for (int t = 0; t < workload.tensorCount(); ++t) {
        const bool counts = std::find(roof->tensors.begin(), roof->tensors.end(), t) != roof->tensors.end();
        std::string& list = counts ? counted : others;
        list += (list.empty() ? "" : " + ") + workload.tensors()[static_cast<std::size_t>(t)].name;
    }
    const std::string& level = architecture.levels()[static_cast<std::size_t>(roof->level)].name;
    return counted + ", each once; " + level + " need not keep " + others;
}

std::optional<double> perWord(const Figure& energy, int block) {
    return energy.value ? std::optional(*energy.value / std::max(block, 1)) : std::nullopt;
}

std::optional<double> areaBelow(const Architecture& architecture, int fanout) {
    ArchitectureSpec inside = architecture.spec();
    const int below = inside.fanouts[static_cast<std::size_t>(fanout)].below;
    // What is outside has no area of its own then, and one instance of the inside remains.
    for (int level = 0; level <= below; ++level) {
        Level& outer = inside.levels[static_cast<std::size_t>(level)];
        outer.area = {0.0, {}};
        outer.partitions.clear();
        outer.capacity.reset();
    }
    for (int f = 0; f <= fanout; ++f) {
        Fanout& outer = inside.fanouts[static_cast<std::size_t>(f)];
        outer.x = outer.y = 1;
    }
    const auto reduced = Architecture::make(std::move(inside));
    return reduced ? reduced->area() : std::nullopt;
}

}  // namespace lapidary
