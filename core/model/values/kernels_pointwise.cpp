// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "core/model/values/kernels.h"

namespace lapidary {

namespace {

template <class F>
void mapKernel(KernelContext& node, F f) {
    TensorValue& result = node.out(0);
    const std::vector<float>& data = node.in(0).data;
    for (std::size_t i = 0; i < data.size() && i < result.data.size(); ++i)
        result.data[i] = static_cast<float>(f(static_cast<double>(data[i])));
}

/// Combines what is in `result` with another operand, spread over it.
template <class F>
void combine(TensorValue& result, const TensorValue& operand, F f) {
    const std::vector<std::int64_t> steps = spreadStrides(operand.shape, result.shape);
    std::vector<std::int64_t> at(result.shape.size(), 0);
    std::int64_t place = 0;
    for (float& value : result.data) {
        value = static_cast<float>(
            f(static_cast<double>(value), static_cast<double>(operand.data[static_cast<std::size_t>(place)])));
        for (std::size_t d = at.size(); d-- > 0;) {
            place += steps[d];
            if (++at[d] < result.shape[d]) break;
            place -= steps[d] * result.shape[d];
            at[d] = 0;
        }
    }
}

template <class F>
void broadcastKernel(KernelContext& node, F f) {
    TensorValue& result = node.out(0);
    combine(result, node.in(0), [](double, double first) { return first; });
    for (std::size_t i = 1; i < node.inputCount(); ++i) combine(result, node.in(i), f);
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

void reluKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return x > 0 ? x : 0; });
}
void leakyReluKernel(KernelContext& node) {
    const double alpha = node.real("alpha", 0.01);
    mapKernel(node, [alpha](double x) { return x < 0 ? alpha * x : x; });
}
void eluKernel(KernelContext& node) {
    const double alpha = node.real("alpha", 1);
    mapKernel(node, [alpha](double x) { return x < 0 ? alpha * std::expm1(x) : x; });
}
void sigmoidKernel(KernelContext& node) { mapKernel(node, logistic); }
void hardSigmoidKernel(KernelContext& node) {
    const double alpha = node.real("alpha", 0.2);
    const double beta = node.real("beta", 0.5);
    mapKernel(node, [=](double x) { return std::clamp(alpha * x + beta, 0.0, 1.0); });
}
void hardSwishKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); });
}
void geluKernel(KernelContext& node) {
    const bool isTanh = node.text("approximate", "none") == "tanh";
    mapKernel(node, [isTanh](double x) {
        const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
        return isTanh ? x / 2 * (1 + std::tanh(inner)) : x / 2 * (1 + std::erf(x / std::numbers::sqrt2));
    });
}
void tanhKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return std::tanh(x); });
}
void erfKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return std::erf(x); });
}
void expKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return std::exp(x); });
}
void logKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return std::log(x); });
}
void sqrtKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return std::sqrt(x); });
}
void reciprocalKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return 1 / x; });
}
void negKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return -x; });
}
void absKernel(KernelContext& node) {
    mapKernel(node, [](double x) { return std::abs(x); });
}
void clipKernel(KernelContext& node) {
    const double kInfinite = std::numeric_limits<double>::infinity();
    const auto limit = [&](const char* name, std::size_t input, double fallback) {
        const TensorValue* given = node.input(input);
        return given != nullptr && !given->data.empty() ? static_cast<double>(given->data.front())
                                                        : node.real(name, fallback);
    };
    const double least = limit("min", 1, -kInfinite);
    const double most = limit("max", 2, kInfinite);
    mapKernel(node, [=](double x) { return std::min(std::max(x, least), most); });
}

void addKernel(KernelContext& node) { broadcastKernel(node, std::plus<>()); }
void subKernel(KernelContext& node) { broadcastKernel(node, std::minus<>()); }
void mulKernel(KernelContext& node) { broadcastKernel(node, std::multiplies<>()); }
void divKernel(KernelContext& node) { broadcastKernel(node, std::divides<>()); }
void powKernel(KernelContext& node) {
    broadcastKernel(node, [](double a, double b) { return std::pow(a, b); });
}
void maxKernel(KernelContext& node) {
    broadcastKernel(node, [](double a, double b) { return std::max(a, b); });
}
void minKernel(KernelContext& node) {
    broadcastKernel(node, [](double a, double b) { return std::min(a, b); });
}
void pReluKernel(KernelContext& node) {
    broadcastKernel(node, [](double x, double slope) { return x < 0 ? slope * x : x; });
}

constexpr NamedKernel kPointwiseKernels[] = {
    {"Relu", reluKernel},
    {"LeakyRelu", leakyReluKernel},
    {"Elu", eluKernel},
    {"Sigmoid", sigmoidKernel},
    {"HardSigmoid", hardSigmoidKernel},
    {"HardSwish", hardSwishKernel},
    {"Gelu", geluKernel},
    {"Tanh", tanhKernel},
    {"Erf", erfKernel},
    {"Exp", expKernel},
    {"Log", logKernel},
    {"Sqrt", sqrtKernel},
    {"Reciprocal", reciprocalKernel},
    {"Neg", negKernel},
    {"Abs", absKernel},
    {"Clip", clipKernel},
    {"Add", addKernel, 2},
    {"Sub", subKernel, 2},
    {"Mul", mulKernel, 2},
    {"Div", divKernel, 2},
    {"Pow", powKernel, 2},
    {"Max", maxKernel},
    {"Min", minKernel},
    {"Sum", addKernel},
    {"PRelu", pReluKernel, 2},
};

}  // namespace

std::span<const NamedKernel> pointwiseKernels() { return kPointwiseKernels; }

}  // namespace lapidary
