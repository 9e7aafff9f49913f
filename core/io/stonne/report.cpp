// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/report.h"

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/report_table.h"

namespace lapidary::stonne {
namespace {

using fabric::Controller;
using fabric::Outcome;
using fabric::Run;

Json countersJson(const fabric::Counters& c) {
    return Json::object()
        .set("multiplications", c.multiplications)
        .set("psum_forwards", c.psumForwards)
        .set("zero_forwards", c.zeroForwards)
        .set("neighbour_forwards", c.neighbourForwards)
        .set("packets", c.packets)
        .set("unicasts", c.unicasts)
        .set("broadcasts", c.broadcasts)
        .set("two_input_sums", c.twoInputSums)
        .set("three_input_sums", c.threeInputSums)
        .set("parent_sends", c.parentSends)
        .set("link_sends", c.linkSends)
        .set("top_results", c.topResults)
        .set("accumulations", c.accumulations)
        .set("results", c.results)
        .set("bus_conflicts", c.busConflicts)
        .set("configurations", c.configurations);
}

Json energyJson(const Outcome& outcome) {
    Json components = Json::array();
    for (const fabric::ComponentEnergy& component : outcome.components)
        components.push(Json::object()
                            .set("name", component.name)
                            .set("instances", component.instances)
                            .set("events", component.events)
                            .set("dynamic", component.dynamic)
                            .set("static", component.leakage)
                            .set("area", component.area));
    return Json::object()
        .set("unit", Json())
        .set("dynamic", outcome.dynamicEnergy())
        .set("static", outcome.leakage())
        .set("total", outcome.energy())
        .set("area", outcome.area())
        .set("components", components);
}

Json headJson(const Run& run) {
    Json json = Json::object()
                    .set("lapidary", producerJson("lapidary/fabric/1"))
                    .set("model", "fabric")
                    .set("layer", layerJson(run.layer))
                    .set("hardware", hardwareJson(run.hardware));
    switch (run.hardware.controller) {
    case Controller::maeri: json.set("tile", tileJson(run.tile)); break;
    case Controller::systolic:
        json.set("tile", Json::object().set("T_M", run.systolicTile.m).set("T_N", run.systolicTile.n).set("T_K", 1));
        break;
    case Controller::sigma: json.set("dataflow", keyOf(run.stationary)); break;
    }
    return json;
}

Json sramJson(const fabric::Sram& sram) {
    return Json::object()
        .set("weight_reads", sram.weightReads)
        .set("input_reads", sram.inputReads)
        .set("psum_reads", sram.psumReads)
        .set("psum_writes", sram.psumWrites);
}

std::string titleOf(const Run& run) {
    const fabric::Hardware& hardware = run.hardware;
    std::string title = std::string(entryOf(hardware.controller).label) + " of ";
    title +=
        hardware.array == fabric::Array::mesh
            ? formatCount(hardware.rows) + " x " + formatCount(hardware.columns) + " multipliers"
            : formatCount(hardware.multipliers) + " multipliers, " + std::string(entryOf(hardware.reduction).label);
    title += ", " + formatCount(hardware.distributionWidth) + " words in and " + formatCount(hardware.reductionWidth) +
             " out per cycle";
    if (hardware.accumulationBuffer) title += ", accumulation buffer";
    return "fabric model: " + title + "\n";
}

}  // namespace

Json hardwareJson(const fabric::Hardware& hardware) {
    Json json =
        Json::object().set("controller_type", keyOf(hardware.controller)).set("ms_network_type", keyOf(hardware.array));
    if (hardware.array == fabric::Array::mesh)
        json.set("ms_rows", hardware.rows).set("ms_cols", hardware.columns);
    else
        json.set("ms_size", hardware.multipliers);
    return json.set("dn_bw", hardware.distributionWidth)
        .set("rn_bw", hardware.reductionWidth)
        .set("reduce_network_type", keyOf(hardware.reduction))
        .set("accumulation_buffer", hardware.accumulationBuffer);
}

Json layerJson(const fabric::Layer& layer) {
    Json json = Json::object().set("name", layer.name).set("kind", keyOf(layer.kind));
    if (layer.kind != fabric::LayerKind::conv)
        return json.set("batch", layer.gemm.batch).set("M", layer.gemm.m).set("N", layer.gemm.n).set("K", layer.gemm.k);
    const fabric::ConvShape& shape = layer.conv;
    if (shape.slices > 1) json.set("slices", shape.slices);
    return json.set("N", shape.n)
        .set("G", shape.g)
        .set("C", shape.c)
        .set("K", shape.k)
        .set("R", shape.r)
        .set("S", shape.s)
        .set("X", shape.x)
        .set("Y", shape.y)
        .set("stride", Json::array({Json(shape.strideX), Json(shape.strideY)}))
        .set("dilation", Json::array({Json(shape.dilationX), Json(shape.dilationY)}))
        .set("padding",
             Json::array({Json(shape.padTop), Json(shape.padLeft), Json(shape.padBottom), Json(shape.padRight)}))
        .set("layout", keyOf(shape.layout));
}

Json tileJson(const fabric::Tile& tile) {
    return Json::object()
        .set("T_R", tile.r)
        .set("T_S", tile.s)
        .set("T_C", tile.c)
        .set("T_K", tile.k)
        .set("T_G", tile.g)
        .set("T_N", tile.n)
        .set("T_X'", tile.x)
        .set("T_Y'", tile.y);
}

Json reportJson(const Run& run, const Outcome& outcome) {
    return headJson(run)
        .set("valid", true)
        .set("reasons", Json::array())
        .set("cycles", outcome.cycles)
        .set("multiplications", outcome.counters.multiplications)
        .set("sram", sramJson(outcome.sram))
        .set("psums", outcome.psums)
        .set("macs", outcome.macs)
        .set("utilization", outcome.utilization())
        .set("neurons", outcome.neurons)
        .set("neuron_size", outcome.neuronSize)
        .set("folds", outcome.folds)
        .set("psums_through_memory", outcome.psumsThroughMemory)
        .set("overtaken", outcome.overtaken)
        .set("counters", countersJson(outcome.counters))
        .set("energy", energyJson(outcome));
}

Json refusalJson(const Run& run, const Diagnostics& reasons) {
    Json texts = Json::array();
    for (const Diagnostic& reason : reasons) texts.push(reason.message);
    return headJson(run).set("valid", false).set("reasons", texts).set("cycles", Json());
}

std::string reportText(const Run& run, const Outcome& outcome) {
    std::string text = titleOf(run);
    const auto line = [&](const char* what, const std::string& value) {
        text += std::string(what) + ": " + value + "\n";
    };
    if (run.layer.kind == fabric::LayerKind::conv && run.layer.conv.slices > 1)
        line("over three axes", formatCount(run.layer.conv.slices) + " output slices, a 2-D convolution of " +
                                    formatCount(run.layer.conv.c) + " channels each");
    if (run.hardware.controller == Controller::maeri)
        line("tile", toText(run.tile) + " (" + formatCount(outcome.neurons) + " virtual neurons of " +
                         formatCount(outcome.neuronSize) + ", " + formatCount(outcome.folds) + " folds" +
                         (outcome.psumsThroughMemory ? ", partial sums through memory)" : ")"));
    if (run.hardware.controller == Controller::systolic)
        line("tile", formatCount(run.systolicTile.m) + " x " + formatCount(run.systolicTile.n) + " outputs");
    if (run.hardware.controller == Controller::sigma)
        line("dataflow",
             std::string(keyOf(run.stationary)) + ", " + formatCount(outcome.counters.configurations) + " rounds");
    line("cycles", formatCount(outcome.cycles));
    line("multiplications",
         formatCount(outcome.counters.multiplications) + " (the layer has " + formatCount(outcome.macs) + " MACs)");
    line("utilisation", formatSignificant(100 * outcome.utilization()) + " %");
    line("memory reads", formatCount(outcome.sram.weightReads) + " weights, " + formatCount(outcome.sram.inputReads) +
                             " inputs, " + formatCount(outcome.sram.psumReads) + " partial sums");
    line("memory writes", formatCount(outcome.sram.psumWrites));
    line("psums", formatCount(outcome.psums));
    line("energy", formatSignificant(outcome.dynamicEnergy()) + " dynamic + " + formatSignificant(outcome.leakage()) +
                       " static (STONNE's table states no unit)");
    return text + "\n" + toAligned(componentTable(outcome, NumberStyle::people));
}

Table componentTable(const Outcome& outcome, NumberStyle style) {
    Table table{{"component", "instances", "events", "dynamic energy", "static energy", "area"}, {}};
    for (const fabric::ComponentEnergy& component : outcome.components)
        table.rows.push_back({component.name, cell(component.instances, style), cell(component.events, style),
                              realCell(component.dynamic, style), realCell(component.leakage, style),
                              realCell(component.area, style)});
    return table;
}

}  // namespace lapidary::stonne
