// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the data-centric model evaluates: one layer as MAESTRO sees it (Kwon et al., MICRO 2019, section 3; FLASH, section
// 3.3). Dimensions carry sizes; tensors say which dimensions they use. A convolution's rows and columns are *input*
// coordinates (Y, X), each tied to the filter dimension that slides over it (R, S) and to a stride; an output that uses Y
// has rows Y' = (Y - R) / stride + 1. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"

namespace lapidary::data_centric {

/// Layer types of MAESTRO's network files; their keys are its words.
enum class LayerType { conv, depthwise, gemm, batchedGemm };
std::span<const KeyEntry<LayerType>> keyTable(LayerType);

struct LayerDimension {
    std::string name;         ///< "M", "K", "Y"
    std::int64_t size = 1;    ///< of a windowed dimension: in input coordinates
    int filter = -1;          ///< the dimension that slides over this one ("R" for "Y"); -1 = not windowed
    std::int64_t stride = 1;  ///< of a windowed dimension

    bool windowed() const { return filter >= 0; }
    bool operator==(const LayerDimension&) const = default;
};

struct LayerTensor {
    std::string name;  ///< "A" or as in the workload; MAESTRO's own words are input, filter, output
    bool isOutput = false;
    std::vector<int> dimensions;  ///< ascending; a windowed one means input coordinates, in an output its results

    bool operator==(const LayerTensor&) const = default;
};

/// Inputs first, the one output last.
struct Layer {
    std::string network, name;
    LayerType type = LayerType::gemm;
    std::vector<LayerDimension> dimensions;
    std::vector<LayerTensor> tensors;

    int findDimension(std::string_view name) const;  ///< -1 if none
    int output() const { return static_cast<int>(tensors.size()) - 1; }
    /// Results along a windowed dimension, else its size.
    std::int64_t results(int dimension) const;
    /// Points of the operation space.
    std::int64_t macs() const;
    bool operator==(const Layer&) const = default;
};

/// Index of each dimension of gemmLayer().
enum GemmDimension { kGemmM = 0, kGemmN = 1, kGemmK = 2 };

/// C[M,N] += A[M,K] * B[K,N]: tensors A, B, C; dimensions M, N, K in this order. Requires sizes >= 1.
Layer gemmLayer(std::string name, std::int64_t m, std::int64_t n, std::int64_t k);

/// C[B,M,N] += A[B,M,K] * B[B,K,N]: dimensions B, M, N, K in this order.
Layer batchedGemmLayer(std::string name, std::int64_t b, std::int64_t m, std::int64_t n, std::int64_t k);

/// A convolution's sizes under MAESTRO's letters. Sizes not given are 1.
struct ConvSizes {
    std::int64_t n = 1, k = 1, c = 1, r = 1, s = 1, y = 1, x = 1;
    std::int64_t strideY = 1, strideX = 1;
};
/// Dimensions N K C R S Y X; tensors input (N C Y X), filter (K C R S), output (N K Y' X').
Layer convLayer(std::string name, const ConvSizes& sizes);
/// The same dimensions; input (N C Y X), filter (C R S), output (N C Y' X'): K belongs to no tensor.
Layer depthwiseLayer(std::string name, const ConvSizes& sizes);

}  // namespace lapidary::data_centric
