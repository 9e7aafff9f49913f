// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a graph with shapes to the layers that accelerators run, and what became of every node: Conv, Gemm and MatMul are
// workloads whose tensors lie in memory exactly as the graph's do, batch normalisations behind them are folded into
// their weights, what follows from constants alone needs no time, and the rest is not accelerated. Pure functions.
#pragma once

#include <span>

#include "core/base/key_table.h"
#include "core/workload/graph/graph.h"
#include "core/workload/workload.h"

namespace lapidary {

enum class NodeFate { layer, folded, constant, host };
std::span<const KeyEntry<NodeFate>> keyTable(NodeFate);

/// What became of one node.
struct NodeReport {
    NodeFate fate = NodeFate::host;
    int layer = -1;             ///< that it became or is folded into; -1 = none
    std::string reason;         ///< why not, for host; else may be empty
    std::int64_t macs = 0;      ///< multiply-accumulates of products: Conv, ConvTranspose, Gemm, MatMul; 0 if unknown
    std::int64_t elements = 0;  ///< that it writes; 0 if a shape isn't known
};

struct LoweredLayer {
    int node = 0;
    Workload workload;
    std::vector<int> operands;  ///< per tensor of the workload: the node's input, -1 = the result
    int normalization = -1;     ///< node that is folded into this layer
};

struct LoweredGraph {
    std::vector<LoweredLayer> layers;
    std::vector<NodeReport> nodes;  ///< as many as the graph has

    std::int64_t macs(NodeFate fate) const;
    std::int64_t elements(NodeFate fate) const;
};

/// Requires inferShapes() to have gone through.
LoweredGraph lowerGraph(const Graph& graph);

/// One layer, or the reason why there is none.
Result<LoweredLayer> lowerConv(const Graph& graph, const GraphNode& node);
Result<LoweredLayer> lowerGemm(const Graph& graph, const GraphNode& node);
Result<LoweredLayer> lowerMatMul(const Graph& graph, const GraphNode& node);

}  // namespace lapidary
