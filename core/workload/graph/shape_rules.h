// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One rule per operator: the shapes of a node's outputs from those of its inputs and its attributes, as ONNX's operator
// specifications state them. What isn't known stays unknown. The rules live in shape_*.cpp. Single-threaded.
#pragma once

#include <span>

#include "core/workload/graph/node_reader.h"

namespace lapidary {

class ShapeContext : public NodeReader {
public:
    ShapeContext(Graph& graph, const GraphNode& node, Diagnostics& out)
        : NodeReader(graph, node, out), m_writable(graph) {}

    /// Checks the extents; an output that the node doesn't have is left out.
    void output(std::size_t index, TensorShape extents);
    /// Content of an integer output.
    void content(std::size_t index, std::vector<std::int64_t> integers);
    using NodeReader::content;

private:
    Graph& m_writable;
};

using ShapeRule = void (*)(ShapeContext&);
struct NamedRule {
    std::string_view op;
    ShapeRule rule;
};

std::span<const NamedRule> windowRules();
std::span<const NamedRule> productRules();
std::span<const NamedRule> pointwiseRules();
std::span<const NamedRule> reductionRules();
std::span<const NamedRule> layoutRules();
std::span<const NamedRule> selectionRules();

/// Null if the operator isn't known.
ShapeRule shapeRule(std::string_view op);

/// Content of integer outputs (Shape, Gather, Concat, arithmetic ...) where that of the inputs is known.
void foldIntegers(ShapeContext& node);

/// ONNX's broadcasting; nullopt and an error if two extents differ and neither is 1.
std::optional<TensorShape> broadcastExtents(NodeReader& node, const TensorShape& a, const TensorShape& b);

}  // namespace lapidary
