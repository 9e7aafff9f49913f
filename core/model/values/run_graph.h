// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs a network with values, node by node, twice in step: by the plain reference (kernels.h), and with its layers computed
// by a given function, biases added and batch normalisations folded into the weights, as an accelerator would. After every
// node both are compared. Single-threaded; a job can stop it between nodes.
#pragma once

#include <functional>
#include <map>

#include "core/base/job.h"
#include "core/model/values/layer_values.h"
#include "core/model/values/tensor_value.h"
#include "core/workload/graph/lower.h"

namespace lapidary {

inline constexpr double kValueTolerance = 1e-4;
/// Of all values together, 4 bytes each and held once for each of both runs.
inline constexpr std::int64_t kMostRunElements = std::int64_t{1} << 29;

/// One node of a run; those that follow from the file alone are left out.
struct NodeRun {
    int node = 0;
    bool isAccelerated = false;  ///< computed by the function
    double error = 0;            ///< relativeError() of its first output
    float largest = 0;           ///< magnitude in the reference
};

struct GraphRun {
    std::vector<NodeRun> nodes;
    std::map<std::string, TensorValue> reference, accelerated;  ///< the graph's outputs

    double largestError() const;
};

using NamedTensors = std::map<std::string, TensorValue>;

/// Uniform in [-1, 1) for every input of the graph, one stream each; integer inputs are 0.
NamedTensors drawInputs(const Graph& graph, std::uint64_t seed);

/// Sees each node as it ends (for views).
using NodeVisit = std::function<void(const NodeRun&)>;

/// Requires weights to have been read. Errors name the node that can't be run. A run stopped by the job has the nodes that
/// were done.
Result<GraphRun> runGraph(const Graph& graph, const LoweredGraph& lowered, const NamedTensors& inputs,
                          const LayerFunction& layers, Job* job = nullptr, const NodeVisit& onNode = {});

}  // namespace lapidary
