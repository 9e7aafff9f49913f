// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What each of Sunstone's principles spares: the same search with one of them off at a time. One thread; results depend on
// the question alone unless it is cut short.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/sunstone/explorer.h"

namespace lapidary::sunstone {

/// Setting of a search with every principle off.
inline constexpr std::string_view kAllOff = "all-off";

struct Ablation {
    std::string setting;      ///< "as asked", "tiling=all", "all-off"
    std::string principle{};  ///< "tiling", as PrincipleRecord::key; empty = as asked; kAllOff
    Counters counters;
    double best = 0;       ///< of the metric by the compat model's rules; infinite if nothing was found
    bool complete = true;  ///< false: `tick` ended it
};

/// As asked, then with each principle off that is on. Each search gets a new `tick` of its own, which is called often;
/// false ends that search.
std::vector<Ablation> ablations(const Problem& problem, const Options& options, Metric metric,
                                const std::function<std::function<bool()>()>& newTick);

/// What ablations() runs: empty = as asked, then one setting for each principle that is on.
std::vector<std::string> ablationSettings(const Options& options);
/// One of them, or kAllOff; traced if there is a trace.
Ablation ablation(const Problem& problem, const Options& options, Metric metric, const std::string& setting,
                  const std::function<bool()>& tick, BoundTrace* trace = nullptr);

}  // namespace lapidary::sunstone
