// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/workload/graph/shape_rules.h"

namespace lapidary {

namespace {

void reduceRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    const bool keep = node.flag("keepdims", true);
    if (data == nullptr || (node.hasInput(1) && !node.has("axes") && node.content(1) == nullptr)) return;
    const auto axes = node.attributeOrInput("axes", 1);
    std::vector<bool> reduced(data->size(), !axes && !node.flag("noop_with_empty_axes"));
    for (const std::int64_t given : axes.value_or(TensorShape{})) {
        const std::int64_t axis = node.resolvedAxis("axes", given, std::ssize(*data));
        if (node.failed()) return;
        reduced[static_cast<std::size_t>(axis)] = true;
    }
    TensorShape extents;
    for (std::size_t i = 0; i < data->size(); ++i) {
        if (!reduced[i]) extents.push_back((*data)[i]);
        if (reduced[i] && keep) extents.push_back(1);
    }
    node.output(0, std::move(extents));
}

void argRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 1, 1000);
    if (data == nullptr) return;
    const std::int64_t axis = node.axis("axis", 0, std::ssize(*data));
    const bool keep = node.flag("keepdims", true);
    if (node.failed()) return;
    TensorShape extents = *data;
    extents[static_cast<std::size_t>(axis)] = 1;
    if (!keep) extents.erase(extents.begin() + axis);
    node.output(0, std::move(extents));
}

constexpr NamedRule kReductionRules[] = {
    {"ReduceL1", reduceRule},   {"ReduceL2", reduceRule},   {"ReduceLogSumExp", reduceRule},
    {"ReduceMax", reduceRule},  {"ReduceMean", reduceRule}, {"ReduceMin", reduceRule},
    {"ReduceProd", reduceRule}, {"ReduceSum", reduceRule},  {"ReduceSumSquare", reduceRule},
    {"ArgMax", argRule},        {"ArgMin", argRule},
};

}  // namespace

std::span<const NamedRule> reductionRules() { return kReductionRules; }

}  // namespace lapidary
