// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/extent.h"

#include <algorithm>
#include <vector>

#include "core/base/arith.h"
#include "core/base/units.h"

namespace lapidary {
namespace {

bool loopsOver(const Node& node, int dimension) { return node.isLoop() && node.dimension == dimension; }

std::int64_t saturate(Int128 value) { return value < kTooMany ? static_cast<std::int64_t>(value) : kTooMany; }

}  // namespace

std::int64_t saturatingMul(std::int64_t a, std::int64_t b) { return saturate(static_cast<Int128>(a) * b); }

std::int64_t iterations(std::span<const Node> nodes, int dimension) {
    std::int64_t last = 0;
    for (const Node& node : nodes)
        if (loopsOver(node, dimension)) last = saturate(static_cast<Int128>(last) * node.bound + node.tail - 1);
    return saturate(static_cast<Int128>(last) + 1);
}

std::int64_t tripProduct(std::span<const Node> nodes, int dimension) {
    std::int64_t product = 1;
    for (const Node& node : nodes)
        if (loopsOver(node, dimension)) product = saturatingMul(product, node.bound);
    return product;
}

bool completeTails(std::span<Node> nodes, int dimension, std::int64_t bound) {
    if (tripProduct(nodes, dimension) < bound) return false;
    std::int64_t rest = bound - 1;
    Node* outermost = nullptr;
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        if (!loopsOver(*node, dimension)) continue;
        node->tail = rest % node->bound + 1;
        rest /= node->bound;
        outermost = &*node;
    }
    if (outermost) outermost->bound = outermost->tail;
    return true;
}

std::string coverageFormula(std::span<const Node> nodes, int dimension) {
    std::vector<Node> loops;
    std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(loops),
                 [&](const Node& node) { return loopsOver(node, dimension); });
    if (loops.empty()) return "1";
    const bool perfect = std::all_of(loops.begin(), loops.end(), [](const Node& n) { return n.tail == n.bound; });
    std::string text = formatCount(loops.front().tail);
    for (std::size_t i = 1; i < loops.size(); ++i) {
        const std::string bound = " * " + formatCount(loops[i].bound);
        text = perfect ? text + bound : "(" + text + " - 1)" + bound + " + " + formatCount(loops[i].tail);
    }
    return text;
}

}  // namespace lapidary
