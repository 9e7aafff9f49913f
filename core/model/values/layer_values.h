// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What computes the numbers of one accelerated layer: a function from a workload and its operands to its result, tensors
// lying in memory as the workload's ranks say, the last innermost. A simulator is one; literalLayer() is another, which does
// what the workload's definition says, point by point. Functions are called from one thread at a time.
#pragma once

#include <functional>
#include <span>

#include "core/base/job.h"
#include "core/workload/workload.h"

namespace lapidary {

struct LayerCall {
    const Workload& workload;
    std::vector<std::span<const float>> operands;  ///< per tensor of the workload; empty for its result
    Job* job = nullptr;                            ///< may stop it: what comes back then isn't read
};
using LayerFunction = std::function<Result<std::vector<float>>(const LayerCall&)>;

/// Elements of a tensor along its ranks: the data of a padded rank, else all that is reached.
std::vector<std::int64_t> rankExtents(const Workload& workload, int tensor);

/// Sum over the box of dimensions of the products of the operands; padding is 0. Float32 throughout.
Result<std::vector<float>> literalLayer(const LayerCall& call);

}  // namespace lapidary
