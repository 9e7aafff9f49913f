// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tensor with its numbers, float32, the last axis innermost. Plain value; no thread rule.
#pragma once

#include <vector>

#include "core/workload/graph/graph.h"

namespace lapidary {

struct TensorValue {
    TensorShape shape;
    std::vector<float> data;

    bool operator==(const TensorValue&) const = default;
};

/// Distance of neighbours along each axis.
std::vector<std::int64_t> stridesOf(const TensorShape& shape);

/// Largest difference of two tensors over the largest magnitude of `reference`: what is summed of many terms may cancel, so
/// a difference is judged by the size of the numbers around it. 0 for equal, infinite for other sizes and NaN in one only.
double relativeError(const std::vector<float>& found, const std::vector<float>& reference);

}  // namespace lapidary
