// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/graph/shape_rules.h"

namespace lapidary {

namespace {

void sameRule(ShapeContext& node) {
    if (const TensorShape* data = node.shape(0)) node.output(0, *data);
}

void broadcastRule(ShapeContext& node) {
    std::optional<TensorShape> extents;
    for (std::size_t i = 0; i < node.node().inputs.size(); ++i) {
        const TensorShape* operand = node.shape(i);
        if (operand == nullptr) return;
        extents = extents ? broadcastExtents(node, *extents, *operand) : *operand;
        if (!extents) return;
    }
    if (extents) node.output(0, *std::move(extents));
}

/// Data with one number per channel from each further input.
void channelRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 2, 1000);
    if (data == nullptr) return;
    for (std::size_t i = 1; i < node.node().inputs.size(); ++i) {
        const TensorShape* numbers = node.shape(i);
        if (numbers != nullptr && *numbers != TensorShape{(*data)[1]})
            return node.fail("input", "input " + std::to_string(i + 1) + " is " + shapeText(*numbers) +
                                          ", expected one number for each of " + std::to_string((*data)[1]) +
                                          " channels");
    }
    node.output(0, *data);
}

void layerNormRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 1, 1000);
    if (data == nullptr) return;
    const std::int64_t axis = node.axis("axis", -1, std::ssize(*data));
    if (node.failed()) return;
    TensorShape statistics = *data;
    std::fill(statistics.begin() + axis, statistics.end(), 1);
    node.output(0, *data);
    node.output(1, statistics);
    node.output(2, statistics);
}

void softmaxRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    if (data == nullptr) return;
    if (!data->empty()) node.axis("axis", node.graph().opset < 13 ? 1 : -1, std::ssize(*data), node.graph().opset < 13);
    node.output(0, *data);
}

void dropoutRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    if (data == nullptr) return;
    node.output(0, *data);
    node.output(1, *data);
}

constexpr NamedRule kPointwiseRules[] = {
    {"Abs", sameRule},
    {"Acos", sameRule},
    {"Asin", sameRule},
    {"Atan", sameRule},
    {"Cast", sameRule},
    {"Ceil", sameRule},
    {"Celu", sameRule},
    {"Clip", sameRule},
    {"Cos", sameRule},
    {"Elu", sameRule},
    {"Erf", sameRule},
    {"Exp", sameRule},
    {"Floor", sameRule},
    {"Gelu", sameRule},
    {"GroupNormalization", sameRule},
    {"HardSigmoid", sameRule},
    {"HardSwish", sameRule},
    {"Identity", sameRule},
    {"LRN", sameRule},
    {"LeakyRelu", sameRule},
    {"Log", sameRule},
    {"LpNormalization", sameRule},
    {"Mish", sameRule},
    {"Neg", sameRule},
    {"Not", sameRule},
    {"Reciprocal", sameRule},
    {"Relu", sameRule},
    {"Round", sameRule},
    {"Selu", sameRule},
    {"Sigmoid", sameRule},
    {"Sign", sameRule},
    {"Sin", sameRule},
    {"Softplus", sameRule},
    {"Softsign", sameRule},
    {"Sqrt", sameRule},
    {"Tanh", sameRule},
    {"ThresholdedRelu", sameRule},
    {"Add", broadcastRule},
    {"And", broadcastRule},
    {"Div", broadcastRule},
    {"Equal", broadcastRule},
    {"Greater", broadcastRule},
    {"GreaterOrEqual", broadcastRule},
    {"Less", broadcastRule},
    {"LessOrEqual", broadcastRule},
    {"Max", broadcastRule},
    {"Mean", broadcastRule},
    {"Min", broadcastRule},
    {"Mod", broadcastRule},
    {"Mul", broadcastRule},
    {"Or", broadcastRule},
    {"PRelu", broadcastRule},
    {"Pow", broadcastRule},
    {"Sub", broadcastRule},
    {"Sum", broadcastRule},
    {"Where", broadcastRule},
    {"BatchNormalization", channelRule},
    {"InstanceNormalization", channelRule},
    {"LayerNormalization", layerNormRule},
    {"Softmax", softmaxRule},
    {"LogSoftmax", softmaxRule},
    {"Hardmax", softmaxRule},
    {"Dropout", dropoutRule},
};

}  // namespace

std::span<const NamedRule> pointwiseRules() { return kPointwiseRules; }

}  // namespace lapidary
