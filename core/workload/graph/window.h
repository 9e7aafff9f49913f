// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sliding window of convolutions and poolings: kernel, strides, dilations and padding of each spatial axis, with
// auto_pad resolved and the extents of the output. Pure functions.
#pragma once

#include "core/workload/graph/node_reader.h"

namespace lapidary {

/// One spatial axis.
struct WindowAxis {
    std::int64_t input = 1, kernel = 1, stride = 1, dilation = 1;
    std::int64_t before = 0, after = 0;  ///< padding
    std::int64_t output = 1;
};
using Window = std::vector<WindowAxis>;

/// Of Conv, MaxPool, AveragePool ...; `weights` are the weights' spatial extents, empty for poolings, which need the
/// attribute kernel_shape. Nullopt after errors, which `node` keeps.
std::optional<Window> windowOf(NodeReader& node, const TensorShape& spatial, const TensorShape& weights);
/// Of ConvTranspose; nullopt without an error if the file gives output_shape, which isn't read.
std::optional<Window> transposedWindowOf(NodeReader& node, const TensorShape& spatial, const TensorShape& weights);

}  // namespace lapidary
