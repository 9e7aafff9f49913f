// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/onnx/run_report.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/io/native.h"

namespace lapidary {

namespace {

const GraphNode& nodeOf(const OnnxModel& model, const NodeRun& run) {
    return model.graph.nodes[static_cast<std::size_t>(run.node)];
}

std::string madeText(const OnnxModel& model, const NodeRun& run) {
    const auto& shape = model.graph.value(nodeOf(model, run).outputs.front()).shape;
    return shape ? shapeText(*shape) : std::string("unknown");
}

std::string numberText(double value, NumberStyle style) {
    return style == NumberStyle::exact ? formatExact(value) : formatSignificant(value);
}

std::int64_t acceleratedCount(const GraphRun& run) {
    return std::ranges::count(run.nodes, true, &NodeRun::isAccelerated);
}

Json outputsJson(const GraphRun& run) {
    Json outputs = Json::array();
    for (const auto& [name, reference] : run.reference) {
        const TensorValue& accelerated = run.accelerated.at(name);
        Json shape = Json::array();
        for (const std::int64_t extent : reference.shape) shape.push(extent);
        double sum = 0;
        for (const float value : accelerated.data) sum += static_cast<double>(value);
        Json output;
        output.set("name", name);
        output.set("shape", std::move(shape));
        output.set("sum", sum);
        output.set("error", relativeError(accelerated.data, reference.data));
        outputs.push(std::move(output));
    }
    return outputs;
}

}  // namespace

Table runTable(const OnnxModel& model, const GraphRun& run, NumberStyle style) {
    Table table;
    table.header = {"node", "operator", "output", "computed by", "largest value", "relative error"};
    for (const NodeRun& node : run.nodes)
        table.rows.push_back({nodeOf(model, node).name, nodeOf(model, node).op, madeText(model, node),
                              node.isAccelerated ? "layer" : "reference",
                              numberText(static_cast<double>(node.largest), style), numberText(node.error, style)});
    return table;
}

std::string runText(const OnnxModel& model, const GraphRun& run) {
    const bool agrees = run.largestError() <= kValueTolerance;
    return model.network.key + ": " + formatCount(std::ssize(run.nodes)) + " nodes run, " +
           formatCount(acceleratedCount(run)) + " of them as layers; largest relative error " +
           formatSignificant(run.largestError(), 3) + ", " + (agrees ? "within " : "beyond ") +
           formatSignificant(kValueTolerance) + "\n\n" + toAligned(runTable(model, run, NumberStyle::people));
}

Json runJson(const OnnxModel& model, const GraphRun& run) {
    Json nodes = Json::array();
    for (const NodeRun& node : run.nodes) {
        Json item;
        item.set("name", nodeOf(model, node).name);
        item.set("operator", nodeOf(model, node).op);
        item.set("computed_by", node.isAccelerated ? "layer" : "reference");
        item.set("largest", static_cast<double>(node.largest));
        item.set("error", node.error);
        nodes.push(std::move(item));
    }
    Json json;
    json.set("lapidary", producerJson("lapidary/run/1"));
    json.set("model", model.network.key);
    json.set("agrees", run.largestError() <= kValueTolerance);
    json.set("largest_error", run.largestError());
    json.set("tolerance", kValueTolerance);
    json.set("nodes", std::move(nodes));
    json.set("outputs", outputsJson(run));
    return json;
}

}  // namespace lapidary
