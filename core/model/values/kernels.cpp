// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/values/kernels.h"

#include <unordered_map>

namespace lapidary {

namespace {

std::unordered_map<std::string_view, const NamedKernel*> allKernels() {
    std::unordered_map<std::string_view, const NamedKernel*> table;
    for (const auto kernels : {productKernels(), poolKernels(), pointwiseKernels(), normKernels(), layoutKernels()})
        for (const NamedKernel& kernel : kernels) table.emplace(kernel.op, &kernel);
    return table;
}

}  // namespace

TensorValue& KernelContext::out(std::size_t index) {
    const TensorShape& shape = *graph().value(node().outputs[index]).shape;
    TensorValue& value = m_outputs[index];
    value.shape = shape;
    value.data.assign(static_cast<std::size_t>(elementCount(shape).value_or(0)), 0.0F);
    return value;
}

const NamedKernel* kernelOf(std::string_view op) {
    static const auto table = allKernels();
    const auto found = table.find(op);
    return found == table.end() ? nullptr : found->second;
}

std::vector<std::int64_t> spreadStrides(const TensorShape& operand, const TensorShape& shape) {
    const std::vector<std::int64_t> own = stridesOf(operand);
    std::vector<std::int64_t> strides(shape.size(), 0);
    const std::size_t missing = shape.size() - operand.size();
    for (std::size_t i = 0; i < operand.size(); ++i)
        if (operand[i] != 1) strides[missing + i] = own[i];
    return strides;
}

Result<std::vector<TensorValue>> runNode(const Graph& graph, const GraphNode& node,
                                         std::vector<const TensorValue*> inputs, Job* job) {
    Diagnostics problems;
    const NamedKernel* kernel = kernelOf(node.op);
    if (kernel == nullptr)
        return errorAt({{}, 0, 0, node.place}, nodeText(node) + ": can't be run, the operator has no plain reference");
    for (std::size_t i = 0; i < kernel->inputs; ++i)
        if (i >= inputs.size() || inputs[i] == nullptr)
            return errorAt({{}, 0, 0, node.place}, nodeText(node) + ": input " + std::to_string(i + 1) + " is missing");
    KernelContext context(graph, node, std::move(inputs), problems, job);
    context.outputs().resize(node.outputs.size());
    kernel->kernel(context);
    if (!problems.empty()) return problems;
    return std::move(context.outputs());
}

}  // namespace lapidary
