// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/orders.h"

#include <algorithm>
#include <limits>

namespace lapidary::sunstone {

namespace {

std::int64_t ordersOf(int loops) {
    constexpr int kFactorialsInRange = 20;
    if (loops > kFactorialsInRange) return std::numeric_limits<std::int64_t>::max();
    std::int64_t count = 1;
    for (int i = 2; i <= loops; ++i) count *= i;
    return count;
}

/// Limits of what any order reuses, whichever loops move: every tensor over all loops that don't index it, and over
/// each of its windows in turn.
std::vector<ReuseSet> loosestReuse(const Problem& problem) {
    std::vector<ReuseSet> sets(1);
    for (std::size_t t = 0; t < problem.tensors().size(); ++t) {
        const ProblemTensor& tensor = problem.tensors()[t];
        std::vector<ReuseSet> wider;
        for (ReuseSet set : sets) {
            bool hasWindow = false;
            for (int l = 0; l < problem.loops(); ++l) {
                const auto bit = static_cast<std::uint16_t>(1u << problem.dimensionOf(l));
                if (!(tensor.indexing >> l & 1)) set.full[t] = static_cast<std::uint16_t>(set.full[t] | bit);
            }
            for (int l = 0; l < problem.loops(); ++l) {
                if (tensor.window[static_cast<std::size_t>(l)] == 0) continue;
                hasWindow = true;
                set.window[t] = static_cast<std::uint16_t>(1u << problem.dimensionOf(l));
                wider.push_back(set);
            }
            if (!hasWindow) wider.push_back(set);
        }
        sets = std::move(wider);
    }
    return sets;
}

/// Of the trie's orders; loops of one trip have a say here: an operand that they alone would reuse is served, too.
std::vector<Steering> steeringsOf(const Problem& problem, const std::vector<const TrieNode*>& tried, bool trie) {
    const Workload& workload = problem.target().workload;
    const OrderingTrie whole = orderingTrie(workload, true);
    std::vector<const TrieNode*> nodes;
    for (const int kept : whole.kept) nodes.push_back(&whole.nodes[static_cast<std::size_t>(kept)]);
    if (!trie || nodes.empty()) nodes = tried;
    std::vector<Steering> steerings;
    for (const TrieNode* node : nodes) {
        const Steering steering{operandOf(node->reuse, problem.tensors().size()),
                                problem.loopsOf(exploitedDimensions(workload, *node))};
        if (std::find(steerings.begin(), steerings.end(), steering) == steerings.end()) steerings.push_back(steering);
    }
    for (int t = 0; t < static_cast<int>(problem.tensors().size()); ++t)
        if (std::none_of(steerings.begin(), steerings.end(), [&](const Steering& each) { return each.operand == t; }))
            steerings.push_back({t, 0});
    return steerings;
}

}  // namespace

int operandOf(const ReuseSet& reuse, std::size_t tensors) {
    int operand = -1, most = 0;
    for (std::size_t t = 0; t < tensors; ++t) {
        const int loops = __builtin_popcount(reuse.full[t]);
        if (loops <= most) continue;
        most = loops;
        operand = static_cast<int>(t);
    }
    return operand;
}

PromisingOrders promisingOrders(const Problem& problem, bool trie) {
    const Workload& workload = problem.target().workload;
    const OrderingTrie grown = orderingTrie(workload);
    std::vector<const TrieNode*> nodes;
    for (const TrieNode& node : grown.nodes) {
        const bool wanted = trie ? node.status == TrieStatus::kept : node.status != TrieStatus::noReuse;
        if (wanted && nodes.size() < kMaxOrders) nodes.push_back(&node);
    }
    PromisingOrders result;
    result.kept = trie ? static_cast<std::int64_t>(nodes.size()) : ordersOf(problem.loops());
    result.pruned = ordersOf(problem.loops()) - result.kept;
    if (nodes.empty()) nodes.push_back(&grown.nodes.front());
    result.steerings = steeringsOf(problem, nodes, trie);
    for (int level = 0; level < problem.levels(); ++level) {
        auto& orders = result.orders.emplace_back();
        auto& reuse = result.reuse.emplace_back();
        for (const TrieNode* node : nodes) {
            LoopOrder order = problem.completeOrder(level, node->order);
            if (std::find(reuse.begin(), reuse.end(), node->reuse) == reuse.end()) reuse.push_back(node->reuse);
            if (std::find(orders.begin(), orders.end(), order) == orders.end()) orders.push_back(std::move(order));
        }
        if (problem.isOrdered(level)) reuse = loosestReuse(problem);  // orders bent by constraints keep no promise
    }
    return result;
}

}  // namespace lapidary::sunstone
