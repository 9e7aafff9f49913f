// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <limits>

#include "core/model/values/kernels.h"
#include "core/workload/graph/window.h"

namespace lapidary {

namespace {

enum class PoolKind { largest, mean, meanWithPadding };

/// Where a window lies along one axis: taps that meet data, and those that meet data or padding.
struct PooledSpan {
    std::int64_t first = 0;
    std::vector<std::int64_t> inside;
    std::int64_t withPadding = 0;
};

PooledSpan spanOf(const WindowAxis& axis, std::int64_t output) {
    PooledSpan span;
    for (std::int64_t tap = 0; tap < axis.kernel; ++tap) {
        const std::int64_t at = output * axis.stride + tap * axis.dilation - axis.before;
        if (at >= 0 && at < axis.input) span.inside.push_back(at);
        if (at < axis.input + axis.after) ++span.withPadding;
    }
    return span;
}

float pooled(const float* plane, std::int64_t width, const PooledSpan& rows, const PooledSpan& columns, PoolKind kind) {
    double sum = 0;
    float largest = -std::numeric_limits<float>::infinity();
    for (const std::int64_t row : rows.inside)
        for (const std::int64_t column : columns.inside) {
            const float value = plane[row * width + column];
            sum += static_cast<double>(value);
            largest = std::max(largest, value);
        }
    if (kind == PoolKind::largest) return largest;
    const std::int64_t count = kind == PoolKind::mean ? std::ssize(rows.inside) * std::ssize(columns.inside)
                                                      : rows.withPadding * columns.withPadding;
    return count == 0 ? 0 : static_cast<float>(sum / static_cast<double>(count));
}

void poolWith(KernelContext& node, Window window, PoolKind kind) {
    if (window.size() == 1) window.insert(window.begin(), WindowAxis{});
    const TensorValue& data = node.in(0);
    const std::int64_t plane = window[0].input * window[1].input;
    const std::int64_t planes = plane == 0 ? 0 : std::ssize(data.data) / plane;
    std::vector<PooledSpan> rows, columns;
    for (std::int64_t p = 0; p < window[0].output; ++p) rows.push_back(spanOf(window[0], p));
    for (std::int64_t q = 0; q < window[1].output; ++q) columns.push_back(spanOf(window[1], q));
    float* place = node.out(0).data.data();
    for (std::int64_t i = 0; i < planes; ++i)
        for (const PooledSpan& row : rows)
            for (const PooledSpan& column : columns)
                *place++ = pooled(data.data.data() + i * plane, window[1].input, row, column, kind);
}

void poolKernel(KernelContext& node) {
    const TensorShape& shape = node.in(0).shape;
    if (shape.size() > 4) return node.fail("input", "3 or more spatial axes can't be run");
    if (node.node().outputs.size() > 1) return node.fail("output", "the places of maxima can't be run");
    const auto window = windowOf(node, {shape.begin() + 2, shape.end()}, {});
    if (!window) return;
    const PoolKind kind = node.node().op == "MaxPool"      ? PoolKind::largest
                          : node.flag("count_include_pad") ? PoolKind::meanWithPadding
                                                           : PoolKind::mean;
    poolWith(node, *window, kind);
}

void globalPoolKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    TensorValue& result = node.out(0);
    const std::size_t plane = result.data.empty() ? 0 : data.data.size() / result.data.size();
    for (std::size_t i = 0; i < result.data.size() && plane > 0; ++i) {
        const auto begin = data.data.begin() + static_cast<std::ptrdiff_t>(i * plane);
        const auto end = begin + static_cast<std::ptrdiff_t>(plane);
        double sum = 0;
        for (auto at = begin; at != end; ++at) sum += static_cast<double>(*at);
        result.data[i] = node.node().op == "GlobalMaxPool" ? *std::max_element(begin, end)
                                                           : static_cast<float>(sum / static_cast<double>(plane));
    }
}

constexpr NamedKernel kPoolKernels[] = {{"MaxPool", poolKernel},
                                        {"AveragePool", poolKernel},
                                        {"GlobalAveragePool", globalPoolKernel},
                                        {"GlobalMaxPool", globalPoolKernel}};

}  // namespace

std::span<const NamedKernel> poolKernels() { return kPoolKernels; }

}  // namespace lapidary
