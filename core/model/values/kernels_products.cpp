// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/values/kernels.h"
#include "core/workload/graph/product.h"
#include "core/workload/graph/window.h"

namespace lapidary {

namespace {

/// One output row of a convolution: all products along the columns.
struct ConvRow {
    std::vector<double> sums;

    void add(const float* data, double weight, const WindowAxis& axis, std::int64_t tap) {
        const std::int64_t shift = tap * axis.dilation - axis.before;
        const std::int64_t from = shift >= 0 ? 0 : ceilDiv(-shift, axis.stride);
        const std::int64_t to =
            shift >= axis.input ? 0 : std::min(axis.output, ceilDiv(axis.input - shift, axis.stride));
        for (std::int64_t q = from; q < to; ++q)
            sums[static_cast<std::size_t>(q)] += weight * static_cast<double>(data[q * axis.stride + shift]);
    }
};

void convKernel(KernelContext& node) {
    const TensorValue& data = node.in(0);
    const TensorValue& weights = node.in(1);
    if (data.shape.size() > 5) return node.fail("input", "4 or more spatial axes can't be run");
    const std::int64_t groups = node.integer("group", 1, 1, kMaxExtent);
    auto window =
        windowOf(node, {data.shape.begin() + 2, data.shape.end()}, {weights.shape.begin() + 2, weights.shape.end()});
    if (!window) return;
    window->insert(window->begin(), 3 - window->size(), WindowAxis{});
    const WindowAxis &depth = (*window)[0], &vertical = (*window)[1], &horizontal = (*window)[2];
    TensorValue& result = node.out(0);
    const std::int64_t outputs = weights.shape[0];
    const std::int64_t channels = weights.shape[1];
    const std::int64_t perGroup = outputs / groups;
    const std::int64_t plane = vertical.input * horizontal.input;
    const std::int64_t taps = depth.kernel * vertical.kernel * horizontal.kernel;
    float* place = result.data.data();
    ConvRow row;
    for (std::int64_t map = 0; map < data.shape[0] * outputs; ++map) {
        const std::int64_t image = map / outputs, m = map % outputs;
        const float* own = data.data.data() + (image * data.shape[1] + m / perGroup * channels) * depth.input * plane;
        const double bias = node.input(2) != nullptr ? node.in(2).data[static_cast<std::size_t>(m)] : 0.0F;
        for (std::int64_t line = 0; line < depth.output * vertical.output && node.goesOn(); ++line) {
            row.sums.assign(static_cast<std::size_t>(horizontal.output), bias);
            for (std::int64_t tap = 0; tap < channels * taps; ++tap) {
                const std::int64_t t = tap % taps / (vertical.kernel * horizontal.kernel);
                const std::int64_t r = tap / horizontal.kernel % vertical.kernel;
                const std::int64_t d = line / vertical.output * depth.stride + t * depth.dilation - depth.before;
                const std::int64_t h =
                    line % vertical.output * vertical.stride + r * vertical.dilation - vertical.before;
                if (d < 0 || d >= depth.input || h < 0 || h >= vertical.input) continue;
                row.add(own + (tap / taps * depth.input + d) * plane + h * horizontal.input,
                        weights.data[static_cast<std::size_t>(m * channels * taps + tap)], horizontal,
                        tap % horizontal.kernel);
            }
            for (const double sum : row.sums) *place++ = static_cast<float>(sum);
        }
    }
}

/// Adds the product of two matrices, given by the strides of their axes.
struct Matrix {
    const float* data;
    std::int64_t rowStep, columnStep;
};

double dot(const Matrix& a, std::int64_t row, const Matrix& b, std::int64_t column, std::int64_t inner) {
    double sum = 0;
    for (std::int64_t k = 0; k < inner; ++k)
        sum += static_cast<double>(a.data[row * a.rowStep + k * a.columnStep]) *
               static_cast<double>(b.data[k * b.rowStep + column * b.columnStep]);
    return sum;
}

void gemmKernel(KernelContext& node) {
    const TensorShape& a = node.in(0).shape;
    const TensorShape& b = node.in(1).shape;
    const bool transA = node.flag("transA");
    const bool transB = node.flag("transB");
    const double alpha = node.real("alpha", 1);
    const double beta = node.real("beta", 1);
    const Matrix left{node.in(0).data.data(), transA ? 1 : a[1], transA ? a[1] : 1};
    const Matrix right{node.in(1).data.data(), transB ? 1 : b[1], transB ? b[1] : 1};
    TensorValue& result = node.out(0);
    const TensorValue* c = node.input(2);
    const std::vector<std::int64_t> steps =
        c != nullptr ? spreadStrides(c->shape, result.shape) : std::vector<std::int64_t>{0, 0};
    for (std::int64_t m = 0; m < result.shape[0] && node.goesOn(); ++m) {
        for (std::int64_t n = 0; n < result.shape[1]; ++n) {
            double value = alpha * dot(left, m, right, n, a[transA ? 0 : 1]);
            if (c != nullptr) value += beta * c->data[static_cast<std::size_t>(m * steps[0] + n * steps[1])];
            result.data[static_cast<std::size_t>(m * result.shape[1] + n)] = static_cast<float>(value);
        }
    }
}

void matMulKernel(KernelContext& node) {
    const TensorValue& a = node.in(0);
    const TensorValue& b = node.in(1);
    const auto product = productOf(node, a.shape, b.shape);
    if (!product) return;
    const auto ofA = spreadStrides(product->batchA, product->batch);
    const auto ofB = spreadStrides(product->batchB, product->batch);
    TensorValue& result = node.out(0);
    float* place = result.data.data();
    const std::int64_t batches = elementCount(product->batch).value_or(0);
    for (std::int64_t index = 0; index < batches; ++index) {
        std::int64_t left = 0;
        std::int64_t right = 0;
        for (std::int64_t rest = index, axis = std::ssize(product->batch) - 1; axis >= 0; --axis) {
            const auto i = static_cast<std::size_t>(axis);
            left += rest % product->batch[i] * ofA[i];
            right += rest % product->batch[i] * ofB[i];
            rest /= product->batch[i];
        }
        const Matrix first{a.data.data() + left * product->rows * product->inner, product->inner, 1};
        const Matrix second{b.data.data() + right * product->inner * product->columns, product->columns, 1};
        for (std::int64_t m = 0; m < product->rows && node.goesOn(); ++m)
            for (std::int64_t n = 0; n < product->columns; ++n)
                *place++ = static_cast<float>(dot(first, m, second, n, product->inner));
    }
}

constexpr NamedKernel kProductKernels[] = {
    {"Conv", convKernel, 2}, {"Gemm", gemmKernel, 2}, {"MatMul", matMulKernel, 2}};

}  // namespace

std::span<const NamedKernel> productKernels() { return kProductKernels; }

}  // namespace lapidary
