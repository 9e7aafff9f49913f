// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/values/run_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/arith.h"
#include "core/base/rng.h"
#include "core/model/values/fold.h"
#include "core/model/values/kernels.h"

namespace lapidary {

namespace {

class GraphRunner {
public:
    GraphRunner(const Graph& graph, const LoweredGraph& lowered, const LayerFunction& layers, Job& job,
                const NodeVisit& onNode)
        : m_graph(graph),
          m_lowered(lowered),
          m_layers(layers),
          m_job(job),
          m_onNode(onNode),
          m_reference(graph.values.size()),
          m_accelerated(graph.values.size()),
          m_lastUse(graph.values.size(), -1) {
        for (std::size_t n = 0; n < graph.nodes.size(); ++n)
            for (const int input : graph.nodes[n].inputs)
                if (input >= 0) m_lastUse[static_cast<std::size_t>(input)] = static_cast<int>(n);
        for (const int output : graph.outputs) m_lastUse[static_cast<std::size_t>(output)] = kForever;
        for (const LoweredLayer& layer : lowered.layers)  // its statistics are needed early
            if (layer.normalization >= 0) keepStatistics(graph.nodes[static_cast<std::size_t>(layer.normalization)]);
    }

    Result<GraphRun> run(const NamedTensors& inputs) {
        Diagnostics problems = check();
        if (problems.empty()) problems = fill(inputs);
        for (std::size_t n = 0; problems.empty() && n < m_graph.nodes.size(); ++n) {
            if (!m_job.checkpoint()) break;
            problems = step(static_cast<int>(n));
            m_job.setProgress(static_cast<double>(n + 1) / static_cast<double>(m_graph.nodes.size()));
        }
        if (!problems.empty()) return problems;
        for (const int output : m_graph.outputs) {
            const std::string& name = m_graph.value(output).name;
            m_run.reference[name] = m_reference[static_cast<std::size_t>(output)];
            m_run.accelerated[name] = m_accelerated[static_cast<std::size_t>(output)];
        }
        return std::move(m_run);
    }

private:
    static constexpr int kForever = std::numeric_limits<int>::max();

    void keepStatistics(const GraphNode& node) {
        for (std::size_t i = 1; i < node.inputs.size(); ++i)
            m_lastUse[static_cast<std::size_t>(node.inputs[i])] = kForever;
    }

    /// Before anything is computed: every operator has a reference, every shape is known, and all fits into memory.
    Diagnostics check() const {
        std::int64_t sum = 0;
        for (const GraphNode& node : m_graph.nodes) {
            if (isKnown(node)) continue;
            if (kernelOf(node.op) == nullptr)
                return {errorAt({{}, 0, 0, node.place},
                                nodeText(node) + ": can't be run, the operator has no plain reference")};
            for (const int output : node.outputs) {
                if (output < 0) continue;
                const GraphValue& value = m_graph.value(output);
                if (!value.shape)
                    return {errorAt({{}, 0, 0, node.place},
                                    nodeText(node) + ": can't be run, the shape of '" + value.name + "' isn't known")};
                sum = checkedAdd(sum, elementCount(*value.shape).value_or(kMostRunElements)).value_or(kForever);
                if (sum > kMostRunElements)
                    return {errorAt({{}, 0, 0, node.place}, nodeText(node) + ": up to here the values have more than " +
                                                                std::to_string(kMostRunElements) + " elements")};
            }
        }
        return {};
    }

    /// Constants of the file, and integers that were folded.
    bool isKnown(const GraphNode& node) const {
        return std::ranges::all_of(node.outputs, [this](int output) {
            return output < 0 || m_graph.value(output).floats || m_graph.value(output).integers;
        });
    }

