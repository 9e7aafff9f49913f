// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/base/json.h"
#include "core/base/text.h"

namespace lapidary {

namespace {

/// Damerau-Levenshtein distance (optimal string alignment): insert, delete, replace, or swap two neighbours.
std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    constexpr std::size_t kLongestWord = 100;  // nobody misspells more; keeps hostile input cheap
    if (word.empty() || word.size() > kLongestWord) return {};
    const std::string wanted = lowered(word);
    std::string best;
    std::size_t bestDistance = wanted.size();
    for (const auto& candidate : candidates) {
        if (candidate.empty() || candidate.size() > kLongestWord) continue;
        const std::size_t allowed = (std::max(wanted.size(), candidate.size()) + 1) / 3;
        const std::size_t distance = editDistance(wanted, lowered(candidate));
        if (distance <= allowed && distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates, std::string otherwise) {
    const std::string near = nearest(word, candidates);
    return near.empty() ? otherwise : "did you mean '" + near + "'?";
}

}  // namespace lapidary
