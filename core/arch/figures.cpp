// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/figures.h"

#include "core/arch/technology/fill.h"

namespace lapidary {

namespace {

/// Figures of a specification that may be constant.
template <class Named, class Spec>
std::vector<Named> allFigures(Spec& spec) {
    std::vector<Named> all;
    const auto addMemory = [&](const std::string& path, auto& memory) {
        all.push_back({path + ".energy_pj.read", &memory.energy.read});
        all.push_back({path + ".energy_pj.write", &memory.energy.write});
        all.push_back({path + ".energy_pj.update", &memory.energy.update});
        all.push_back({path + ".energy_pj.leak", &memory.energy.leak});
        all.push_back({path + ".area_um2", &memory.area});
    };
    for (auto& level : spec.levels) {
        addMemory(level.name, level);
        for (auto& [role, partition] : level.partitions) addMemory(level.name + ".partitions." + role, partition);
    }
    for (auto& fanout : spec.fanouts) all.push_back({fanout.name + ".hop_pj", &fanout.hopEnergy});
    if (!spec.compute) return all;
    all.push_back({spec.compute->name + ".energy_pj", &spec.compute->energy});
    all.push_back({spec.compute->name + ".area_um2", &spec.compute->area});
    return all;
}

}  // namespace

std::vector<NamedFigure> figuresOf(ArchitectureSpec& spec) { return allFigures<NamedFigure>(spec); }
std::vector<ConstNamedFigure> figuresOf(const ArchitectureSpec& spec) { return allFigures<ConstNamedFigure>(spec); }

FigureCounts figureCounts(const ArchitectureSpec& spec) {
    FigureCounts counts;
    for (const auto& [path, figure] : figuresOf(spec))
        ++(!figure->value ? counts.unknown : isLookedUp(*figure) ? counts.lookedUp : counts.given);
    return counts;
}

std::string_view unitOfFigure(std::string_view path) {
    if (path.ends_with(".area_um2")) return "um^2";
    if (path.ends_with(".leak")) return "pJ/cycle";
    return path.ends_with(".hop_pj") ? "pJ/bit/hop" : "pJ";
}

}  // namespace lapidary
