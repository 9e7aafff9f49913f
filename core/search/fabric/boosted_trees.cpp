// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/fabric/boosted_trees.h"

#include <algorithm>
#include <cmath>

namespace lapidary::fabric {

/// Logistic loss of every pair whose order the scores should show.
BoostedTrees::Gradients BoostedTrees::rankGradients(const std::vector<double>& scores,
                                                    const std::vector<double>& targets) {
    Gradients gradients{std::vector<double>(scores.size(), 0), std::vector<double>(scores.size(), 0)};
    for (std::size_t i = 0; i < scores.size(); ++i)
        for (std::size_t j = 0; j < scores.size(); ++j) {
            if (!(targets[i] < targets[j])) continue;  // i should score higher
            const double wrong = 1 / (1 + std::exp(scores[i] - scores[j]));
            gradients.first[i] -= wrong;
            gradients.first[j] += wrong;
            gradients.second[i] += wrong * (1 - wrong);
            gradients.second[j] += wrong * (1 - wrong);
        }
    const double scale = 1.0 / static_cast<double>(std::max<std::size_t>(1, scores.size()));
    for (std::size_t i = 0; i < scores.size(); ++i) gradients.first[i] *= scale, gradients.second[i] *= scale;
    return gradients;
}

void BoostedTrees::fit(const std::vector<std::vector<double>>& rows, const std::vector<double>& targets,
                       const BoostOptions& options) {
    m_options = options;
    m_trees.clear();
    m_rows = &rows;
    std::vector<double> scores(rows.size(), 0);
    std::vector<std::size_t> all(rows.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    for (int round = 0; round < options.rounds && !rows.empty(); ++round) {
        m_gradients = rankGradients(scores, targets);
        Tree tree;
        grow(tree, all, 0);
        for (std::size_t i = 0; i < rows.size(); ++i) scores[i] += scoreIn(tree, rows[i]);
        m_trees.push_back(std::move(tree));
    }
    m_rows = nullptr;
}

double BoostedTrees::score(const std::vector<double>& row) const {
    double sum = 0;
    for (const Tree& tree : m_trees) sum += scoreIn(tree, row);
    return sum;
}

double BoostedTrees::scoreIn(const Tree& tree, const std::vector<double>& row) {
    std::size_t at = 0;
    while (tree[at].feature >= 0)
        at = static_cast<std::size_t>(
            row[static_cast<std::size_t>(tree[at].feature)] < tree[at].threshold ? tree[at].left : tree[at].right);
    return tree[at].weight;
}

BoostedTrees::Split BoostedTrees::bestSplit(const std::vector<std::size_t>& items) const {
    double first = 0, second = 0;
    for (const std::size_t i : items) first += m_gradients.first[i], second += m_gradients.second[i];
    const auto quality = [&](double g, double h) { return g * g / (h + m_options.lambda); };
    Split best;
    std::vector<std::size_t> sorted = items;
    for (std::size_t f = 0; f < m_rows->front().size(); ++f) {
        const auto value = [&](std::size_t i) { return (*m_rows)[i][f]; };
        std::sort(sorted.begin(), sorted.end(),
                  [&](std::size_t a, std::size_t b) { return value(a) != value(b) ? value(a) < value(b) : a < b; });
        double g = 0, h = 0;
        for (std::size_t n = 0; n + 1 < sorted.size(); ++n) {
            g += m_gradients.first[sorted[n]], h += m_gradients.second[sorted[n]];
            if (value(sorted[n]) == value(sorted[n + 1]) || h < m_options.minChild || second - h < m_options.minChild)
                continue;
            const double gain =
                (quality(g, h) + quality(first - g, second - h) - quality(first, second)) / 2 - m_options.gamma;
            if (gain > best.gain + 1e-12)
                best = {static_cast<int>(f), (value(sorted[n]) + value(sorted[n + 1])) / 2, gain};
        }
    }
    return best;
}

int BoostedTrees::grow(Tree& tree, const std::vector<std::size_t>& items, int depth) {
    const int self = static_cast<int>(tree.size());
    tree.emplace_back();
    const Split split = depth < m_options.depth ? bestSplit(items) : Split{};
    if (split.feature < 0) {
        double first = 0, second = 0;
        for (const std::size_t i : items) first += m_gradients.first[i], second += m_gradients.second[i];
        tree.back().weight = -m_options.learningRate * first / (second + m_options.lambda);
        return self;
    }
    std::vector<std::size_t> left, right;
    for (const std::size_t i : items)
        ((*m_rows)[i][static_cast<std::size_t>(split.feature)] < split.threshold ? left : right).push_back(i);
    const int l = grow(tree, left, depth + 1), r = grow(tree, right, depth + 1);
    Node& node = tree[static_cast<std::size_t>(self)];
    node.feature = split.feature;
    node.threshold = split.threshold;
    node.left = l;
    node.right = r;
    return self;
}

}  // namespace lapidary::fabric
