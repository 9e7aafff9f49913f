// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whole models for tests, weights drawn with fixed seeds. For tests only.
#pragma once

#include <cstdint>
#include <string>

namespace lapidary::testing {

/// ResNet-18 as exporters write it: convolution, batch normalisation, Relu; `size` pixels a side, `width` channels in the
/// first stage (64 in the original). Weights are 0 if not `withWeights`.
std::string resnet18Bytes(std::int64_t size, std::int64_t width, bool withWeights = true);

/// An encoder block: attention of several heads, layer norm and GELU taken apart as exporters do, reshapes computed from
/// shapes; the batch is an open axis.
struct TransformerShape {
    std::int64_t tokens = 12, features = 32, heads = 4, hidden = 64;
};
std::string transformerBytes(const TransformerShape& shape = {});

}  // namespace lapidary::testing
