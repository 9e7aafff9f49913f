// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/graph/shape_rules.h"
#include "core/workload/graph/window.h"

namespace lapidary {

namespace {

constexpr std::size_t kAnyRank = 1000;

TensorShape spatialOf(const TensorShape& shape) { return {shape.begin() + 2, shape.end()}; }

TensorShape withWindow(std::int64_t batch, std::int64_t channels, const Window& window) {
    TensorShape extents{batch, channels};
    for (const WindowAxis& axis : window) extents.push_back(axis.output);
    return extents;
}

void checkBias(ShapeContext& node, std::int64_t channels) {
    const TensorShape* bias = node.hasInput(2) ? node.shape(2) : nullptr;
    if (bias != nullptr && *bias != TensorShape{channels})
        node.fail("input", "the bias is " + shapeText(*bias) + ", expected " + std::to_string(channels));
}

void convRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 3, kAnyRank);
    const TensorShape* weights = node.shape(1, 3, kAnyRank);
    const std::int64_t groups = node.integer("group", 1, 1, kMaxExtent);
    if (data == nullptr || weights == nullptr || node.failed()) return;
    if (data->size() != weights->size())
        return node.fail("input", "the input is " + shapeText(*data) + ", the weights " + shapeText(*weights) +
                                      ", expected as many axes");
    const std::int64_t channels = (*data)[1];
    const std::int64_t outputs = (*weights)[0];
    if (channels % groups != 0 || channels / groups != (*weights)[1])
        return node.fail("group", "the input has " + std::to_string(channels) + " channels, expected " +
                                      std::to_string(groups) + " groups of the weights' " +
                                      std::to_string((*weights)[1]));
    if (outputs % groups != 0)
        return node.fail("group", std::to_string(outputs) + " output channels can't be split into " +
                                      std::to_string(groups) + " groups");
    checkBias(node, outputs);
    const auto window = windowOf(node, spatialOf(*data), spatialOf(*weights));
    if (window) node.output(0, withWindow((*data)[0], outputs, *window));
}

void convTransposeRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 3, kAnyRank);
    const TensorShape* weights = node.shape(1, 3, kAnyRank);
    const std::int64_t groups = node.integer("group", 1, 1, kMaxExtent);
    if (data == nullptr || weights == nullptr || node.failed()) return;
    if (data->size() != weights->size() || (*data)[1] != (*weights)[0])
        return node.fail("input", "the input is " + shapeText(*data) + ", the weights " + shapeText(*weights) +
                                      ", expected as many axes and channels");
    const auto window = transposedWindowOf(node, spatialOf(*data), spatialOf(*weights));
    const auto channels = elementCount({(*weights)[1], groups});
    if (window && channels) node.output(0, withWindow((*data)[0], *channels, *window));
}

void poolRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 3, kAnyRank);
    if (data == nullptr) return;
    const auto window = windowOf(node, spatialOf(*data), {});
    if (!window) return;
    const TensorShape extents = withWindow((*data)[0], (*data)[1], *window);
    node.output(0, extents);
    node.output(1, extents);
}

void globalPoolRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 3, kAnyRank);
    if (data == nullptr) return;
    TensorShape extents(data->size(), 1);
    extents[0] = (*data)[0];
    extents[1] = (*data)[1];
    node.output(0, std::move(extents));
}

constexpr NamedRule kWindowRules[] = {
    {"Conv", convRule},
    {"ConvTranspose", convTransposeRule},
    {"MaxPool", poolRule},
    {"AveragePool", poolRule},
    {"LpPool", poolRule},
    {"GlobalAveragePool", globalPoolRule},
    {"GlobalMaxPool", globalPoolRule},
    {"GlobalLpPool", globalPoolRule},
};

}  // namespace

std::span<const NamedRule> windowRules() { return kWindowRules; }

}  // namespace lapidary
