// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an accelerated layer needs beside its products: weights with the batch normalisation behind them folded in, and what
// is added to the result. Conv: y = W x + b; Gemm: y = alpha A B + beta C; a normalisation makes s y + t of it, with
// s = scale / sqrt(variance + epsilon) and t = shift - s mean for each output channel. Pure functions.
#pragma once

#include "core/model/values/kernels.h"
#include "core/workload/graph/lower.h"

namespace lapidary {

/// s and t of each channel.
struct ChannelScale {
    std::vector<double> scale, shift;
};

/// Of the normalisation behind a layer; ones and zeros without any.
ChannelScale channelScale(const Graph& graph, const LoweredLayer& layer, std::int64_t channels,
                          const std::vector<TensorValue>& values);

/// The weights (input 1) of a Conv or Gemm times s.
std::vector<float> foldedWeights(const GraphNode& node, const TensorValue& weights, const ChannelScale& scale);

/// Adds bias and shift to the result of the products, which are as large as `shape`.
void finishLayer(NodeReader& node, const TensorValue* bias, const ChannelScale& scale, TensorValue& result);

}  // namespace lapidary
