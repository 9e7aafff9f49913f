// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a tuner asks of boosted trees: having seen what some configurations cost, which of others look best. Gradient tree
// boosting by the XGBoost library (Chen and Guestrin, KDD 2016) with pairwise ranking as the objective. A target of its own,
// so that nothing else links that library. A pure function: one thread, the same result for the same seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lapidary::fabric {

/// Rows of equally many numbers, one after the other.
struct FeatureRows {
    std::size_t columns = 0;
    std::vector<float> values;

    std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
    void add(const std::vector<double>& row) {
        columns = row.size();
        for (const double value : row) values.push_back(static_cast<float>(value));
    }
};

struct RankingOptions {
    int rounds = 40, depth = 4;
    double learningRate = 0.3;
    int pairs = 8;  ///< for each lesson and round, drawn from those of another cost
    std::uint64_t seed = 0;
};

/// Scores of `asked`, higher for what should cost less, by a model of `lessons` and their costs. Requires lessons, and
/// as many columns in both.
Result<std::vector<double>> rankedScores(const FeatureRows& lessons, const std::vector<double>& costs,
                                         const FeatureRows& asked, const RankingOptions& options = {});

}  // namespace lapidary::fabric
