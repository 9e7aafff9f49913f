// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/ablation.h"

#include <algorithm>
#include <limits>

namespace lapidary::sunstone {

namespace {

double worthOf(const Solution& solution, Metric metric) {
    switch (metric) {
    case Metric::edp: return solution.energy * solution.cycles;
    case Metric::energy: return solution.energy;
    case Metric::latency: return solution.cycles;
    case Metric::ed2p: return solution.energy * solution.cycles * solution.cycles;
    }
    return solution.energy;
}

Ablation runWith(const Problem& problem, const Options& options, Metric metric, std::string setting,
                 const std::function<bool()>& tick) {
    Ablation result;
    result.setting = std::move(setting);
    result.best = std::numeric_limits<double>::infinity();
    const auto offer = [&](const Solution& solution) {
        result.best = std::min(result.best, worthOf(solution, metric));
        return true;
    };
    Explorer explorer(problem, options, metric, 1, {offer, tick});
    result.complete = explorer.run();
    result.counters = explorer.counters();
    return result;
}

}  // namespace

std::vector<Ablation> ablations(const Problem& problem, const Options& options, Metric metric,
                                const std::function<std::function<bool()>()>& newTick) {
    std::vector<Ablation> list{runWith(problem, options, metric, "as asked", newTick())};
    for (const char* off : {"ordering=off", "tiling=all", "unrolling=off", "alpha-beta=off"}) {
        const Options changed = *withOption(options, off);
        if (!(changed == options)) list.push_back(runWith(problem, changed, metric, off, newTick()));
    }
    return list;
}

}  // namespace lapidary::sunstone
