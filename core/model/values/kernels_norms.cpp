// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/model/values/kernels.h"

namespace lapidary {

namespace {

/// A tensor as lines along one axis, or along all axes from one on: `count` elements `step` apart.
struct Lines {
    std::int64_t outer = 1, count = 1, step = 1;
};

Lines linesAlong(const TensorShape& shape, std::int64_t axis, bool toTheEnd) {
    Lines lines;
    for (std::int64_t i = 0; i < std::ssize(shape); ++i) {
        const std::int64_t extent = shape[static_cast<std::size_t>(i)];
        if (i < axis)
            lines.outer *= extent;
        else if (i == axis || toTheEnd)
            lines.count *= extent;
        else
            lines.step *= extent;
    }
    return lines;
}

template <class F>
void forEachLine(const Lines& lines, F f) {
    for (std::int64_t outer = 0; outer < lines.outer; ++outer)
        for (std::int64_t inner = 0; inner < lines.step; ++inner) f(outer * lines.count * lines.step + inner);
}

void softmaxKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const bool isOld = node.graph().opset < 13;  // all axes from the given one on are one line
    const std::int64_t axis = data.shape.empty() ? 0 : node.axis("axis", isOld ? 1 : -1, std::ssize(data.shape), isOld);
    const bool isLog = node.node().op == "LogSoftmax";
    TensorValue& result = node.out(0);
    const Lines lines = linesAlong(data.shape, axis, isOld);
    forEachLine(lines, [&](std::int64_t first) {
        const auto at = [&](std::int64_t i) { return static_cast<std::size_t>(first + i * lines.step); };
        float largest = lines.count > 0 ? data.data[at(0)] : 0;
        for (std::int64_t i = 1; i < lines.count; ++i) largest = std::max(largest, data.data[at(i)]);
        double sum = 0;
        for (std::int64_t i = 0; i < lines.count; ++i) sum += std::exp(static_cast<double>(data.data[at(i)] - largest));
        for (std::int64_t i = 0; i < lines.count; ++i) {
            const double off = static_cast<double>(data.data[at(i)] - largest);
            result.data[at(i)] = static_cast<float>(isLog ? off - std::log(sum) : std::exp(off) / sum);
        }
    });
}

void batchNormKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const double epsilon = node.real("epsilon", 1e-5);
    if (node.flag("training_mode")) return node.fail("training_mode", "training can't be run, expected 0");
    TensorValue& result = node.out(0);
    const std::int64_t channels = data.shape[1];
    const Lines lines = linesAlong(data.shape, 2, true);
    for (std::int64_t block = 0; block < data.shape[0] * channels; ++block) {
        const auto c = static_cast<std::size_t>(block % channels);
        const double scale =
            static_cast<double>(node.in(1).data[c]) / std::sqrt(static_cast<double>(node.in(4).data[c]) + epsilon);
        for (std::int64_t i = 0; i < lines.count; ++i) {
            const auto at = static_cast<std::size_t>(block * lines.count + i);
            result.data[at] = static_cast<float>(static_cast<double>(data.data[at] - node.in(3).data[c]) * scale +
                                                 static_cast<double>(node.in(2).data[c]));
        }
    }
}

/// Mean and one over the deviation of a line.
struct Moments {
    double mean = 0, scale = 1;
};

Moments momentsOf(const float* line, std::int64_t count, double epsilon) {
    Moments moments;
    double squares = 0;
    for (std::int64_t i = 0; i < count; ++i) moments.mean += static_cast<double>(line[i]) / static_cast<double>(count);
    for (std::int64_t i = 0; i < count; ++i) {
        const double off = static_cast<double>(line[i]) - moments.mean;
        squares += off * off / static_cast<double>(count);
    }
    moments.scale = 1 / std::sqrt(squares + epsilon);
    return moments;
}

void layerNormKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const double epsilon = node.real("epsilon", 1e-5);
    const std::int64_t axis = node.axis("axis", -1, std::ssize(data.shape));
    const Lines lines = linesAlong(data.shape, axis, true);
    const TensorValue* shift = node.input(2);
    if (std::ssize(node.in(1).data) != lines.count || (shift != nullptr && std::ssize(shift->data) != lines.count))
        return node.fail("input", "scale and bias that spread over the normalised axes can't be run");
    TensorValue& result = node.out(0);
    forEachLine(lines, [&](std::int64_t first) {
        const Moments moments = momentsOf(data.data.data() + first, lines.count, epsilon);
        for (std::int64_t i = 0; i < lines.count; ++i) {
            const auto own = static_cast<std::size_t>(i);
            const auto at = static_cast<std::size_t>(first + i);
            const double normal = (static_cast<double>(data.data[at]) - moments.mean) * moments.scale;
            const double moved = shift != nullptr ? static_cast<double>(shift->data[own]) : 0;
            result.data[at] = static_cast<float>(normal * static_cast<double>(node.in(1).data[own]) + moved);
        }
    });
}

enum class Reduction { mean, sum, largest, smallest };

void reduceWith(KernelContext& node, Reduction kind) {
    const TensorValue& data = node.in(0);
    const auto axes = node.attributeOrInput("axes", 1);
    std::vector<bool> reduced(data.shape.size(), !axes && !node.flag("noop_with_empty_axes"));
    for (const std::int64_t given : axes.value_or(TensorShape{}))
        reduced[static_cast<std::size_t>(node.resolvedAxis("axes", given, std::ssize(data.shape)))] = true;
    // Steps of the result, 0 along what is reduced.
    std::vector<std::int64_t> steps(data.shape.size(), 0);
    std::int64_t size = 1;
    for (std::size_t d = data.shape.size(); d-- > 0;) {
        if (reduced[d]) continue;
        steps[d] = size;
        size *= data.shape[d];
    }
    TensorValue& result = node.out(0);
    std::vector<double> sums(static_cast<std::size_t>(size), 0.0);
    std::vector<bool> seen(sums.size(), false);
    std::vector<std::int64_t> at(data.shape.size(), 0);
    std::int64_t place = 0;
    for (const float given : data.data) {
        const auto index = static_cast<std::size_t>(place);
        const double value = static_cast<double>(given);
        if (kind == Reduction::mean || kind == Reduction::sum)
            sums[index] += value;
        else if (!seen[index] || (kind == Reduction::largest ? value > sums[index] : value < sums[index]))
            sums[index] = value;
        seen[index] = true;
        for (std::size_t d = at.size(); d-- > 0;) {
            place += steps[d];
            if (++at[d] < data.shape[d]) break;
            place -= steps[d] * data.shape[d];
            at[d] = 0;
        }
    }
    const double divisor =
        kind == Reduction::mean && size > 0 ? static_cast<double>(data.data.size()) / static_cast<double>(size) : 1;
    for (std::size_t i = 0; i < sums.size(); ++i) result.data[i] = static_cast<float>(sums[i] / divisor);
}

void reduceMeanKernel(KernelContext& node) { reduceWith(node, Reduction::mean); }
void reduceSumKernel(KernelContext& node) { reduceWith(node, Reduction::sum); }
void reduceMaxKernel(KernelContext& node) { reduceWith(node, Reduction::largest); }
void reduceMinKernel(KernelContext& node) { reduceWith(node, Reduction::smallest); }

constexpr NamedKernel kNormKernels[] = {
    {"Softmax", softmaxKernel},
    {"LogSoftmax", softmaxKernel},
    {"BatchNormalization", batchNormKernel, 5},
    {"LayerNormalization", layerNormKernel, 2},
    {"ReduceMean", reduceMeanKernel},
    {"ReduceSum", reduceSumKernel},
    {"ReduceMax", reduceMaxKernel},
    {"ReduceMin", reduceMinKernel},
};

}  // namespace

std::span<const NamedKernel> normKernels() { return kNormKernels; }

}  // namespace lapidary
