// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/valid_count.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/search/search.h"

namespace lapidary {

namespace {

/// Wilson's score interval keeps its promise for shares near 0, which are the rule here.
std::pair<double, double> wilson(std::int64_t hits, std::int64_t samples) {
    constexpr double z = 1.959964;
    const double n = static_cast<double>(samples);
    const double share = static_cast<double>(hits) / n;
    const double centre = share + z * z / (2 * n);
    const double spread = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const double scale = 1 + z * z / n;
    return {std::max((centre - spread) / scale, 0.0), std::min((centre + spread) / scale, 1.0)};
}

BigInt part(const BigInt& whole, double share) {
    constexpr double unit = 1e15;
    return whole * bigInt(std::llround(share * unit)) / bigInt(static_cast<std::int64_t>(unit));
}

ValidCount walk(const Mapspace& mapspace, const Evaluator& evaluator, Job& job) {
    ValidCount count;
    const auto scratch = evaluator.makeScratch();
    mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
        ++count.judged;
        const bool inLimits = mapspace.checkConstraints(mapping).code == ReasonCode::none;
        if (inLimits && evaluator.score(mapping, *scratch).valid()) ++count.valid;
        return job.checkpoint();
    });
    count.exact = bigInt(count.judged) == mapspace.size();
    count.value = count.low = bigInt(count.valid);
    count.high = count.low + mapspace.size() - bigInt(count.judged);
    const double all = mapspace.size().get_d();
    count.share = static_cast<double>(count.valid) / static_cast<double>(std::max<std::int64_t>(count.judged, 1));
    count.shareLow = count.low.get_d() / all;
    count.shareHigh = count.high.get_d() / all;
    return count;
}

}  // namespace

Result<ValidCount> countValid(const Mapspace& mapspace, const Evaluator& evaluator, std::uint64_t seed, int threads,
                              Job& job, std::int64_t samples) {
    if (mapspace.size() <= bigInt(kMaxWalked)) return walk(mapspace, evaluator, job);
    SearchOptions options;
    options.seed = seed;
    options.threads = threads;
    options.maxEvaluations = samples;
    options.top = 1;
    const auto sampled = search(mapspace, evaluator, options, job);
    if (!sampled) return sampled.diagnostics();
    ValidCount count;
    count.judged = sampled->counters.drawn;
    count.valid = sampled->counters.valid;
    const std::int64_t judged = std::max<std::int64_t>(count.judged, 1);
    count.share = static_cast<double>(count.valid) / static_cast<double>(judged);
    std::tie(count.shareLow, count.shareHigh) = wilson(count.valid, judged);
    count.value = mapspace.size() * bigInt(count.valid) / bigInt(judged);
    count.low = part(mapspace.size(), count.shareLow);
    count.high = part(mapspace.size(), count.shareHigh);
    return count;
}

}  // namespace lapidary
