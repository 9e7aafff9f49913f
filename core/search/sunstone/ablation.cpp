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

constexpr std::string_view kEachOff[] = {"ordering=off", "tiling=all", "unrolling=off", "alpha-beta=off"};

Options optionsWith(Options options, std::string_view setting) {
    if (setting.empty()) return options;
    if (setting != kAllOff) return *withOption(options, setting);
    for (const std::string_view off : kEachOff) options = *withOption(options, off);
    return options;
}

}  // namespace

std::vector<std::string> ablationSettings(const Options& options) {
    std::vector<std::string> settings{""};
    for (const std::string_view off : kEachOff)
        if (!(optionsWith(options, off) == options)) settings.emplace_back(off);
    return settings;
}

Ablation ablation(const Problem& problem, const Options& options, Metric metric, const std::string& setting,
                  const std::function<bool()>& tick, BoundTrace* trace) {
    Ablation result;
    result.setting = setting.empty() ? "as asked" : setting;
    result.principle = setting.substr(0, setting.find('='));
    result.best = std::numeric_limits<double>::infinity();
    const auto offer = [&](const Solution& solution) {
        result.best = std::min(result.best, worthOf(solution, metric));
        return true;
    };
    Explorer explorer(problem, optionsWith(options, setting), metric, 1, {offer, tick, trace});
    result.complete = explorer.run();
    result.counters = explorer.counters();
    if (trace) trace->end(result.best);
    return result;
}

std::vector<Ablation> ablations(const Problem& problem, const Options& options, Metric metric,
                                const std::function<std::function<bool()>()>& newTick) {
    std::vector<Ablation> list;
    for (const std::string& setting : ablationSettings(options))
        list.push_back(ablation(problem, options, metric, setting, newTick()));
    return list;
}

}  // namespace lapidary::sunstone
