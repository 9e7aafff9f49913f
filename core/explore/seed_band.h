// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Several searches that differ by their seed only, as one: at each point along the way the mean of what they had found by
// then, and the least and the most. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

namespace lapidary {

/// Best so far of one search: it holds y[i] from x[i] until x[i + 1], the last one until `end`.
struct BestSoFar {
    std::vector<double> x, y;  ///< improvements, x ascending
    double end = 0;            ///< how far the search has come
    bool finished = true;      ///< what it has found holds beyond its end
};

struct SeedBand {
    std::vector<double> x;  ///< where any of them improved, ascending
    std::vector<double> least, mean, most;
    double end = 0;         ///< up to here all are known
    std::size_t seeds = 0;  ///< searches in it
};

/// The geometric mean is that of logarithms, as log axes show; y must then be > 0. Begins where each search has found
/// something; searches without any find are left out. Ends where the last finished search ends, or the first unfinished
/// one has come to.
SeedBand seedBand(const std::vector<BestSoFar>& searches, bool geometric);

}  // namespace lapidary
