// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/graph/lower.h"

#include <algorithm>
#include <set>

#include "core/base/arith.h"
#include "core/workload/graph/shape_rules.h"

namespace lapidary {

namespace {

constexpr KeyEntry<NodeFate> kFates[] = {
    {NodeFate::layer, "layer", "Layer", "a layer of the network", {}},
    {NodeFate::folded, "folded", "Folded", "folded into the weights of a layer", {}},
    {NodeFate::constant, "constant", "Constant", "follows from the file alone, costs nothing at run time", {}},
    {NodeFate::host, "not-accelerated", "Not accelerated", "runs outside the accelerator", {}},
};

class Lowering {
public:
    explicit Lowering(const Graph& graph) : m_graph(graph), m_readers(graph.values.size(), 0) {
        for (const GraphNode& node : graph.nodes)
            for (const int input : node.inputs)
                if (input >= 0) ++m_readers[static_cast<std::size_t>(input)];
        for (const int output : graph.outputs) ++m_readers[static_cast<std::size_t>(output)];
    }

    LoweredGraph run() {
        for (std::size_t n = 0; n < m_graph.nodes.size(); ++n) m_result.nodes.push_back(reportOf(static_cast<int>(n)));
        return std::move(m_result);
    }

private:
    NodeReport reportOf(int index) {
        const GraphNode& node = m_graph.nodes[static_cast<std::size_t>(index)];
        NodeReport report;
        report.macs = macsOf(node);
        report.elements = elementsOf(node);
        if (isConstant(node))
            report.fate = NodeFate::constant;
        else if (node.op == "Conv" || node.op == "Gemm" || node.op == "MatMul")
            lower(index, node, report);
        else if (node.op == "BatchNormalization")
            fold(index, node, report);
        else
            report.reason = reasonOf(node);
        return report;
    }

    static std::string reasonOf(const GraphNode& node) {
        if (shapeRule(node.op) == nullptr) return "the operator isn't known";
        if (node.op == "ConvTranspose")
            return "products of a transposed convolution meet in overlapping outputs; a layer has its window in the "
                   "input";
        for (const auto rules : {layoutRules(), selectionRules()})
            if (std::ranges::find(rules, node.op, &NamedRule::op) != rules.end()) return "moves data only";
        return "no product of tensors";
    }

    bool isConstant(const GraphNode& node) const {
        if (node.op == "Constant") return true;
        bool any = false;
        for (const int output : node.outputs) {
            if (output < 0) continue;
            const GraphValue& value = m_graph.value(output);
            if (!value.isConstant && !value.integers) return false;
            any = true;
        }
        return any;
    }

    void lower(int index, const GraphNode& node, NodeReport& report) {
        auto layer = node.op == "Conv"   ? lowerConv(m_graph, node)
                     : node.op == "Gemm" ? lowerGemm(m_graph, node)
                                         : lowerMatMul(m_graph, node);
        if (!layer) {
            report.reason = layer.diagnostics().front().message;
            return;
        }
        layer->node = index;
        layer->workload = layer->workload.named(layerName(node.name));
        report.fate = NodeFate::layer;
        report.layer = static_cast<int>(m_result.layers.size());
        report.macs = layer->workload.macs();
        m_layerOf[node.outputs.front()] = report.layer;
        m_result.layers.push_back(*std::move(layer));
    }

    void fold(int index, const GraphNode& node, NodeReport& report) {
        const int data = node.inputs.empty() ? -1 : node.inputs.front();
        const auto before = m_layerOf.find(data);
        const bool isPlain = std::ranges::count_if(node.outputs, [](int output) { return output >= 0; }) == 1;
        if (before == m_layerOf.end())
            report.reason = "no Conv or Gemm right before it to fold it into";
        else if (m_readers[static_cast<std::size_t>(data)] != 1)
            report.reason = "what it reads is used elsewhere, too";
        else if (!isPlain || node.inputs.size() != 5 || !areConstants(node, 1))
            report.reason = "its statistics aren't constants of the file";
        else if (!hasConstantWeights(m_result.layers[static_cast<std::size_t>(before->second)]))
            report.reason = "the weights before it aren't constants of the file";
        if (!report.reason.empty()) return;
        report.fate = NodeFate::folded;
        report.layer = before->second;
        m_result.layers[static_cast<std::size_t>(report.layer)].normalization = index;
    }

