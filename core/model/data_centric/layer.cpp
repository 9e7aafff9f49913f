// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/layer.h"

#include <utility>

namespace lapidary::data_centric {
namespace {

constexpr KeyEntry<LayerType> kLayerTypes[] = {
    {LayerType::conv, "CONV", "convolution", "input (N C Y X), filter (K C R S), output (N K Y' X')", "MAESTRO"},
    {LayerType::depthwise, "DSCONV", "depthwise convolution", "input (N C Y X), filter (C R S), output (N C Y' X')",
     "MAESTRO"},
    {LayerType::gemm, "GEMM", "matrix multiplication", "C[M,N] += A[M,K] * B[K,N]", "FLASH, 3.3"},
    {LayerType::batchedGemm, "BMM", "batched matrix multiplication", "C[B,M,N] += A[B,M,K] * B[B,K,N]", "MAESTRO"},
};

enum ConvDimension { kConvN, kConvK, kConvC, kConvR, kConvS, kConvY, kConvX };

Layer convLike(std::string name, LayerType type, const ConvSizes& sizes) {
    Layer layer{{}, std::move(name), type, {}, {}};
    layer.dimensions = {{"N", sizes.n, -1, 1},
                        {"K", sizes.k, -1, 1},
                        {"C", sizes.c, -1, 1},
                        {"R", sizes.r, -1, 1},
                        {"S", sizes.s, -1, 1},
                        {"Y", sizes.y, kConvR, sizes.strideY},
                        {"X", sizes.x, kConvS, sizes.strideX}};
    return layer;
}

}  // namespace

std::span<const KeyEntry<LayerType>> keyTable(LayerType) { return kLayerTypes; }

int Layer::findDimension(std::string_view wanted) const {
    for (std::size_t d = 0; d < dimensions.size(); ++d)
        if (dimensions[d].name == wanted) return static_cast<int>(d);
    return -1;
}

std::int64_t Layer::results(int dimension) const {
    const LayerDimension& along = dimensions[static_cast<std::size_t>(dimension)];
    if (!along.windowed()) return along.size;
    return (along.size - dimensions[static_cast<std::size_t>(along.filter)].size) / along.stride + 1;
}

std::int64_t Layer::macs() const {
    std::int64_t product = 1;
    for (std::size_t d = 0; d < dimensions.size(); ++d) product *= results(static_cast<int>(d));
    return product;
}

Layer gemmLayer(std::string name, std::int64_t m, std::int64_t n, std::int64_t k) {
    Layer layer{{}, std::move(name), LayerType::gemm, {}, {}};
    layer.dimensions = {{"M", m, -1, 1}, {"N", n, -1, 1}, {"K", k, -1, 1}};
    layer.tensors = {{"A", false, {kGemmM, kGemmK}}, {"B", false, {kGemmN, kGemmK}}, {"C", true, {kGemmM, kGemmN}}};
    return layer;
}

Layer batchedGemmLayer(std::string name, std::int64_t b, std::int64_t m, std::int64_t n, std::int64_t k) {
    Layer layer{{}, std::move(name), LayerType::batchedGemm, {}, {}};
    layer.dimensions = {{"B", b, -1, 1}, {"M", m, -1, 1}, {"N", n, -1, 1}, {"K", k, -1, 1}};
    layer.tensors = {{"A", false, {0, 1, 3}}, {"B", false, {0, 2, 3}}, {"C", true, {0, 1, 2}}};
    return layer;
}

Layer convLayer(std::string name, const ConvSizes& sizes) {
    Layer layer = convLike(std::move(name), LayerType::conv, sizes);
    layer.tensors = {{"input", false, {kConvN, kConvC, kConvY, kConvX}},
                     {"filter", false, {kConvK, kConvC, kConvR, kConvS}},
                     {"output", true, {kConvN, kConvK, kConvY, kConvX}}};
    return layer;
}

Layer depthwiseLayer(std::string name, const ConvSizes& sizes) {
    Layer layer = convLike(std::move(name), LayerType::depthwise, sizes);
    layer.tensors = {{"input", false, {kConvN, kConvC, kConvY, kConvX}},
                     {"filter", false, {kConvC, kConvR, kConvS}},
                     {"output", true, {kConvN, kConvC, kConvY, kConvX}}};
    return layer;
}

}  // namespace lapidary::data_centric
