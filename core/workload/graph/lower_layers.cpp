// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/builders.h"
#include "core/workload/einsum.h"
#include "core/workload/graph/lower.h"
#include "core/workload/graph/product.h"
#include "core/workload/graph/window.h"

namespace lapidary {

namespace {

constexpr int kResult = -1;

bool isConstantInput(const Graph& graph, const GraphNode& node, std::size_t input) {
    return graph.value(node.inputs[input]).isConstant;
}

/// The operand that plays the weights of a product: the second, unless only the first comes with the file.
std::size_t weightsOf(const Graph& graph, const GraphNode& node) {
    return isConstantInput(graph, node, 0) && !isConstantInput(graph, node, 1) ? 0 : 1;
}

LoweredLayer layerOf(const Workload& workload, int weights, int data, std::string_view weightName) {
    LoweredLayer layer{0, workload, {}, -1};
    for (const Tensor& tensor : workload.tensors())
        layer.operands.push_back(tensor.isOutput ? kResult : tensor.name == weightName ? weights : data);
    return layer;
}

/// Axes of the batch in order, neighbours that the same operands have merged, those of 1 left out.
struct BatchAxis {
    bool ofFirst = false, ofSecond = false;
    std::int64_t extent = 1;
};

std::vector<BatchAxis> batchAxes(const BatchedProduct& product) {
    const auto extentOf = [&](const TensorShape& batch, std::size_t axis) {
        const std::size_t missing = product.batch.size() - batch.size();
        return axis < missing ? std::int64_t{1} : batch[axis - missing];
    };
    std::vector<BatchAxis> axes;
    for (std::size_t i = 0; i < product.batch.size(); ++i) {
        if (product.batch[i] == 1) continue;
        const BatchAxis axis{extentOf(product.batchA, i) > 1, extentOf(product.batchB, i) > 1, product.batch[i]};
        if (!axes.empty() && axes.back().ofFirst == axis.ofFirst && axes.back().ofSecond == axis.ofSecond)
            axes.back().extent *= axis.extent;
        else
            axes.push_back(axis);
    }
    return axes;
}

/// Writes the expression of a product; "A" are the weights, "B" the data.
class ProductText {
public:
    ProductText(std::string name, std::size_t weights) : m_weights(weights) { m_options.name = std::move(name); }

    void batch(const BatchAxis& axis) {
        const bool ofWeights = m_weights == 0 ? axis.ofFirst : axis.ofSecond;
        const bool ofData = m_weights == 0 ? axis.ofSecond : axis.ofFirst;
        const std::string alias = ofWeights && ofData ? "G" : ofData ? "N" : "";
        const std::string name = "b" + std::to_string(m_count++);
        m_bounds[name] = axis.extent;
        if (!alias.empty() && !m_used.contains(alias)) m_options.aliases[name] = alias;
        m_used[alias] = name;
        if (axis.ofFirst) m_first += name + ",";
        if (axis.ofSecond) m_second += name + ",";
        m_result += name + ",";
    }

