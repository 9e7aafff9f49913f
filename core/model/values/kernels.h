// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plain reference: each operator in the most direct way, float32, sums of products and means in double. Definitions:
// ONNX's operator specifications. One function per operator in kernels_*.cpp. Pure functions.
#pragma once

#include <span>

#include "core/base/job.h"
#include "core/model/values/tensor_value.h"
#include "core/workload/graph/node_reader.h"

namespace lapidary {

class KernelContext : public NodeReader {
public:
    KernelContext(const Graph& graph, const GraphNode& node, std::vector<const TensorValue*> inputs, Diagnostics& out,
                  Job* job)
        : NodeReader(graph, node, out), m_inputs(std::move(inputs)), m_job(job) {}

    /// Whether to go on; asked by what takes long.
    bool goesOn() const { return m_job == nullptr || m_job->checkpoint(); }

    /// Null if it is left out.
    const TensorValue* input(std::size_t index) const { return index < m_inputs.size() ? m_inputs[index] : nullptr; }
    /// Requires it to be there.
    const TensorValue& in(std::size_t index) const { return *m_inputs[index]; }
    std::size_t inputCount() const { return m_inputs.size(); }
    /// Zeros in the shape that was inferred.
    TensorValue& out(std::size_t index);
    std::vector<TensorValue>& outputs() { return m_outputs; }

private:
    std::vector<const TensorValue*> m_inputs;
    std::vector<TensorValue> m_outputs;
    Job* m_job;
};

using Kernel = void (*)(KernelContext&);
struct NamedKernel {
    std::string_view op;
    Kernel kernel;
    std::size_t inputs = 1;  ///< that must be there
};

std::span<const NamedKernel> productKernels();
std::span<const NamedKernel> poolKernels();
std::span<const NamedKernel> pointwiseKernels();
std::span<const NamedKernel> normKernels();
std::span<const NamedKernel> layoutKernels();

/// Null if there is none.
const NamedKernel* kernelOf(std::string_view op);

/// One node: its outputs, in the shapes that were inferred; what comes back after a stop isn't complete.
Result<std::vector<TensorValue>> runNode(const Graph& graph, const GraphNode& node,
                                         std::vector<const TensorValue*> inputs, Job* job = nullptr);

/// Strides that spread an operand over `shape`: 0 along the axes on which it has one element.
std::vector<std::int64_t> spreadStrides(const TensorShape& operand, const TensorShape& shape);

}  // namespace lapidary
