// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/ski_slope.h"

#include "core/search/optimal/slope_table.h"

namespace lapidary::optimal {

namespace {

/// Where a word to or from the backing memory costs 1 and everything else nothing.
ArchitectureSpec slopeDesign(int wordBits) {
    ArchitectureSpec spec;
    spec.name = "ski slope";
    for (const char* name : {"backing", "buffer", "registers"}) {
        Level level;
        level.name = name;
        level.wordBits = wordBits;
        const double cost = spec.levels.empty() ? 1 : 0;
        for (Figure* figure : {&level.energy.read, &level.energy.write, &level.energy.update}) figure->value = cost;
        spec.levels.push_back(std::move(level));
    }
    spec.compute = Compute{};
    return spec;
}

}  // namespace

Result<std::vector<SkiSlopePoint>> skiSlope(const Workload& workload, int wordBits, const Tick& tick) {
    auto design = Architecture::make(slopeDesign(wordBits));
    if (!design) return design.diagnostics();
    const auto target = Target::make(workload, *std::move(design));
    if (!target) return target.diagnostics();
    const auto mapspace = Mapspace::make(*target, {Factorization::perfect, {}});
    if (!mapspace) return mapspace.diagnostics();
    const auto problem = Problem::make(*mapspace, {{Metric::energy}});
    if (!problem) return problem.diagnostics();
    const Lattice lattice(problem->bounds());
    TileCosts costs;
    if (!costs.build(*problem, lattice, tick)) return std::vector<SkiSlopePoint>{};
    SlopeTable table(*problem, lattice, costs);
    if (!table.build(tick)) return std::vector<SkiSlopePoint>{};
    std::vector<SkiSlopePoint> points = table.points();
    for (std::size_t t = 0; t < problem->tensorCount(); ++t)
        if (problem->tensor(t).isOutput)  // first touches are not read
            for (SkiSlopePoint& point : points) point.words -= problem->tensor(t).size;
    return points;
}

}  // namespace lapidary::optimal
