// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/arith.h"
#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/onnx/onnx_model.h"
#include "core/io/report_table.h"

namespace lapidary {

namespace {

constexpr NodeFate kAllFates[] = {NodeFate::layer, NodeFate::folded, NodeFate::constant, NodeFate::host};

std::string outputsText(const Graph& graph, const GraphNode& node) {
    std::string text;
    for (const int output : node.outputs) {
        if (output < 0) continue;
        const auto& shape = graph.value(output).shape;
        text += (text.empty() ? "" : ", ") + (shape ? shapeText(*shape) : std::string("unknown"));
    }
    return text;
}

std::string becameText(const OnnxModel& model, const NodeReport& report) {
    if (report.layer < 0) return std::string(entryOf(report.fate).label);
    const std::string& layer = model.network.layers[static_cast<std::size_t>(report.layer)].workload.name();
    return report.fate == NodeFate::folded ? "Folded into " + layer : "Layer " + layer;
}

/// What is folded or constant writes nothing when the network runs.
bool isRun(NodeFate fate) { return fate == NodeFate::layer || fate == NodeFate::host; }

struct Totals {
    std::int64_t macs = 0, elements = 0;
};

Totals totalsOf(const LoweredGraph& lowered) {
    Totals totals;
    for (const NodeFate fate : kAllFates) {
        totals.macs = checkedAdd(totals.macs, lowered.macs(fate)).value_or(totals.macs);
        if (isRun(fate))
            totals.elements = checkedAdd(totals.elements, lowered.elements(fate)).value_or(totals.elements);
    }
    return totals;
}

std::int64_t nodeCount(const LoweredGraph& lowered, NodeFate fate) {
    return std::ranges::count(lowered.nodes, fate, &NodeReport::fate);
}

double shareOf(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string shareCell(std::int64_t part, std::int64_t whole, NumberStyle style) {
    return style == NumberStyle::exact ? formatExact(shareOf(part, whole)) : shareText(part, whole);
}

Json shapesJson(const Graph& graph, const GraphNode& node) {
    Json shapes = Json::array();
    for (const int output : node.outputs) {
        if (output < 0) continue;
        const auto& shape = graph.value(output).shape;
        Json extents = shape ? Json::array() : Json();
        if (shape)
            for (const std::int64_t extent : *shape) extents.push(extent);
        shapes.push(std::move(extents));
    }
    return shapes;
}

Json nodeJson(const OnnxModel& model, std::size_t index, const Totals& totals) {
    const GraphNode& node = model.graph.nodes[index];
    const NodeReport& report = model.lowered.nodes[index];
    Json json;
    json.set("name", node.name);
    json.set("operator", node.op);
    json.set("place", node.place);
    json.set("outputs", shapesJson(model.graph, node));
    json.set("became", std::string(keyOf(report.fate)));
    if (report.layer >= 0)
        json.set("layer", model.network.layers[static_cast<std::size_t>(report.layer)].workload.name());
    if (!report.reason.empty()) json.set("reason", report.reason);
    json.set("macs", report.macs);
    json.set("elements", report.elements);
    json.set("macs_share", shareOf(report.macs, totals.macs));
    json.set("elements_share", shareOf(isRun(report.fate) ? report.elements : 0, totals.elements));
    return json;
}

}  // namespace

Table importTable(const OnnxModel& model, NumberStyle style) {
    const Totals totals = totalsOf(model.lowered);
    Table table;
    table.header = {"node",     "operator",          "output", "became", "MACs", "share of MACs",
                    "elements", "share of elements", "why not"};
    for (std::size_t i = 0; i < model.graph.nodes.size(); ++i) {
        const GraphNode& node = model.graph.nodes[i];
        const NodeReport& report = model.lowered.nodes[i];
        table.rows.push_back(
            {node.name, node.op, outputsText(model.graph, node), becameText(model, report), cell(report.macs, style),
             shareCell(report.macs, totals.macs, style), cell(report.elements, style),
             shareCell(isRun(report.fate) ? report.elements : 0, totals.elements, style), report.reason});
    }
    return table;
}

Table inputTable(const OnnxModel& model) { return importTable(model, NumberStyle::exact); }

std::string inputReport(const OnnxModel& model) {
    const Totals totals = totalsOf(model.lowered);
    std::string text = model.network.key + (model.graph.name.empty() ? "" : ": " + model.graph.name) + "\n" +
                       model.network.source + "\n\n";
    Table summary;
    summary.header = {"became", "nodes", "MACs", "share of MACs", "elements", "share of elements"};
    for (const NodeFate fate : kAllFates) {
        const std::int64_t macs = model.lowered.macs(fate);
        const std::int64_t elements = model.lowered.elements(fate);
        summary.rows.push_back({std::string(entryOf(fate).label), formatCount(nodeCount(model.lowered, fate)),
                                formatCount(macs), shareText(macs, totals.macs), formatCount(elements),
                                shareText(isRun(fate) ? elements : 0, totals.elements)});
    }
    return text + toAligned(summary) + "\n" + toAligned(importTable(model, NumberStyle::people));
}

Json toJson(const OnnxModel& model) {
    const Totals totals = totalsOf(model.lowered);
    Json about;
    about.set("name", model.graph.name);
    about.set("opset", model.graph.opset);
    about.set("producer", model.header.producer);
    Json nodes = Json::array();
    for (std::size_t i = 0; i < model.graph.nodes.size(); ++i) nodes.push(nodeJson(model, i, totals));
    Json sums;
    for (const NodeFate fate : kAllFates) {
        Json sum;
        sum.set("nodes", nodeCount(model.lowered, fate));
        sum.set("macs", model.lowered.macs(fate));
        sum.set("elements", model.lowered.elements(fate));
        sum.set("macs_share", shareOf(model.lowered.macs(fate), totals.macs));
        sum.set("elements_share", shareOf(isRun(fate) ? model.lowered.elements(fate) : 0, totals.elements));
        sums.set(std::string(keyOf(fate)), std::move(sum));
    }
    Json json;
    json.set("lapidary", producerJson("lapidary/import/1"));
    json.set("model", std::move(about));
    Json axes = Json::array();
    for (const OpenAxis& open : model.header.openAxes)
        axes.push(Json::object()
                      .set("input", open.input)
                      .set("axis", static_cast<std::int64_t>(open.axis))
                      .set("name", open.name)
                      .set("extent", open.extent));
    json.set("open_axes", std::move(axes));
    json.set("nodes", std::move(nodes));
    json.set("totals", std::move(sums));
    json.set("network", toJson(model.network));
    return json;
}

}  // namespace lapidary
