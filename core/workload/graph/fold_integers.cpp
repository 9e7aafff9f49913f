// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/base/arith.h"
#include "core/workload/graph/shape_rules.h"
#include "core/workload/graph/slice.h"

namespace lapidary {

namespace {

/// Shapes and lists of axes are short; tables of indices needn't be known.
constexpr std::size_t kMostFolded = 1024;

using Numbers = std::vector<std::int64_t>;

/// Element by element, a single number with all; nullopt on overflow and division by 0.
std::optional<Numbers> arithmetic(const std::string& op, const Numbers& a, const Numbers& b) {
    const std::size_t count = std::max(a.size(), b.size());
    if ((a.size() != count && a.size() != 1) || (b.size() != count && b.size() != 1)) return std::nullopt;
    Numbers result;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t left = a[a.size() == 1 ? 0 : i];
        const std::int64_t right = b[b.size() == 1 ? 0 : i];
        std::optional<std::int64_t> value;
        if (op == "Add") value = checkedAdd(left, right);
        if (op == "Sub" && right != std::numeric_limits<std::int64_t>::min()) value = checkedAdd(left, -right);
        if (op == "Mul") value = checkedMul(left, right);
        if (op == "Div" && right != 0 && right != -1) value = left / right;
        if (!value) return std::nullopt;
        result.push_back(*value);
    }
    return result;
}

std::optional<Numbers> gathered(const Numbers& from, const Numbers& indices) {
    Numbers result;
    for (const std::int64_t given : indices) {
        const std::int64_t index = given < 0 ? given + std::ssize(from) : given;
        if (index < 0 || index >= std::ssize(from)) return std::nullopt;
        result.push_back(from[static_cast<std::size_t>(index)]);
    }
    return result;
}

std::optional<Numbers> concatenated(const ShapeContext& node) {
    Numbers result;
    for (std::size_t i = 0; i < node.node().inputs.size(); ++i) {
        const Numbers* part = node.content(i);
        if (part == nullptr || result.size() + part->size() > kMostFolded) return std::nullopt;
        result.insert(result.end(), part->begin(), part->end());
    }
    return result;
}

std::optional<Numbers> sliced(ShapeContext& node, const Numbers& from) {
    const auto parts = sliceOf(node, {std::ssize(from)});
    if (!parts) return std::nullopt;
    Numbers result;
    for (std::int64_t i = 0; i < parts->front().count; ++i)
        result.push_back(from[static_cast<std::size_t>(parts->front().start + i * parts->front().step)]);
    return result;
}

std::optional<Numbers> counted(const Numbers& start, const Numbers& step, std::int64_t count) {
    Numbers result;
    for (std::int64_t i = 0; i < count; ++i) result.push_back(start.front() + i * step.front());
    return result;
}

std::optional<Numbers> folded(ShapeContext& node, std::size_t count) {
    const std::string& op = node.node().op;
    if (op == "ConstantOfShape") {
        const auto value = node.node().attributes.find("value");
        const auto* integer =
            value == node.node().attributes.end() ? nullptr : std::get_if<std::int64_t>(&value->second);
        return integer == nullptr ? std::nullopt : std::optional(Numbers(count, *integer));
    }
    if (op == "Concat") return concatenated(node);
    const Numbers* first = node.content(0);
    if (first == nullptr) return std::nullopt;
    if (op == "Cast" || op == "Identity" || op == "Reshape" || op == "Squeeze" || op == "Unsqueeze") return *first;
    if (op == "Slice" && node.shape(0)->size() == 1) return sliced(node, *first);
    const Numbers* second = node.content(1);
    if (second == nullptr) return std::nullopt;
    if (op == "Gather" && node.shape(0)->size() == 1) return gathered(*first, *second);
    if (op == "Range" && node.content(2) != nullptr)
        return counted(*first, *node.content(2), static_cast<std::int64_t>(count));
    if (op == "Add" || op == "Sub" || op == "Mul" || op == "Div") return arithmetic(op, *first, *second);
    return std::nullopt;
}

}  // namespace

void foldIntegers(ShapeContext& node) {
    const GraphNode& own = node.node();
    if (own.outputs.empty() || own.outputs[0] < 0) return;
    const GraphValue& output = node.graph().value(own.outputs[0]);
    if (!output.shape || output.shape->size() > 1 || output.integers) return;
    const auto count = static_cast<std::size_t>(output.shape->empty() ? 1 : output.shape->front());
    if (count > kMostFolded) return;
    auto content = folded(node, count);
    if (content && content->size() == count) node.content(0, *std::move(content));
}

}  // namespace lapidary
