// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A layer as the fabric model runs it and as imported networks describe it: a convolution with groups, stride, dilation and
// padding, or a matrix product (Bifrost, Tables II and V). Sizes only, no values. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/key_table.h"
#include "core/base/result.h"

namespace lapidary::fabric {

enum class LayerKind { conv, fc, gemm };
std::span<const KeyEntry<LayerKind>> keyTable(LayerKind);

/// How images lie in memory; filters are KCRS beside NCHW and RSCK beside NHWC.
enum class Layout { nchw, nhwc };
std::span<const KeyEntry<Layout>> keyTable(Layout);

/// One convolution. Rows before columns everywhere; channels and filters are those of one group.
struct ConvShape {
    std::int64_t n = 1;                         ///< images
    std::int64_t g = 1;                         ///< groups
    std::int64_t c = 1;                         ///< input channels per group
    std::int64_t k = 1;                         ///< filters per group
    std::int64_t r = 1, s = 1;                  ///< filter rows, columns
    std::int64_t x = 1, y = 1;                  ///< input rows, columns, without padding
    std::int64_t strideX = 1, strideY = 1;      ///< of rows, of columns
    std::int64_t dilationX = 1, dilationY = 1;  ///< distance of neighbouring filter rows, columns
    std::int64_t padTop = 0, padBottom = 0, padLeft = 0, padRight = 0;
    /// Such convolutions one after the other, by the same filters: output slices of a convolution over three axes, whose
    /// channels are those of all slices that a filter covers (c * T, T fastest).
    std::int64_t slices = 1;
    Layout layout = Layout::nchw;

    std::int64_t paddedX() const { return x + padTop + padBottom; }
    std::int64_t paddedY() const { return y + padLeft + padRight; }
    std::int64_t reachX() const { return (r - 1) * dilationX + 1; }  ///< rows that a filter covers
    std::int64_t reachY() const { return (s - 1) * dilationY + 1; }
    std::int64_t outX() const { return (paddedX() - reachX()) / strideX + 1; }  ///< output rows
    std::int64_t outY() const { return (paddedY() - reachY()) / strideY + 1; }
    bool operator==(const ConvShape&) const = default;
};

/// Z[m,n] += A[m,k] * B[k,n], `batch` times with operands of their own. Of a fully connected layer: m images, n outputs,
/// k inputs.
struct GemmShape {
    std::int64_t batch = 1;
    std::int64_t m = 1, n = 1, k = 1;

    bool operator==(const GemmShape&) const = default;
};

struct Layer {
    std::string name;
    LayerKind kind = LayerKind::conv;
    ConvShape conv;  ///< of kind conv
    GemmShape gemm;  ///< of the other kinds

    std::int64_t macs() const;
    std::int64_t outputs() const;
    /// Equal runs one after the other, also where groups run side by side: slices of a convolution, a batch of products.
    std::int64_t times() const { return kind == LayerKind::conv ? conv.slices : gemm.batch; }
    bool operator==(const Layer&) const = default;
};

/// Sizes of at least 1, a filter no larger than the padded image, everything countable in 62 bits.
Diagnostics problemsOf(const Layer& layer);

Layer convLayer(std::string name, const ConvShape& shape);
Layer fcLayer(std::string name, std::int64_t m, std::int64_t n, std::int64_t k);
Layer gemmLayer(std::string name, const GemmShape& shape);

/// The convolution as one matrix product per group (GEMM convolution, im2col): beside NCHW weight x data (m filters, n
/// output positions), beside NHWC data x weight (m output positions, n filters); k = c r s. `batch` = slices x groups, groups
/// fastest.
GemmShape im2col(const ConvShape& shape);

}  // namespace lapidary::fabric
