// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/layer.h"

#include <initializer_list>
#include <optional>
#include <utility>

#include "core/base/arith.h"

namespace lapidary::fabric {
namespace {

constexpr KeyEntry<LayerKind> kLayerKinds[] = {
    {LayerKind::conv, "conv", "Convolution", "2-D convolution with groups, stride, dilation and padding",
     "Bifrost, Table II"},
    {LayerKind::fc, "fc", "Fully connected", "matrix product of inputs and weights", "Bifrost, section V-A"},
    {LayerKind::gemm, "gemm", "GEMM", "general matrix product", "Bifrost, section V-A"},
};
constexpr KeyEntry<Layout> kLayouts[] = {
    {Layout::nchw, "nchw", "NCHW", "each channel contiguous, filters as KCRS", "Bifrost, Fig. 7"},
    {Layout::nhwc, "nhwc", "NHWC", "channels innermost, filters as RSCK", "Bifrost, Fig. 8"},
};
constexpr std::int64_t kMostCountable = std::int64_t{1} << 62;

struct NamedSize {
    const char* name;
    std::int64_t value;
    std::int64_t least = 1;
};

/// The product, or nullopt if it can't be counted.
std::optional<std::int64_t> countable(std::initializer_list<std::int64_t> factors) {
    std::int64_t product = 1;
    for (const std::int64_t factor : factors) {
        const auto next = checkedMul(product, factor);
        if (!next || *next > kMostCountable) return std::nullopt;
        product = *next;
    }
    return product;
}

void addSizeProblems(std::initializer_list<NamedSize> sizes, Diagnostics& out) {
    constexpr std::int64_t kMostSize = std::int64_t{1} << 31;
    for (const NamedSize& size : sizes)
        if (size.value < size.least || size.value > kMostSize)
            out.push_back(error("size " + std::to_string(size.value) + " of " + size.name + ", expected " +
                                std::to_string(size.least) + " to " + std::to_string(kMostSize)));
}

void addConvProblems(const ConvShape& shape, Diagnostics& out) {
    addSizeProblems({{"N", shape.n},
                     {"G", shape.g},
                     {"C", shape.c},
                     {"K", shape.k},
                     {"R", shape.r},
                     {"S", shape.s},
                     {"X", shape.x},
                     {"Y", shape.y},
                     {"the row stride", shape.strideX},
                     {"the column stride", shape.strideY},
                     {"the row dilation", shape.dilationX},
                     {"the column dilation", shape.dilationY},
                     {"the output slices", shape.slices},
                     {"the padding above", shape.padTop, 0},
                     {"the padding below", shape.padBottom, 0},
                     {"the padding on the left", shape.padLeft, 0},
                     {"the padding on the right", shape.padRight, 0}},
                    out);
    if (!out.empty()) return;
    if (shape.reachX() > shape.paddedX() || shape.reachY() > shape.paddedY()) {
        out.push_back(error("a filter that covers " + std::to_string(shape.reachX()) + " x " +
                            std::to_string(shape.reachY()) + " elements in an image of " +
                            std::to_string(shape.paddedX()) + " x " + std::to_string(shape.paddedY()) +
                            " with its padding"));
        return;
    }
    if (!countable({shape.slices, shape.n, shape.g, shape.c, shape.k, shape.r, shape.s, shape.outX(), shape.outY()}) ||
        !countable({shape.slices, shape.n, shape.g, shape.c, shape.paddedX(), shape.paddedY()}))
        out.push_back(error("a layer with more than 2^62 multiplications or elements"));
}

}  // namespace

std::span<const KeyEntry<LayerKind>> keyTable(LayerKind) { return kLayerKinds; }
std::span<const KeyEntry<Layout>> keyTable(Layout) { return kLayouts; }

std::int64_t Layer::macs() const {
    if (kind == LayerKind::conv) return outputs() * conv.c * conv.r * conv.s;
    return outputs() * gemm.k;
}

std::int64_t Layer::outputs() const {
    if (kind == LayerKind::conv) return conv.slices * conv.n * conv.g * conv.k * conv.outX() * conv.outY();
    return gemm.batch * gemm.m * gemm.n;
}

Diagnostics problemsOf(const Layer& layer) {
    Diagnostics problems;
    if (layer.kind == LayerKind::conv) {
        addConvProblems(layer.conv, problems);
        return problems;
    }
    const GemmShape& shape = layer.gemm;
    addSizeProblems({{"the batch", shape.batch}, {"M", shape.m}, {"N", shape.n}, {"K", shape.k}}, problems);
    if (problems.empty() && (!countable({shape.batch, shape.m, shape.n, shape.k})))
        problems.push_back(error("a layer with more than 2^62 multiplications"));
    return problems;
}

Layer convLayer(std::string name, const ConvShape& shape) { return {std::move(name), LayerKind::conv, shape, {}}; }

Layer fcLayer(std::string name, std::int64_t m, std::int64_t n, std::int64_t k) {
    return {std::move(name), LayerKind::fc, {}, {1, m, n, k}};
}

Layer gemmLayer(std::string name, const GemmShape& shape) { return {std::move(name), LayerKind::gemm, {}, shape}; }

GemmShape im2col(const ConvShape& shape) {
    const std::int64_t positions = shape.n * shape.outX() * shape.outY();
    const std::int64_t depth = shape.c * shape.r * shape.s;
    if (shape.layout == Layout::nchw) return {shape.slices * shape.g, shape.k, positions, depth};
    return {shape.slices * shape.g, positions, shape.k, depth};
}

}  // namespace lapidary::fabric
