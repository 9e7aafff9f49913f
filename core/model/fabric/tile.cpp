// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/tile.h"

#include "core/base/arith.h"

namespace lapidary::fabric {
namespace {

constexpr std::int64_t kLargestTile = 1 << 16;  ///< of one dimension: no array is larger

}  // namespace

Tile gemmTile(std::int64_t batch, std::int64_t outputs, std::int64_t reduction) {
    Tile tile;
    tile.x = batch;
    tile.k = outputs;
    tile.s = reduction;
    return tile;
}

Result<MaeriShape> maeriShape(const Layer& layer) {
    Diagnostics problems = problemsOf(layer);
    if (!problems.empty()) return problems;
    MaeriShape shape;
    if (layer.kind != LayerKind::conv) {
        shape.s = shape.y = layer.gemm.k;
        shape.k = layer.gemm.n;
        shape.x = layer.gemm.m;
        return shape;
    }
    const ConvShape& conv = layer.conv;
    if (conv.strideX != conv.strideY)
        return error("strides of " + std::to_string(conv.strideX) + " rows and " + std::to_string(conv.strideY) +
                         " columns, MAERI has one stride",
                     "run the convolution as a matrix product");
    shape.r = conv.reachX();
    shape.s = conv.reachY();
    shape.c = conv.c;
    shape.k = conv.k;
    shape.g = conv.g;
    shape.n = conv.n;
    shape.x = conv.paddedX();
    shape.y = conv.paddedY();
    shape.stride = conv.strideX;
    return shape;
}

Folding foldingOf(const MaeriShape& shape, const Tile& tile) {
    return {ceilDiv(shape.r, tile.r), ceilDiv(shape.s, tile.s), ceilDiv(shape.c, tile.c)};
}

bool psumsThroughMemory(const Hardware& hardware, const MaeriShape& shape, const Tile& tile) {
    return !hardware.accumulationBuffer && hardware.reduction != Reduction::stift && foldingOf(shape, tile).count() > 1;
}

std::int64_t neuronWidth(const Hardware& hardware, const MaeriShape& shape, const Tile& tile) {
    return tile.neuronSize() + (psumsThroughMemory(hardware, shape, tile) ? 1 : 0);
}

std::int64_t psumCount(const Hardware& hardware, const MaeriShape& shape, const Tile& tile) {
    const std::int64_t folds = psumsThroughMemory(hardware, shape, tile) ? foldingOf(shape, tile).count() : 1;
    return ceilDiv(shape.n, tile.n) * ceilDiv(shape.g, tile.g) * ceilDiv(shape.k, tile.k) *
           ceilDiv(shape.outX(), tile.x) * ceilDiv(shape.outY(), tile.y) * folds * tile.neurons();
}

Diagnostics problemsOf(const Tile& tile, const MaeriShape& shape, const Hardware& hardware) {
    const std::int64_t sizes[] = {tile.r, tile.s, tile.c, tile.k, tile.g, tile.n, tile.x, tile.y};
    for (const std::int64_t size : sizes)
        if (size < 1 || size > kLargestTile)
            return {error("tile " + toText(tile) + " has a size of " + std::to_string(size) + ", expected 1 to " +
                          std::to_string(kLargestTile))};
    std::int64_t products = 1;
    for (const std::int64_t size : sizes) products = checkedMul(products, size).value_or(INT64_MAX);
    // Neurons are at most as many as products, so that one number too large for words is the other one's, too.
    const bool psums = psumsThroughMemory(hardware, shape, tile) && products != INT64_MAX;
    const std::int64_t needed = checkedAdd(products, psums ? tile.neurons() : 0).value_or(INT64_MAX);
    if (needed > hardware.multipliers) {
        Diagnostic problem = error("tile " + toText(tile) + " needs " + std::to_string(needed) + " multipliers" +
                                   (psums ? " (" + std::to_string(products) + " for products, " +
                                                std::to_string(tile.neurons()) + " for partial sums)"
                                          : "") +
                                   ", the array has " + std::to_string(hardware.multipliers));
        if (psums && products <= hardware.multipliers)
            problem.hint = "use an accumulation buffer or FENETWORK, or a smaller tile";
        return {problem};
    }
    const std::int64_t width = neuronWidth(hardware, shape, tile);
    if (width == 1 && tile.neurons() > 1)
        return {error("tile " + toText(tile) + " makes " + std::to_string(tile.neurons()) +
                          " virtual neurons of one multiplier, which share adders that can't keep them apart",
                      "raise T_R, T_S or T_C, or use one virtual neuron")};
    return {};
}

std::string toText(const Tile& tile) {
    const std::pair<const char*, std::int64_t> sizes[] = {{"T_R", tile.r},  {"T_S", tile.s}, {"T_C", tile.c},
                                                          {"T_K", tile.k},  {"T_G", tile.g}, {"T_N", tile.n},
                                                          {"T_X'", tile.x}, {"T_Y'", tile.y}};
    std::string text;
    for (const auto& [name, value] : sizes)
        text.append(text.empty() ? "" : " ").append(name).append("=").append(std::to_string(value));
    return text;
}

}  // namespace lapidary::fabric