    Result<Workload> build(std::int64_t rows, std::int64_t columns, std::int64_t inner, bool transFirst = false,
                           bool transSecond = false) {
        // The features of the weights are m, whichever side they stand on.
        const std::string row = m_weights == 0 ? "m" : "n";
        const std::string column = m_weights == 0 ? "n" : "m";
        m_bounds[row] = rows;
        m_bounds[column] = columns;
        m_bounds["k"] = inner;
        m_options.aliases["m"] = "M";
        m_options.aliases["n"] = "Q";
        m_options.aliases["k"] = "C";
        const std::string first = "[" + m_first + (transFirst ? "k," + row : row + ",k") + "]";
        const std::string second = "[" + m_second + (transSecond ? column + ",k" : "k," + column) + "]";
        const std::string text = "Z[" + m_result + row + "," + column + "] += A" + (m_weights == 0 ? first : second) +
                                 " * B" + (m_weights == 0 ? second : first);
        return parseEinsum(text, m_bounds, m_options);
    }

private:
    std::size_t m_weights;
    int m_count = 0;
    std::string m_first, m_second, m_result;
    BoundMap m_bounds;
    EinsumOptions m_options;
    NameMap m_used;
};

LoweredLayer productLayer(const Workload& workload, std::size_t weights) {
    return layerOf(workload, static_cast<int>(weights), static_cast<int>(1 - weights), "A");
}

Diagnostic unknownShape() { return error("the shape of an input isn't known"); }

}  // namespace

Result<LoweredLayer> lowerConv(const Graph& graph, const GraphNode& node) {
    Diagnostics problems;
    NodeReader reader(graph, node, problems);
    const TensorShape* data = reader.shape(0);
    const TensorShape* weights = reader.shape(1);
    if (data == nullptr || weights == nullptr) return unknownShape();
    if (data->size() > 5) return error(std::to_string(data->size() - 2) + " spatial axes, only up to 3 become a layer");
    auto window = windowOf(reader, {data->begin() + 2, data->end()}, {weights->begin() + 2, weights->end()});
    if (!window) return problems;
    if (window->size() == 1) window->insert(window->begin(), WindowAxis{});
    const WindowAxis& vertical = (*window)[window->size() - 2];
    const WindowAxis& horizontal = window->back();
    Conv2d shape;
    shape.n = (*data)[0];
    shape.groups = reader.integer("group", 1, 1, kMaxExtent);
    shape.c = (*weights)[1];
    shape.m = (*weights)[0] / shape.groups;
    shape.p = vertical.output;
    shape.q = horizontal.output;
    shape.r = vertical.kernel;
    shape.s = horizontal.kernel;
    shape.strideP = vertical.stride;
    shape.strideQ = horizontal.stride;
    shape.dilationP = vertical.dilation;
    shape.dilationQ = horizontal.dilation;
    shape.paddingP = vertical.before;
    shape.paddingQ = horizontal.before;
    shape.height = vertical.input;
    shape.width = horizontal.input;
    const WindowAxis& slices = window->front();
    const DepthAxis depth{slices.output, slices.kernel, slices.stride, slices.dilation, slices.before, slices.input};
    auto workload = window->size() == 3 ? conv3d(node.name, shape, depth) : conv2d(node.name, shape);
    if (!workload) return workload.diagnostics();
    return layerOf(*workload, 1, 0, "W");
}

Result<LoweredLayer> lowerGemm(const Graph& graph, const GraphNode& node) {
    Diagnostics problems;
    NodeReader reader(graph, node, problems);
    const TensorShape* a = reader.shape(0);
    const TensorShape* b = reader.shape(1);
    if (a == nullptr || b == nullptr) return unknownShape();
    const bool transA = reader.flag("transA");
    const bool transB = reader.flag("transB");
    const std::size_t weights = weightsOf(graph, node);
    auto workload = ProductText(node.name, weights)
                        .build((*a)[transA ? 1 : 0], (*b)[transB ? 0 : 1], (*a)[transA ? 0 : 1], transA, transB);
    if (!workload) return workload.diagnostics();
    return productLayer(*workload, weights);
}

Result<LoweredLayer> lowerMatMul(const Graph& graph, const GraphNode& node) {
    Diagnostics problems;
    NodeReader reader(graph, node, problems);
    const TensorShape* a = reader.shape(0);
    const TensorShape* b = reader.shape(1);
    if (a == nullptr || b == nullptr) return unknownShape();
    const auto product = productOf(reader, *a, *b);
    if (!product) return problems;
    const std::size_t weights = weightsOf(graph, node);
    std::vector<BatchAxis> axes = batchAxes(*product);
    std::int64_t rows = product->rows;
    // Rows of several matrices that meet the same one are rows of a taller matrix; they lie one behind the other.
    if (!axes.empty() && axes.back().ofFirst && !axes.back().ofSecond) {
        rows *= axes.back().extent;
        axes.pop_back();
    }
    ProductText text(node.name, weights);
    for (const BatchAxis& axis : axes) text.batch(axis);
    auto workload = text.build(rows, product->columns, product->inner);
    if (!workload) return workload.diagnostics();
    return productLayer(*workload, weights);
}

}  // namespace lapidary
