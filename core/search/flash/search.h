// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH (Moon et al.): every candidate of every style scored by the data-centric model; the best of each, how many there were,
// a histogram of their runtimes (Fig. 7), and, if asked for, as many drawn at random to compare with (5.2). The same result on
// any machine; stops within 50 ms.
#pragma once

#include <functional>

#include "core/base/job.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/model/data_centric/evaluator.h"
#include "core/search/flash/candidates.h"

namespace lapidary::flash {

struct Found {
    Candidate candidate;
    data_centric::Score score;
    bool equation1 = true, equation2 = true;  ///< holds
};

/// Runtimes in bins of equal width from the least to the most; the last one includes its end.
struct Histogram {
    std::int64_t least = 0, most = 0;
    std::vector<std::int64_t> counts;

    double width() const { return static_cast<double>(most - least) / static_cast<double>(counts.size()); }
};

struct Sampled {
    std::int64_t drawn = 0, tileSets = 0;  ///< draws, and those that gave a tile set
    std::optional<Found> best;
};

struct StyleResult {
    Style style = Style::maeri;
    Order order = Order::mnk;
    std::vector<std::int64_t> clusters;   ///< sizes tried
    std::int64_t candidates = 0;          ///< tile sets scored, all cluster sizes
    std::int64_t overS1 = 0, overS2 = 0;  ///< of them: equation 2, equation 1 doesn't hold
    std::int64_t fitting = 0;             ///< of them: the model's requirements fit both buffers
    std::optional<BigInt> unpruned;
    std::optional<Found> best;
    Histogram histogram;
    Sampled random;
};

struct FlashResult {
    std::vector<StyleResult> styles;
    int best = -1;  ///< index; -1 = none found
    std::int64_t scored = 0;
    bool stopped = false;
    double seconds = 0;
};

/// The figure that is compared.
double valueOf(Metric metric, const data_centric::Score& score);
/// Whether a is better: fitting ones first if overflow comes last, then the metric, then the other two figures.
bool better(const Options& options, const Found& a, const Found& b);

/// Told what there is so far, the style under way last, by the thread that searches: at ever longer distances within a style,
/// so that telling costs no more than a share of scoring.
using Look = std::function<void(const FlashResult&)>;

/// Errors: faults of the machine, candidates without number (integers with space=equations on a large GEMM).
Result<FlashResult> search(const Gemm& gemm, const data_centric::Hardware& hardware, const Options& options, Job& job,
                           const Look& look = {});

/// All figures of a mapping by the rules of the options: edge-exact, or as MAESTRO counts.
Result<data_centric::Outcome> outcomeOf(const data_centric::Dataflow& flow, const data_centric::Layer& layer,
                                        const data_centric::Hardware& hardware, const Options& options);

}  // namespace lapidary::flash
