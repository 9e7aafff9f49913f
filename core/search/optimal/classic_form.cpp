// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic_form.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lapidary::optimal {

namespace {

/// One Store for a level's tensors; lanes of a fanout in the order of axes and dimensions.
Mapping withSharedStores(const Mapping& mapping) {
    Mapping shared;
    for (const Node& node : mapping.nodes) {
        Node* last = shared.nodes.empty() ? nullptr : &shared.nodes.back();
        if (last && !node.isLoop() && !last->isLoop() && node.level == last->level && !(node.tensors & last->tensors))
            last->tensors |= node.tensors;
        else
            shared.nodes.push_back(node);
    }
    const auto isLanes = [](const Node& node) { return node.kind == NodeKind::spatial; };
    for (auto first = shared.nodes.begin(); first != shared.nodes.end();) {
        first = std::find_if(first, shared.nodes.end(), isLanes);
        const auto last = std::find_if_not(
            first, shared.nodes.end(), [&](const Node& node) { return isLanes(node) && node.fanout == first->fanout; });
        std::stable_sort(first, last, [](const Node& a, const Node& b) {
            return std::tie(a.axis, a.dimension) < std::tie(b.axis, b.dimension);
        });
        first = last;
    }
    return shared;
}

/// Temporal loops between the same Stores and fanouts have each dimension once: its outermost loop, or its innermost one,
/// makes all trips.
Mapping withLoopsOnce(const Mapping& mapping, bool outermost) {
    Mapping once;
    std::size_t begin = 0;
    for (const Node& node : mapping.nodes) {
        if (node.kind != NodeKind::temporal) {
            once.nodes.push_back(node);
            begin = once.nodes.size();
            continue;
        }
        const auto first = once.nodes.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto same =
            std::find_if(first, once.nodes.end(), [&](const Node& other) { return other.dimension == node.dimension; });
        if (same == once.nodes.end()) {
            once.nodes.push_back(node);
            continue;
        }
        Node merged = node;
        merged.bound = merged.tail = node.bound * same->bound;
        if (outermost) {
            *same = merged;
            continue;
        }
        once.nodes.erase(same);
        once.nodes.push_back(merged);
    }
    return once;
}

}  // namespace

std::optional<Mapping> classicOf(const Mapping& mapping, const Mapspace& mapspace) {
    Mapping shared = withSharedStores(mapping);
    if (!mapspace.indexOf(shared)) return std::nullopt;
    return shared;
}

std::optional<Mapping> classicOf(const Mapping& mapping, const Mapspace& mapspace, const Evaluator& evaluator,
                                 Evaluator::Scratch& scratch) {
    if (auto found = classicOf(mapping, mapspace)) return found;
    constexpr double kRounding = 1e-12;
    const Score score = evaluator.score(mapping, scratch);
    for (const bool outermost : {true, false}) {
        auto found = classicOf(withLoopsOnce(mapping, outermost), mapspace);
        if (!found) continue;
        const Score other = evaluator.score(*found, scratch);
        const bool equal = score.valid() && other.valid() && other.cycles == score.cycles &&
                           std::abs(other.energyPj - score.energyPj) <= kRounding * score.energyPj;
        if (equal) return found;
    }
    return std::nullopt;
}

}  // namespace lapidary::optimal
