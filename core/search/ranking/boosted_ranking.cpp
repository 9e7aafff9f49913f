// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/ranking/boosted_ranking.h"

#include <xgboost/c_api.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace lapidary::fabric {
namespace {

struct MatrixEnd {
    void operator()(DMatrixHandle handle) const { XGDMatrixFree(handle); }
};
struct BoosterEnd {
    void operator()(BoosterHandle handle) const { XGBoosterFree(handle); }
};
using Matrix = std::unique_ptr<void, MatrixEnd>;
using Booster = std::unique_ptr<void, BoosterEnd>;

Diagnostics failure() { return {error("XGBoost: " + std::string(XGBGetLastError()))}; }

bool makeMatrix(const FeatureRows& rows, Matrix& matrix) {
    DMatrixHandle handle = nullptr;
    if (XGDMatrixCreateFromMat(rows.values.data(), rows.rows(), rows.columns, std::numeric_limits<float>::quiet_NaN(),
                               &handle) != 0)
        return false;
    matrix.reset(handle);
    return true;
}

/// How many different costs are above each: exact in a float, as a cost may not be.
std::vector<float> gradesOf(const std::vector<double>& costs) {
    std::vector<double> different = costs;
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    std::vector<float> grades;
    grades.reserve(costs.size());
    for (const double cost : costs)
        grades.push_back(
            static_cast<float>(different.end() - std::lower_bound(different.begin(), different.end(), cost) - 1));
    return grades;
}

bool setUp(BoosterHandle booster, const RankingOptions& options) {
    const std::pair<const char*, std::string> settings[] = {
        {"objective", "rank:pairwise"},
        {"booster", "gbtree"},
        {"tree_method", "exact"},
        {"nthread", "1"},
        {"verbosity", "0"},
        {"disable_default_eval_metric", "1"},
        {"seed", std::to_string(options.seed % std::numeric_limits<std::int32_t>::max())},
        {"eta", std::to_string(options.learningRate)},
        {"max_depth", std::to_string(options.depth)},
        {"num_pairsample", std::to_string(options.pairs)},
        {"min_child_weight", "0.1"},
    };
    return std::all_of(std::begin(settings), std::end(settings), [&](const auto& setting) {
        return XGBoosterSetParam(booster, setting.first, setting.second.c_str()) == 0;
    });
}

}  // namespace

Result<std::vector<double>> rankedScores(const FeatureRows& lessons, const std::vector<double>& costs,
                                         const FeatureRows& asked, const RankingOptions& options) {
    Matrix learnt, open;
    if (!makeMatrix(lessons, learnt) || !makeMatrix(asked, open)) return failure();
    const std::vector<float> grades = gradesOf(costs);
    const auto group = static_cast<unsigned>(lessons.rows());  // one: each is compared with each
    if (XGDMatrixSetFloatInfo(learnt.get(), "label", grades.data(), grades.size()) != 0 ||
        XGDMatrixSetUIntInfo(learnt.get(), "group", &group, 1) != 0)
        return failure();

    DMatrixHandle known[] = {learnt.get()};
    BoosterHandle handle = nullptr;
    if (XGBoosterCreate(known, 1, &handle) != 0) return failure();
    const Booster booster(handle);
    if (!setUp(booster.get(), options)) return failure();
    for (int round = 0; round < options.rounds; ++round)
        if (XGBoosterUpdateOneIter(booster.get(), round, learnt.get()) != 0) return failure();

    bst_ulong count = 0;
    const float* scores = nullptr;  // the booster's
    if (XGBoosterPredict(booster.get(), open.get(), 0, 0, 0, &count, &scores) != 0) return failure();
    return std::vector<double>(scores, scores + count);
}

}  // namespace lapidary::fabric