    bool areConstants(const GraphNode& node, std::size_t from) const {
        return std::all_of(node.inputs.begin() + static_cast<std::ptrdiff_t>(from), node.inputs.end(),
                           [this](int input) { return input >= 0 && m_graph.value(input).isConstant; });
    }

    /// A MatMul is no candidate: its last axis need not be the channels.
    bool hasConstantWeights(const LoweredLayer& layer) const {
        const GraphNode& node = m_graph.nodes[static_cast<std::size_t>(layer.node)];
        return node.op != "MatMul" && areConstants(node, 1);
    }

    std::int64_t macsOf(const GraphNode& node) const {
        const TensorShape* first = m_graph.inputShape(node, 0);
        const TensorShape* weights = m_graph.inputShape(node, 1);
        const GraphValue* output =
            node.outputs.empty() || node.outputs[0] < 0 ? nullptr : &m_graph.value(node.outputs[0]);
        if (first == nullptr || weights == nullptr || output == nullptr || !output->shape) return 0;
        std::optional<std::int64_t> perElement;
        const TensorShape* elements = &*output->shape;
        if (node.op == "Conv" || node.op == "ConvTranspose") {
            perElement = elementCount({weights->begin() + 1, weights->end()});
            if (node.op == "ConvTranspose") elements = first;
        } else if (node.op == "Gemm" || node.op == "MatMul") {
            const auto transposed = node.attributes.find("transA");
            const bool transA =
                transposed != node.attributes.end() && transposed->second == GraphAttribute(std::int64_t{1});
            perElement = transA ? first->front() : first->back();
        }
        const auto count = elementCount(*elements);
        return perElement && count ? checkedMul(*perElement, *count).value_or(0) : 0;
    }

    std::int64_t elementsOf(const GraphNode& node) const {
        std::int64_t sum = 0;
        for (const int output : node.outputs) {
            const auto* shape = output < 0 ? nullptr : &m_graph.value(output).shape;
            if (shape != nullptr && *shape) sum = checkedAdd(sum, elementCount(**shape).value_or(0)).value_or(sum);
        }
        return sum;
    }

    /// '/' separates a network from its layer.
    std::string layerName(std::string name) {
        if (name.starts_with('/')) name.erase(0, 1);
        std::ranges::replace(name, '/', '.');
        std::string unique = name;
        for (int i = 2; !m_names.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
        return unique;
    }

    const Graph& m_graph;
    std::vector<int> m_readers;    ///< per value how many nodes and outputs of the graph read it
    std::map<int, int> m_layerOf;  ///< value -> layer that makes it
    std::set<std::string> m_names;
    LoweredGraph m_result;
};

}  // namespace

std::span<const KeyEntry<NodeFate>> keyTable(NodeFate) { return kFates; }

std::int64_t LoweredGraph::macs(NodeFate fate) const {
    std::int64_t sum = 0;
    for (const NodeReport& node : nodes)
        if (node.fate == fate) sum = checkedAdd(sum, node.macs).value_or(sum);
    return sum;
}

std::int64_t LoweredGraph::elements(NodeFate fate) const {
    std::int64_t sum = 0;
    for (const NodeReport& node : nodes)
        if (node.fate == fate) sum = checkedAdd(sum, node.elements).value_or(sum);
    return sum;
}

LoweredGraph lowerGraph(const Graph& graph) { return Lowering(graph).run(); }

}  // namespace lapidary
