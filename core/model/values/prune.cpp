// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/values/prune.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace lapidary {
namespace {

std::vector<float> prunedCopy(const std::vector<float>& weights, int percent) {
    std::vector<float> pruned = weights;
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto count = static_cast<std::ptrdiff_t>(weights.size() / 100 * static_cast<std::size_t>(percent) +
                                                   weights.size() % 100 * static_cast<std::size_t>(percent) / 100);
    const auto smaller = [&](std::size_t a, std::size_t b) {
        const float left = std::abs(weights[a]), right = std::abs(weights[b]);
        return left != right ? left < right : a < b;
    };
    std::nth_element(order.begin(), order.begin() + count, order.end(), smaller);
    for (auto place = order.begin(); place != order.begin() + count; ++place) pruned[*place] = 0;
    return pruned;
}

}  // namespace

std::int64_t pruneWeights(Graph& graph, const LoweredGraph& lowered, int percent) {
    std::set<int> done;
    std::int64_t zeros = 0;
    for (const LoweredLayer& layer : lowered.layers) {
        const GraphNode& node = graph.nodes[static_cast<std::size_t>(layer.node)];
        for (const int operand : layer.operands) {
            if (operand < 0) continue;
            const int value = node.inputs[static_cast<std::size_t>(operand)];
            GraphValue& weights = graph.value(value);
            if (!weights.isConstant || !weights.floats || !done.insert(value).second) continue;
            auto pruned = prunedCopy(*weights.floats, percent);
            zeros += std::ranges::count(pruned, 0.0F);
            weights.floats = std::make_shared<const std::vector<float>>(std::move(pruned));
        }
    }
    return zeros;
}

}  // namespace lapidary
