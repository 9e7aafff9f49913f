// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/values/fold.h"

#include <cmath>

namespace lapidary {

namespace {

bool isSet(const GraphNode& node, const std::string& flag) {
    const auto found = node.attributes.find(flag);
    return found != node.attributes.end() && found->second == GraphAttribute(std::int64_t{1});
}

}  // namespace

ChannelScale channelScale(const Graph& graph, const LoweredLayer& layer, std::int64_t channels,
                          const std::vector<TensorValue>& values) {
    const auto count = static_cast<std::size_t>(channels);
    ChannelScale result{std::vector<double>(count, 1.0), std::vector<double>(count, 0.0)};
    if (layer.normalization < 0) return result;
    const GraphNode& node = graph.nodes[static_cast<std::size_t>(layer.normalization)];
    Diagnostics ignored;
    const double epsilon = NodeReader(graph, node, ignored).real("epsilon", 1e-5);
    const auto number = [&](std::size_t input, std::size_t channel) {
        return static_cast<double>(values[static_cast<std::size_t>(node.inputs[input])].data[channel]);
    };
    for (std::size_t c = 0; c < count; ++c) {
        result.scale[c] = number(1, c) / std::sqrt(number(4, c) + epsilon);
        result.shift[c] = number(2, c) - result.scale[c] * number(3, c);
    }
    return result;
}

std::vector<float> foldedWeights(const GraphNode& node, const TensorValue& weights, const ChannelScale& scale) {
    std::vector<float> folded = weights.data;
    // Channels are the outermost axis, but for a Gemm whose second operand isn't transposed.
    const bool isInner = node.op == "Gemm" && !isSet(node, "transB");
    const std::size_t channels = scale.scale.size();
    const std::size_t block = channels == 0 ? 1 : folded.size() / channels;
    for (std::size_t i = 0; i < folded.size(); ++i)
        folded[i] =
            static_cast<float>(static_cast<double>(folded[i]) * scale.scale[isInner ? i % channels : i / block]);
    return folded;
}

void finishLayer(NodeReader& node, const TensorValue* bias, const ChannelScale& scale, TensorValue& result) {
    const bool isGemm = node.node().op == "Gemm";
    const double alpha = isGemm ? node.real("alpha", 1) : 1;
    const double beta = isGemm ? node.real("beta", 1) : 1;
    std::int64_t plane = 1;
    for (std::size_t i = 2; i < result.shape.size(); ++i) plane *= result.shape[i];
    const std::vector<std::int64_t> steps =
        bias != nullptr && isGemm ? spreadStrides(bias->shape, result.shape) : std::vector<std::int64_t>{0, 1};
    const std::int64_t channels = result.shape[1];
    for (std::int64_t block = 0; block < result.shape[0] * channels; ++block) {
        const auto channel = static_cast<std::size_t>(block % channels);
        double added = scale.shift[channel];
        if (bias != nullptr)
            added +=
                scale.scale[channel] * beta *
                static_cast<double>(
                    bias->data[static_cast<std::size_t>(block / channels * steps[0] + block % channels * steps[1])]);
        for (std::int64_t i = 0; i < plane; ++i) {
            float& value = result.data[static_cast<std::size_t>(block * plane + i)];
            value = static_cast<float>(alpha * static_cast<double>(value) + added);
        }
    }
}

}  // namespace lapidary