    Diagnostics fill(const NamedTensors& inputs) {
        for (std::size_t v = 0; v < m_graph.values.size(); ++v) {
            const GraphValue& value = m_graph.values[v];
            if (!value.shape || (!value.floats && !value.integers)) continue;
            TensorValue& tensor = m_reference[v];
            tensor.shape = *value.shape;
            if (value.floats)
                tensor.data = *value.floats;
            else
                tensor.data.assign(value.integers->begin(), value.integers->end());
            m_accelerated[v] = tensor;
        }
        for (const int input : m_graph.inputs) {
            const GraphValue& value = m_graph.value(input);
            const auto given = inputs.find(value.name);
            if (!value.shape) return {error("the shape of input '" + value.name + "' isn't known")};
            if (given == inputs.end()) return {error("input '" + value.name + "' has no values")};
            if (given->second.shape != *value.shape ||
                std::ssize(given->second.data) != elementCount(*value.shape).value_or(-1))
                return {error("input '" + value.name + "' is " + shapeText(given->second.shape) + ", expected " +
                              shapeText(*value.shape))};
            m_reference[static_cast<std::size_t>(input)] = m_accelerated[static_cast<std::size_t>(input)] =
                given->second;
        }
        return {};
    }

    std::vector<const TensorValue*> operands(const GraphNode& node, const std::vector<TensorValue>& values) const {
        std::vector<const TensorValue*> result;
        for (const int input : node.inputs)
            result.push_back(input < 0 ? nullptr : &values[static_cast<std::size_t>(input)]);
        return result;
    }

    Diagnostics step(int index) {
        const GraphNode& node = m_graph.nodes[static_cast<std::size_t>(index)];
        const NodeReport& report = m_lowered.nodes[static_cast<std::size_t>(index)];
        if (!isKnown(node)) {
            auto reference = runNode(m_graph, node, operands(node, m_reference), &m_job);
            if (!reference) return reference.diagnostics();
            auto accelerated = computed(node, report);
            if (!accelerated) return accelerated.diagnostics();
            if (m_job.stopRequested()) return {};
            if (report.fate != NodeFate::constant && !isBeforeNormalization(report))
                note(index, report, reference->front(), accelerated->front());
            keep(node, *std::move(reference), m_reference);
            keep(node, *std::move(accelerated), m_accelerated);
        }
        release(node, index);
        return {};
    }

    /// What the accelerated run makes of a node.
    Result<std::vector<TensorValue>> computed(const GraphNode& node, const NodeReport& report) {
        if (report.fate == NodeFate::layer)
            return layer(node, m_lowered.layers[static_cast<std::size_t>(report.layer)]);
        if (report.fate == NodeFate::folded) {  // the layer has done it
            std::vector<TensorValue> same(node.outputs.size());
            same.front() = m_accelerated[static_cast<std::size_t>(node.inputs.front())];
            return same;
        }
        return runNode(m_graph, node, operands(node, m_accelerated), &m_job);
    }

    /// Values are 32-bit floating point, in which products of integers would come out wrong without a word.
    Diagnostics integerOperands(const GraphNode& node) const {
        for (const int input : node.inputs)
            if (input >= 0 && m_graph.value(input).isInteger)
                return {errorAt({{}, 0, 0, node.place},
                                nodeText(node) + ": operand '" + m_graph.value(input).name +
                                    "' is a tensor of integers, expected floating point, in which networks run here")};
        return {};
    }

