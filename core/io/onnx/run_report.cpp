// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/onnx/run_report.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/report_table.h"
#include "core/io/stonne/report.h"

namespace lapidary {

namespace {

const GraphNode& nodeOf(const OnnxModel& model, const NodeRun& run) {
    return model.graph.nodes[static_cast<std::size_t>(run.node)];
}

std::string madeText(const OnnxModel& model, const NodeRun& run) {
    const auto& shape = model.graph.value(nodeOf(model, run).outputs.front()).shape;
    return shape ? shapeText(*shape) : std::string("unknown");
}

std::int64_t acceleratedCount(const GraphRun& run) {
    return std::ranges::count(run.nodes, true, &NodeRun::isAccelerated);
}

std::int64_t cyclesOf(const std::vector<FabricLayerRun>& simulated) {
    std::int64_t cycles = 0;
    for (const FabricLayerRun& layer : simulated) cycles = checkedAdd(cycles, layer.outcome.cycles).value_or(cycles);
    return cycles;
}

Json fabricJson(const std::vector<FabricLayerRun>& simulated) {
    Json layers = Json::array();
    for (const FabricLayerRun& layer : simulated) {
        const fabric::Outcome& outcome = layer.outcome;
        Json item;
        item.set("name", layer.layer);
        if (layer.run.hardware.controller == fabric::Controller::maeri)
            item.set("tile", stonne::tileJson(layer.run.tile));
        item.set("cycles", outcome.cycles);
        item.set("multiplications", outcome.counters.multiplications);
        item.set("utilization", outcome.utilization());
        item.set("sram_reads", outcome.sram.reads());
        item.set("sram_writes", outcome.sram.psumWrites);
        layers.push(std::move(item));
    }
    Json json;
    json.set("hardware", stonne::hardwareJson(simulated.front().run.hardware));
    json.set("cycles", cyclesOf(simulated));
    json.set("layers", std::move(layers));
    return json;
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
                              realCell(static_cast<double>(node.largest), style), realCell(node.error, style)});
    return table;
}

Table fabricTable(const std::vector<FabricLayerRun>& simulated) {
    Table table;
    table.header = {"layer", "tile", "cycles", "utilization", "multiplications", "SRAM reads", "SRAM writes"};
    for (const FabricLayerRun& layer : simulated) {
        const bool hasTile = layer.run.hardware.controller == fabric::Controller::maeri;
        const fabric::Outcome& outcome = layer.outcome;
        table.rows.push_back({layer.layer, hasTile ? fabric::toText(layer.run.tile) : std::string(),
                              formatCount(outcome.cycles), formatSignificant(100 * outcome.utilization()) + " %",
                              formatCount(outcome.counters.multiplications), formatCount(outcome.sram.reads()),
                              formatCount(outcome.sram.psumWrites)});
    }
    return table;
}

std::string runText(const OnnxModel& model, const GraphRun& run, const std::vector<FabricLayerRun>& simulated) {
    const bool agrees = run.largestError() <= kValueTolerance;
    return model.network.key + ": " + formatCount(std::ssize(run.nodes)) + " nodes run, " +
           formatCount(acceleratedCount(run)) + " of them as layers; largest relative error " +
           formatSignificant(run.largestError(), 3) + ", " + (agrees ? "within " : "beyond ") +
           formatSignificant(kValueTolerance) + "\n\n" + toAligned(runTable(model, run, NumberStyle::people)) +
           (simulated.empty() ? std::string()
                              : "\nOn the fabric: " + formatCount(cyclesOf(simulated)) + " cycles\n" +
                                    toAligned(fabricTable(simulated)));
}

Json runJson(const OnnxModel& model, const GraphRun& run, const std::vector<FabricLayerRun>& simulated) {
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
    if (!simulated.empty()) json.set("fabric", fabricJson(simulated));
    return json;
}

}  // namespace lapidary
