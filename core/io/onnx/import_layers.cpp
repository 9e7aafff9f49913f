// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/onnx/import_layers.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/base/units.h"
#include "core/io/report_table.h"

namespace lapidary {

namespace {

constexpr NodeFate kFatesInOrder[] = {NodeFate::layer, NodeFate::folded, NodeFate::constant, NodeFate::host};

bool sameShape(const Workload& a, const Workload& b) {
    return a.dimensions() == b.dimensions() && a.tensors() == b.tensors();
}

std::string shareOfAll(std::int64_t part, std::int64_t whole, NumberStyle style) {
    if (style != NumberStyle::exact) return shareText(part, whole);
    return formatExact(whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace

std::vector<ImportedLayer> importedLayers(const OnnxModel& model) {
    std::vector<ImportedLayer> layers;
    for (const LoweredLayer& lowered : model.lowered.layers) {
        const auto found = std::ranges::find_if(
            layers, [&](const ImportedLayer& layer) { return sameShape(layer.workload, lowered.workload); });
        if (found != layers.end())
            found->nodes.push_back(lowered.node);
        else
            layers.push_back({lowered.workload, {lowered.node}, lowered.workload.macs()});
    }
    return layers;
}

Network networkOf(const OnnxModel& model, const std::vector<ImportedLayer>& layers, const std::vector<bool>& taken) {
    Network network = model.network;
    network.layers.clear();
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (taken[i]) network.layers.push_back({layers[i].workload, layers[i].count()});
    return network;
}

std::int64_t macsOf(const OnnxModel& model) {
    std::int64_t macs = 0;
    for (const NodeFate fate : kFatesInOrder) macs = checkedAdd(macs, model.lowered.macs(fate)).value_or(macs);
    return macs;
}

std::string boundsText(const Workload& workload) {
    std::string text;
    for (const Dimension& dimension : workload.dimensions())
        text += (text.empty() ? "" : "  ") + dimension.name + " " + formatCount(dimension.bound);
    return text;
}

Table importedLayerTable(const OnnxModel& model, const std::vector<ImportedLayer>& layers,
                         const std::vector<bool>& taken, NumberStyle style) {
    const std::int64_t all = macsOf(model);
    Table table;
    table.header = {"taken", "layer", "count", "bounds", "MACs of one", "share of MACs", "nodes"};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const ImportedLayer& layer = layers[i];
        std::string nodes;
        for (const int node : layer.nodes)
            nodes += (nodes.empty() ? "" : ", ") + model.graph.nodes[static_cast<std::size_t>(node)].name;
        table.rows.push_back({taken[i] ? "yes" : "no", layer.workload.name(), cell(layer.count(), style),
                              boundsText(layer.workload), cell(layer.macs, style),
                              shareOfAll(checkedMul(layer.macs, layer.count()).value_or(all), all, style), nodes});
    }
    return table;
}

Table importSummaryTable(const OnnxModel& model, NumberStyle style) {
    const LoweredGraph& lowered = model.lowered;
    const std::int64_t macs = macsOf(model);
    const std::int64_t elements = checkedAdd(lowered.elements(NodeFate::layer), lowered.elements(NodeFate::host))
                                      .value_or(lowered.elements(NodeFate::layer));
    Table table;
    table.header = {"became", "nodes", "MACs", "share of MACs", "share of elements"};
    for (const NodeFate fate : kFatesInOrder) {
        const bool isRun = fate == NodeFate::layer || fate == NodeFate::host;
        table.rows.push_back({std::string(entryOf(fate).label),
                              cell(std::int64_t{std::ranges::count(lowered.nodes, fate, &NodeReport::fate)}, style),
                              cell(lowered.macs(fate), style), shareOfAll(lowered.macs(fate), macs, style),
                              shareOfAll(isRun ? lowered.elements(fate) : 0, elements, style)});
    }
    return table;
}

}  // namespace lapidary
