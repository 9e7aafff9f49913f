// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/inside.h"

#include <algorithm>

namespace lapidary::sunstone {

namespace {

constexpr std::size_t kMostUnrollingRows = 300;

/// Ends a search after some looks, or when the job does.
std::function<bool()> countedLooks(Job& job, std::int64_t most) {
    return [&job, left = most]() mutable { return --left >= 0 && job.checkpoint(); };
}

}  // namespace

Inside insideOf(const Problem& problem, const Options& options, Metric metric, const Mapping* best, Job& job,
                std::int64_t mostLooks) {
    Inside inside;
    inside.ablations.push_back(ablation(problem, options, metric, {}, countedLooks(job, mostLooks), &inside.trace));
    inside.traceComplete = inside.ablations.front().complete;
    const auto split = best ? splitOf(problem, *best) : std::nullopt;
    for (const int gap : gapsWithArrays(problem)) {
        const std::function<bool()> tick = countedLooks(job, mostLooks);
        inside.arrays.push_back(
            unrollingRecord(problem, gap, options, split ? &*split : nullptr, kMostUnrollingRows, &tick));
    }
    inside.complete = ablationSettings(options).size() == 1;
    return inside;
}

void addAblation(Inside& inside, const Problem& problem, const Options& options, Metric metric, Job& job,
                 std::int64_t mostLooks) {
    const std::vector<std::string> settings = ablationSettings(options);
    const bool several = settings.size() > 2;  // principles that are on
    const std::function<bool()> tick = countedLooks(job, mostLooks);
    if (inside.ablations.size() < settings.size())
        inside.ablations.push_back(ablation(problem, options, metric, settings[inside.ablations.size()], tick));
    else if (several && !inside.allOff)
        inside.allOff = ablation(problem, options, metric, std::string(kAllOff), tick);
    inside.complete = inside.ablations.size() >= settings.size() && (inside.allOff || !several);
}

const Ablation* ablationOf(const Inside& inside, std::string_view principle) {
    const auto found = std::ranges::find(inside.ablations, principle, &Ablation::principle);
    return found == inside.ablations.end() ? nullptr : &*found;
}

}  // namespace lapidary::sunstone
