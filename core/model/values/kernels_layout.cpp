// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/values/kernels.h"
#include "core/workload/graph/slice.h"

namespace lapidary {

namespace {

/// The same numbers in another shape.
void copyKernel(KernelContext& node) {
    TensorValue& result = node.out(0);
    result.data = node.in(0).data;
}

/// To whole numbers towards zero; other types are kept in 32-bit floating point.
void castKernel(KernelContext& node) {
    copyKernel(node);
    if (node.graph().value(node.node().outputs.front()).isInteger)
        for (float& number : node.out(0).data) number = std::trunc(number);
}

/// Copies from `from` at `first` in steps of `steps` along the axes of the result.
void gatherSteps(const std::vector<float>& from, std::int64_t first, const std::vector<std::int64_t>& steps,
                 TensorValue& result) {
    std::vector<std::int64_t> at(result.shape.size(), 0);
    std::int64_t place = first;
    for (float& value : result.data) {
        value = from[static_cast<std::size_t>(place)];
        for (std::size_t d = at.size(); d-- > 0;) {
            place += steps[d];
            if (++at[d] < result.shape[d]) break;
            place -= steps[d] * result.shape[d];
            at[d] = 0;
        }
    }
}

void transposeKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    TensorShape order(data.shape.size());
    std::iota(order.rbegin(), order.rend(), 0);
    if (const auto given = node.integers("perm")) order = *given;
    const std::vector<std::int64_t> own = stridesOf(data.shape);
    std::vector<std::int64_t> steps;
    for (const std::int64_t axis : order) steps.push_back(own[static_cast<std::size_t>(axis)]);
    gatherSteps(data.data, 0, steps, node.out(0));
}

void expandKernel(KernelContext& node) {
    TensorValue& result = node.out(0);
    gatherSteps(node.in(0).data, 0, spreadStrides(node.in(0).shape, result.shape), result);
}

void sliceKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const auto parts = sliceOf(node, data.shape);
    if (!parts) return node.fail("input", "starts and ends that aren't constants can't be run");
    std::vector<std::int64_t> steps = stridesOf(data.shape);
    std::int64_t first = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        first += (*parts)[i].start * steps[i];
        steps[i] *= (*parts)[i].step;
    }
    gatherSteps(data.data, first, steps, node.out(0));
}

/// Elements behind an axis, that one included.
std::int64_t blockOf(const TensorShape& shape, std::int64_t axis) {
    return std::accumulate(shape.begin() + axis, shape.end(), std::int64_t{1}, std::multiplies<>());
}

void concatKernel(KernelContext& node) {
    TensorValue& result = node.out(0);
    const std::int64_t axis = node.axis("axis", 0, std::ssize(result.shape));
    const std::int64_t whole = blockOf(result.shape, axis);
    std::int64_t before = 0;
    for (std::size_t i = 0; i < node.inputCount(); ++i) {
        const TensorValue& part = node.in(i);
        const std::int64_t block = blockOf(part.shape, axis);
        for (std::int64_t outer = 0; block > 0 && outer < std::ssize(part.data) / block; ++outer)
            std::copy_n(part.data.begin() + outer * block, block, result.data.begin() + outer * whole + before);
        before += block;
    }
}

void splitKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const std::int64_t axis = node.axis("axis", 0, std::ssize(data.shape));
    const std::int64_t whole = blockOf(data.shape, axis);
    std::int64_t before = 0;
    for (std::size_t i = 0; i < node.node().outputs.size(); ++i) {
        if (node.node().outputs[i] < 0) return node.fail("output", "a part without a name can't be run");
        TensorValue& part = node.out(i);
        const std::int64_t block = blockOf(part.shape, axis);
        for (std::int64_t outer = 0; block > 0 && outer < std::ssize(part.data) / block; ++outer)
            std::copy_n(data.data.begin() + outer * whole + before, block, part.data.begin() + outer * block);
        before += block;
    }
}

void gatherKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const TensorValue& indices = node.in(1);
    const std::int64_t axis = node.axis("axis", 0, std::ssize(data.shape));
    const std::int64_t extent = data.shape[static_cast<std::size_t>(axis)];
    const std::int64_t whole = blockOf(data.shape, axis);
    const std::int64_t block = extent == 0 ? 0 : whole / extent;
    TensorValue& result = node.out(0);
    auto place = result.data.begin();
    for (std::int64_t outer = 0; whole > 0 && outer < std::ssize(data.data) / whole; ++outer) {
        for (const float given : indices.data) {
            const auto index = static_cast<std::int64_t>(given) + (given < 0 ? extent : 0);
            if (index < 0 || index >= extent)
                return node.fail("input", "index " + std::to_string(static_cast<std::int64_t>(given)) +
                                              ", expected less than " + std::to_string(extent));
            place = std::copy_n(data.data.begin() + outer * whole + index * block, block, place);
        }
    }
}

void padKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const auto pads = node.attributeOrInput("pads", 1);
    if (!pads || node.text("mode", "constant") != "constant")
        return node.fail("mode", "only constant padding can be run");
    if (std::ranges::any_of(*pads, [](std::int64_t pad) { return pad < 0; }))
        return node.fail("pads", "padding that takes away can't be run");
    TensorValue& result = node.out(0);
    const TensorValue* value = node.input(2);
    const double filling =
        value != nullptr && !value->data.empty() ? static_cast<double>(value->data.front()) : node.real("value", 0);
    std::ranges::fill(result.data, static_cast<float>(filling));
    const std::vector<std::int64_t> steps = stridesOf(result.shape);
    std::int64_t place = 0;
    for (std::size_t d = 0; d < steps.size(); ++d) place += (*pads)[d] * steps[d];
    std::vector<std::int64_t> at(data.shape.size(), 0);
    for (const float number : data.data) {
        result.data[static_cast<std::size_t>(place)] = number;
        for (std::size_t d = at.size(); d-- > 0;) {
            place += steps[d];
            if (++at[d] < data.shape[d]) break;
            place -= steps[d] * data.shape[d];
            at[d] = 0;
        }
    }
}

constexpr NamedKernel kLayoutKernels[] = {
    {"Reshape", copyKernel},     {"Flatten", copyKernel}, {"Squeeze", copyKernel},  {"Unsqueeze", copyKernel},
    {"Identity", copyKernel},    {"Dropout", copyKernel}, {"Cast", castKernel},     {"Transpose", transposeKernel},
    {"Expand", expandKernel},    {"Slice", sliceKernel},  {"Concat", concatKernel}, {"Split", splitKernel},
    {"Gather", gatherKernel, 2}, {"Pad", padKernel},
};

}  // namespace

std::span<const NamedKernel> layoutKernels() { return kLayoutKernels; }

}  // namespace lapidary
