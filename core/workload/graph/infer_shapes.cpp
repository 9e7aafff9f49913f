// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <unordered_map>

#include "core/workload/graph/shape_rules.h"

namespace lapidary {

namespace {

using RuleTable = std::unordered_map<std::string_view, ShapeRule>;

RuleTable allRules() {
    RuleTable table;
    for (const auto rules :
         {windowRules(), productRules(), pointwiseRules(), reductionRules(), layoutRules(), selectionRules()})
        for (const NamedRule& rule : rules) table.emplace(rule.op, rule.rule);
    return table;
}

bool isFixed(const TensorShape& extents) {
    for (const std::int64_t extent : extents)
        if (extent < 0) return false;
    return true;
}

/// What the file says of an output against what follows from the node; the former serves where nothing follows.
void settleDeclared(Graph& graph, const GraphNode& node, Diagnostics& out) {
    for (const int index : node.outputs) {
        if (index < 0) continue;
        GraphValue& value = graph.value(index);
        if (!value.declared || !isFixed(*value.declared)) continue;
        if (!value.shape) value.shape = value.declared;
        if (*value.shape == *value.declared) continue;
        out.push_back({Severity::warning,
                       nodeText(node) + ": makes '" + value.name + "' " + shapeText(*value.shape) +
                           ", the file declares " + shapeText(*value.declared),
                       {{}, 0, 0, node.place},
                       "the former is taken"});
    }
}

/// What follows from constants alone is one, too.
void settleConstants(Graph& graph, const GraphNode& node) {
    bool any = false;
    for (const int input : node.inputs) {
        if (input < 0) continue;
        if (!graph.value(input).isConstant) return;
        any = true;
    }
    for (const int output : node.outputs)
        if (any && output >= 0) graph.value(output).isConstant = true;
}

/// Numbers of ONNX's types of whole numbers.
constexpr std::int64_t kWholeTypes[] = {2, 3, 4, 5, 6, 7, 12, 13};

bool makesWholeNumbers(const Graph& graph, const GraphNode& node) {
    static constexpr std::string_view kAlways[] = {"Shape", "Size", "NonZero", "ArgMax", "ArgMin"};
    static constexpr std::string_view kLikeFirst[] = {
        "Identity", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose", "Gather",    "Slice",  "Split",
        "Concat",   "Expand",  "Tile",    "Pad",     "Add",       "Sub",       "Mul",       "Div",    "Neg",
        "Abs",      "Range",   "Max",     "Min",     "ReduceSum", "ReduceMax", "ReduceMin", "MatMul", "Gemm"};
    if (std::ranges::find(kAlways, node.op) != std::end(kAlways)) return true;
    if (node.op == "Cast") {
        const auto type = node.attributes.find("to");
        const auto* number = type == node.attributes.end() ? nullptr : std::get_if<std::int64_t>(&type->second);
        return number != nullptr && std::ranges::find(kWholeTypes, *number) != std::end(kWholeTypes);
    }
    return std::ranges::find(kLikeFirst, node.op) != std::end(kLikeFirst) && !node.inputs.empty() &&
           node.inputs.front() >= 0 && graph.value(node.inputs.front()).isInteger;
}

/// Whole numbers come from inputs and constants, and from nodes that make them.
void settleTypes(Graph& graph, const GraphNode& node) {
    if (!makesWholeNumbers(graph, node)) return;
    for (const int output : node.outputs)
        if (output >= 0) graph.value(output).isInteger = true;
}

Diagnostic unknownOperator(const GraphNode& node) {
    return {Severity::warning,
            nodeText(node) +
                ": the operator isn't known, listed as not accelerated; what it makes has the shape that "
                "the file declares, if any",
            {{}, 0, 0, node.place},
            {}};
}

}  // namespace

ShapeRule shapeRule(std::string_view op) {
    static const RuleTable table = allRules();
    const auto found = table.find(op);
    return found == table.end() ? nullptr : found->second;
}

void ShapeContext::output(std::size_t index, TensorShape extents) {
    const auto& outputs = node().outputs;
    if (index >= outputs.size() || outputs[index] < 0 || failed()) return;
    if (extents.size() > kMostAxes)
        return fail("output", "its output has " + std::to_string(extents.size()) + " axes, expected at most " +
                                  std::to_string(kMostAxes));
    for (const std::int64_t extent : extents)
        if (extent < 0 || extent > kMaxExtent)
            return fail("output", "an extent of its output is " + std::to_string(extent) + ", expected 0 to 2^40");
    if (!elementCount(extents))
        return fail("output", "its output is " + shapeText(extents) + ", expected at most 2^62 elements");
    m_writable.value(outputs[index]).shape = std::move(extents);
}

void ShapeContext::content(std::size_t index, std::vector<std::int64_t> integers) {
    const auto& outputs = node().outputs;
    if (index >= outputs.size() || outputs[index] < 0 || failed()) return;
    GraphValue& value = m_writable.value(outputs[index]);
    value.isInteger = true;
    value.integers = std::move(integers);
}

Diagnostics inferShapes(Graph& graph) {
    Diagnostics out;
    for (const GraphNode& node : graph.nodes) {
        if (const ShapeRule rule = shapeRule(node.op)) {
            ShapeContext context(graph, node, out);
            rule(context);
            if (!context.failed()) foldIntegers(context);
        } else if (node.op != "Constant") {
            out.push_back(unknownOperator(node));
        }
        if (hasErrors(out)) return out;
        settleDeclared(graph, node, out);
        settleConstants(graph, node);
        settleTypes(graph, node);
    }
    return out;
}

}  // namespace lapidary