    Result<std::vector<TensorValue>> layer(const GraphNode& node, const LoweredLayer& lowered) {
        if (Diagnostics wrong = integerOperands(node); !wrong.empty()) return wrong;
        TensorValue result;
        result.shape = *m_graph.value(node.outputs.front()).shape;
        const bool hasChannels = node.op != "MatMul";
        const ChannelScale scale =
            hasChannels ? channelScale(m_graph, lowered, result.shape[1], m_accelerated) : ChannelScale{};
        std::vector<float> weights;
        LayerCall call{lowered.workload, {}, &m_job};
        for (const int operand : lowered.operands) {
            if (operand < 0) {
                call.operands.emplace_back();
                continue;
            }
            const TensorValue& value =
                m_accelerated[static_cast<std::size_t>(node.inputs[static_cast<std::size_t>(operand)])];
            const bool isFolded = operand == 1 && lowered.normalization >= 0;
            if (isFolded) weights = foldedWeights(node, value, scale);
            call.operands.emplace_back(isFolded ? weights : value.data);
        }
        auto products = m_layers(call);
        if (!products) return products.diagnostics();
        if (m_job.stopRequested()) return std::vector<TensorValue>(node.outputs.size());
        if (std::ssize(*products) != elementCount(result.shape).value_or(-1))
            return error("layer '" + lowered.workload.name() + "' came back with " + std::to_string(products->size()) +
                         " values, expected " + shapeText(result.shape));
        result.data = *std::move(products);
        Diagnostics problems;
        NodeReader reader(m_graph, node, problems);
        const bool hasBias = m_graph.hasInput(node, 2);
        if (hasChannels)
            finishLayer(reader, hasBias ? &m_accelerated[static_cast<std::size_t>(node.inputs[2])] : nullptr, scale,
                        result);
        std::vector<TensorValue> outputs(node.outputs.size());
        outputs.front() = std::move(result);
        return outputs;
    }

    /// Both runs differ there by what is folded.
    bool isBeforeNormalization(const NodeReport& report) const {
        return report.fate == NodeFate::layer &&
               m_lowered.layers[static_cast<std::size_t>(report.layer)].normalization >= 0;
    }

    void note(int index, const NodeReport& report, const TensorValue& reference, const TensorValue& accelerated) {
        NodeRun run{index, report.fate != NodeFate::host, relativeError(accelerated.data, reference.data), 0};
        for (const float value : reference.data) run.largest = std::max(run.largest, std::abs(value));
        m_run.nodes.push_back(run);
        if (m_onNode) m_onNode(run);
    }

    void keep(const GraphNode& node, std::vector<TensorValue> outputs, std::vector<TensorValue>& values) const {
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (node.outputs[i] >= 0) values[static_cast<std::size_t>(node.outputs[i])] = std::move(outputs[i]);
    }

    void release(const GraphNode& node, int index) {
        for (const int input : node.inputs) {
            if (input < 0 || m_lastUse[static_cast<std::size_t>(input)] > index) continue;
            m_reference[static_cast<std::size_t>(input)].data = {};
            m_accelerated[static_cast<std::size_t>(input)].data = {};
        }
    }

    const Graph& m_graph;
    const LoweredGraph& m_lowered;
    const LayerFunction& m_layers;
    Job& m_job;
    const NodeVisit& m_onNode;
    std::vector<TensorValue> m_reference, m_accelerated;
    std::vector<int> m_lastUse;  ///< per value the last node that reads it
    GraphRun m_run;
};

}  // namespace

double GraphRun::largestError() const {
    double largest = 0;
    for (const NodeRun& node : nodes) largest = std::max(largest, node.error);
    return largest;
}

NamedTensors drawInputs(const Graph& graph, std::uint64_t seed) {
    NamedTensors inputs;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const GraphValue& value = graph.value(graph.inputs[i]);
        const auto count = value.shape ? elementCount(*value.shape) : std::nullopt;
        if (!count || *count > kMostRunElements) continue;  // the run says why it can't be
        TensorValue tensor{*value.shape, std::vector<float>(static_cast<std::size_t>(*count), 0.0F)};
        Rng rng(seed, i);
        if (!value.isInteger)
            for (float& number : tensor.data) number = static_cast<float>(2 * rng.unit() - 1);
        inputs.emplace(value.name, std::move(tensor));
    }
    return inputs;
}

Result<GraphRun> runGraph(const Graph& graph, const LoweredGraph& lowered, const NamedTensors& inputs,
                          const LayerFunction& layers, Job* job, const NodeVisit& onNode) {
    Job own;
    return GraphRunner(graph, lowered, layers, job != nullptr ? *job : own, onNode).run(inputs);
}

}  // namespace lapidary
