// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A neural network as its file states it: nodes in the order in which they run, and the values between them, with the
// words of ONNX (operators, attributes) but without its library. From here it becomes a Network (lower.h) or runs with
// values (core/model/values). Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace lapidary {

using TensorShape = std::vector<std::int64_t>;

inline constexpr std::int64_t kMaxExtent = std::int64_t{1} << 40;
inline constexpr std::size_t kMostAxes = 32;

/// "2x3x224x224"; "scalar" without axes.
std::string shapeText(const TensorShape& extents);
/// Product of extents, at most 2^62; nullopt beyond.
std::optional<std::int64_t> elementCount(const TensorShape& extents);

using GraphAttribute =
    std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>, std::monostate>;

/// What flows between nodes, or comes with the file.
struct GraphValue {
    std::string name;
    std::optional<TensorShape> shape;     ///< unknown before inferShapes(), and for what unknown operators make
    std::optional<TensorShape> declared;  ///< what the file says; -1 = an extent it leaves open
    bool isConstant = false;              ///< comes with the file
    bool isInteger = false;               ///< a shape or a list of indices
    std::optional<std::vector<std::int64_t>> integers;  ///< known content of an integer value
    std::shared_ptr<const std::vector<float>> floats;   ///< content of a constant, if it was asked for
};

struct GraphNode {
    std::string name;                  ///< never empty, unique
    std::string op;                    ///< "Conv"; operators of other domains than ONNX's own are "domain:Name"
    std::vector<int> inputs, outputs;  ///< values; -1 where an optional one is left out
    std::map<std::string, GraphAttribute> attributes;
    std::string place;  ///< in the file, "graph.node[3]"
};

struct Graph {
    std::string name;
    int opset = 0;  ///< version of ONNX's own operators
    std::vector<GraphValue> values;
    std::vector<GraphNode> nodes;
    std::vector<int> inputs, outputs;  ///< values that are given, and those that are asked for

    const GraphValue& value(int index) const { return values[static_cast<std::size_t>(index)]; }
    GraphValue& value(int index) { return values[static_cast<std::size_t>(index)]; }
    /// The shape of a node's input; null if there is no such input or its shape isn't known.
    const TensorShape* inputShape(const GraphNode& node, std::size_t input) const;
    bool hasInput(const GraphNode& node, std::size_t input) const;
};

/// Puts nodes behind what they read (files should, not all do). Errors: a value that two nodes write, nodes that wait for
/// each other.
Diagnostics sortNodes(Graph& graph);

/// Gives every value its shape, and integers their content where it can be known. Errors name node and attribute; an
/// operator that isn't known is a warning, its outputs have the shape that the file declares, if any.
Diagnostics inferShapes(Graph& graph);

}  // namespace lapidary
