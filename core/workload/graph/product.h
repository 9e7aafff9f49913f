// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a batched product of matrices (MatMul, numpy's rules) comes to. Pure functions.
#pragma once

#include "core/workload/graph/node_reader.h"

namespace lapidary {

struct BatchedProduct {
    std::int64_t rows = 1, columns = 1, inner = 1;
    TensorShape batchA, batchB;  ///< leading axes of the operands
    TensorShape batch;           ///< those of the result
    TensorShape result;          ///< the whole shape
};
/// Nullopt after errors, which `node` keeps. Requires at least one axis each.
std::optional<BatchedProduct> productOf(NodeReader& node, const TensorShape& a, const TensorShape& b);

}  // namespace lapidary
