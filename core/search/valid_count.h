// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many candidates of a mapspace are valid: exactly by walking small spaces, else estimated from samples.
#pragma once

#include <cstdint>

#include "core/base/arith.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"

namespace lapidary {

inline constexpr std::int64_t kMaxWalked = 4'000'000;        ///< raw candidates walked for an exact count
inline constexpr std::int64_t kValiditySamples = 1'000'000;  ///< samples of a larger space

/// Of the raw candidates, repeats included, as Mapspace::size counts them.
struct ValidCount {
    BigInt value;      ///< exact, or the estimate nearest to the share seen
    BigInt low, high;  ///< 95 % confidence interval (Wilson); equal to value if exact
    bool exact = false;
    std::int64_t judged = 0;                        ///< candidates walked or sampled
    std::int64_t valid = 0;                         ///< of these
    double share = 0, shareLow = 0, shareHigh = 0;  ///< of the raw candidates, with the same interval
};

/// Requires an evaluator of the mapspace's target. The same for a seed at any thread count; if `job` stops it early, the
/// bounds say what is known. Only spaces larger than kMaxWalked are sampled.
Result<ValidCount> countValid(const Mapspace& mapspace, const Evaluator& evaluator, std::uint64_t seed, int threads,
                              Job& job, std::int64_t samples = kValiditySamples);

}  // namespace lapidary
