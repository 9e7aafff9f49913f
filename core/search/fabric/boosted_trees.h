// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Gradient tree boosting as XGBoost does it (Chen and Guestrin, KDD 2016, sections 2 and 3): trees of second order, leaf
// weights and splits with regularisation, exact greedy search; pairwise ranking as the objective, which is what a tuner
// asks: which of two configurations is better. Small data only. Deterministic; one per thread.
#pragma once

#include <cstdint>
#include <vector>

namespace lapidary::fabric {

struct BoostOptions {
    int rounds = 40, depth = 4;
    double learningRate = 0.3;
    double lambda = 1;      ///< on leaf weights (equation 2)
    double gamma = 0;       ///< on leaves
    double minChild = 0.1;  ///< least sum of second derivatives in a child
};

class BoostedTrees {
public:
    /// Rows of equally many features; a smaller target ranks before a larger one.
    void fit(const std::vector<std::vector<double>>& rows, const std::vector<double>& targets,
             const BoostOptions& options = {});
    /// Higher is better; 0 before fit().
    double score(const std::vector<double>& row) const;

private:
    struct Node {
        int feature = -1;  ///< -1: a leaf
        double threshold = 0, weight = 0;
        int left = 0, right = 0;
    };
    using Tree = std::vector<Node>;
    struct Gradients {
        std::vector<double> first, second;
    };
    struct Split {
        int feature = -1;
        double threshold = 0, gain = 0;
    };

    static Gradients rankGradients(const std::vector<double>& scores, const std::vector<double>& targets);
    int grow(Tree& tree, const std::vector<std::size_t>& items, int depth);
    Split bestSplit(const std::vector<std::size_t>& items) const;
    static double scoreIn(const Tree& tree, const std::vector<double>& row);

    BoostOptions m_options;
    std::vector<Tree> m_trees;
    const std::vector<std::vector<double>>* m_rows = nullptr;  ///< while fitting
    Gradients m_gradients;
};

}  // namespace lapidary::fabric
