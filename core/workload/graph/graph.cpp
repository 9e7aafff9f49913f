// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/graph/graph.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/workload/graph/node_reader.h"

namespace lapidary {

namespace {

constexpr std::int64_t kMostElements = std::int64_t{1} << 62;

/// For each value the node that writes it, -1 = none.
std::vector<int> writersOf(const Graph& graph, Diagnostics& out) {
    std::vector<int> writers(graph.values.size(), -1);
    const auto refuse = [&](const GraphNode& node, int value, const std::string& other) {
        out.push_back(errorAt({{}, 0, 0, node.place},
                              nodeText(node) + ": writes '" + graph.value(value).name + "', which " + other));
    };
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        const GraphNode& node = graph.nodes[n];
        for (const int output : node.outputs) {
            if (output < 0) continue;
            int& writer = writers[static_cast<std::size_t>(output)];
            if (writer >= 0)
                refuse(node, output, nodeText(graph.nodes[static_cast<std::size_t>(writer)]) + " writes, too");
            else if (graph.value(output).isConstant && node.op != "Constant")
                refuse(node, output, "the file gives as a constant");
            writer = static_cast<int>(n);
        }
    }
    return writers;
}

}  // namespace

std::string shapeText(const TensorShape& extents) {
    std::string text;
    for (const std::int64_t extent : extents) text += (text.empty() ? "" : "x") + std::to_string(extent);
    return text.empty() ? "scalar" : text;
}

std::optional<std::int64_t> elementCount(const TensorShape& extents) {
    std::optional<std::int64_t> count = 1;
    for (const std::int64_t extent : extents) {
        count = checkedMul(*count, extent);
        if (!count || *count > kMostElements) return std::nullopt;
    }
    return count;
}

bool Graph::hasInput(const GraphNode& node, std::size_t input) const {
    return input < node.inputs.size() && node.inputs[input] >= 0;
}

const TensorShape* Graph::inputShape(const GraphNode& node, std::size_t input) const {
    if (!hasInput(node, input)) return nullptr;
    const auto& shape = value(node.inputs[input]).shape;
    return shape ? &*shape : nullptr;
}

Diagnostics sortNodes(Graph& graph) {
    Diagnostics problems;
    const std::vector<int> writers = writersOf(graph, problems);
    if (!problems.empty()) return problems;
    std::vector<int> waiting(graph.nodes.size(), 0);
    std::vector<std::vector<int>> readers(graph.nodes.size());
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        for (const int input : graph.nodes[n].inputs) {
            const int writer = input < 0 ? -1 : writers[static_cast<std::size_t>(input)];
            if (writer < 0) continue;
            readers[static_cast<std::size_t>(writer)].push_back(static_cast<int>(n));
            ++waiting[n];
        }
    }
    // Always the first node of the file that can run: files in order stay as they are.
    std::vector<int> heap;
    for (std::size_t n = 0; n < waiting.size(); ++n)
        if (waiting[n] == 0) heap.push_back(static_cast<int>(n));
    std::vector<int> order;
    const auto later = [](int a, int b) { return a > b; };
    std::ranges::make_heap(heap, later);
    while (!heap.empty()) {
        std::ranges::pop_heap(heap, later);
        order.push_back(heap.back());
        heap.pop_back();
        for (const int reader : readers[static_cast<std::size_t>(order.back())]) {
            if (--waiting[static_cast<std::size_t>(reader)] != 0) continue;
            heap.push_back(reader);
            std::ranges::push_heap(heap, later);
        }
    }
    if (order.size() < graph.nodes.size()) {
        const std::size_t stuck = static_cast<std::size_t>(
            std::ranges::find_if(waiting, [](int count) { return count > 0; }) - waiting.begin());
        const GraphNode& node = graph.nodes[stuck];
        return {errorAt({{}, 0, 0, node.place}, nodeText(node) + ": waits for its own output, expected no cycle")};
    }
    std::vector<GraphNode> sorted;
    sorted.reserve(order.size());
    for (const int index : order) sorted.push_back(std::move(graph.nodes[static_cast<std::size_t>(index)]));
    graph.nodes = std::move(sorted);
    return {};
}

}  // namespace lapidary
