// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/report.h"

#include <cmath>

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/option_key.h"
#include "core/io/report_table.h"

namespace lapidary::maestro {
namespace {

using data_centric::Outcome;
using data_centric::Phase;
using data_centric::PhaseTime;

constexpr Phase kAllPhases[] = {Phase::init, Phase::steady, Phase::edge};

const PhaseTime& timeOf(const Outcome& outcome, Phase phase) { return outcome.phases[static_cast<std::size_t>(phase)]; }

Json optional(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(); }

Json quirksJson(const data_centric::Quirks& quirks) {
    Json json = Json::object();
    for (const auto& entry : data_centric::keyTable(data_centric::Quirk{}))
        json.set(std::string(entry.key), quirks[entry.value]);
    return json;
}

Json delaysJson(const data_centric::Delays& delays) {
    return Json::object().set("least", delays.least).set("most", delays.most);
}

Json phasesJson(const Outcome& outcome) {
    Json phases = Json::object();
    for (const Phase phase : kAllPhases) {
        const PhaseTime& time = timeOf(outcome, phase);
        phases.set(std::string(keyOf(phase)), Json::object()
                                                  .set("steps", time.steps)
                                                  .set("cycles", time.cycles)
                                                  .set("compute", time.compute)
                                                  .set("communication", time.communication));
    }
    return phases;
}

/// What neighbours could hand on is counted by the rules edge-exact only.
Json tensorsJson(const Outcome& outcome, bool exact) {
    Json tensors = Json::array();
    for (const data_centric::TensorAccess& tensor : outcome.tensors) {
        Json json = Json::object()
                        .set("name", tensor.name)
                        .set("size", tensor.size)
                        .set("l2_read", tensor.l2Read)
                        .set("l2_write", tensor.l2Write)
                        .set("l1_read", tensor.l1Read)
                        .set("l1_write", tensor.l1Write)
                        .set("l2_required", tensor.l2Required)
                        .set("l1_required", tensor.l1Required);
        if (exact && !tensor.isOutput) json.set("passed", tensor.passed).set("passed_below", tensor.passedBelow);
        tensors.push(std::move(json));
    }
    return tensors;
}

Json layerJson(const EvaluatedLayer& layer, const Rules& rules) {
    const bool compat = rules.has_value();
    const Outcome& outcome = layer.outcome;
    Json warnings = Json::array();
    for (const std::string& warning : outcome.warnings) warnings.push(warning);
    Json directives = Json::array();
    for (const std::string& line : data_centric::toLines(layer.mapped.dataflow, layer.mapped.layer))
        directives.push(line);
    return Json::object()
        .set("network", layer.mapped.layer.network)
        .set("layer", layer.mapped.layer.name)
        .set("dataflow", directives)
        .set("valid", (compat && rules->overflowIsWarning) || outcome.fits)
        .set("fits", outcome.fits)
        .set("warnings", warnings)
        .set("cycles", outcome.runtime)
        .set("macs", outcome.macs)
        .set("true_macs", outcome.trueMacs)
        .set("steps", outcome.steps)
        .set("throughput", outcome.throughput())
        .set("phases", phasesJson(outcome))
        .set("delays", Json::object()
                           .set("ingress", delaysJson(outcome.ingress))
                           .set("egress", delaysJson(outcome.egress))
                           .set("compute", delaysJson(outcome.compute)))
        .set("l1_required", outcome.l1Required)
        .set("l2_required", outcome.l2Required)
        .set("peak_bandwidth", outcome.peakBandwidth)
        .set("average_bandwidth", outcome.averageBandwidth)
        .set("offchip_bandwidth_required", outcome.offchipBandwidth)
        .set("utilized_pes", outcome.utilizedPes)
        .set("energy_macs", outcome.energyMacs)
        .set("energy_nj", outcome.energyNj)
        .set("energy_pj", outcome.energyNj * 1000)
        .set("edp", outcome.energyNj * 1000 * static_cast<double>(outcome.runtime))
        .set("area_um2", outcome.areaUm2)
        .set("power_mw", outcome.powerMw)
        .set("tensors", tensorsJson(outcome, !compat));
}

Table phaseTable(const Outcome& outcome) {
    Table table{{"phase", "steps", "cycles", "compute", "communication"}, {}};
    for (const Phase phase : kAllPhases) {
        const PhaseTime& time = timeOf(outcome, phase);
        table.rows.push_back({std::string(entryOf(phase).label), formatCount(time.steps), formatCount(time.cycles),
                              formatCount(time.compute), formatCount(time.communication)});
    }
    return table;
}

std::string layerText(const EvaluatedLayer& layer, const Rules& rules) {
    const bool compat = rules.has_value();
    const Outcome& outcome = layer.outcome;
    std::string text = layer.mapped.layer.network + "/" + layer.mapped.layer.name + "\n";
    for (const std::string& line : data_centric::toLines(layer.mapped.dataflow, layer.mapped.layer))
        text += "  " + line + "\n";
    const auto line = [&](const char* what, const std::string& value) {
        text += std::string(what) + ": " + value + "\n";
    };
    line("runtime", formatCount(outcome.runtime) + " cycles");
    line("MACs",
         formatCount(outcome.macs) +
             (outcome.macs == outcome.trueMacs ? "" : " (the layer has " + formatCount(outcome.trueMacs) + ")"));
    line("throughput", formatSignificant(outcome.throughput()) + " MACs/cycle");
    line("PEs at work", formatSignificant(outcome.utilizedPes));
    line("energy", formatSi(outcome.energyNj * 1e-9, "J") +
                       (compat ? " (L2, and L1 of one-level dataflows); " : " (all L1, L2 and MACs); ") +
                       formatGrouped(outcome.energyMacs) + " MAC energies with all L1");
    line("area", formatGrouped(outcome.areaUm2) + " um^2");
    line("power", formatGrouped(outcome.powerMw) + " mW");
    line("L1 needed", formatCount(outcome.l1Required) + " elements per PE");
    line("L2 needed", formatCount(outcome.l2Required) + " elements");
    line("bandwidth needed", "peak " + formatCount(outcome.peakBandwidth) + ", average " +
                                 formatSignificant(outcome.averageBandwidth) + ", off-chip " +
                                 formatCount(outcome.offchipBandwidth) + " elements/cycle");
    for (const data_centric::TensorAccess& tensor : outcome.tensors)
        if (tensor.passed + tensor.passedBelow > 0)
            line("a neighbour had", formatCount(tensor.passed) + " words of " + tensor.name + " read from L2, and " +
                                        formatCount(tensor.passedBelow) + " brought below, a step before");
    for (const std::string& warning : outcome.warnings)
        line(compat && rules->overflowIsWarning ? "warning" : "error", warning);
    return text + "\n" + toAligned(phaseTable(outcome)) + "\n";
}

}  // namespace

std::string formatGrouped(double value) {
    constexpr double kLarge = 1e4, kMostGrouped = 1e18;
    return value < kLarge || value > kMostGrouped ? formatSignificant(value) : formatCount(std::llround(value));
}

Json hardwareJson(const data_centric::Hardware& hardware) {
    return Json::object()
        .set("pes", hardware.pes)
        .set("l1_elements", optional(hardware.l1Elements))
        .set("l2_elements", optional(hardware.l2Elements))
        .set("noc_bandwidth", optional(hardware.nocBandwidth))
        .set("offchip_bandwidth", optional(hardware.offchipBandwidth))
        .set("hops", hardware.hops)
        .set("mac_nj", hardware.costs.macNj)
        .set("l1_access_macs", hardware.costs.l1Access)
        .set("l2_access_macs", hardware.costs.l2Access)
        .set("source", hardware.costs.source);
}

Json semanticsJson(const Rules& rules) {
    return rules ? Json::object().set("compat", "maestro").set("quirks", quirksJson(*rules))
                 : Json::object().set("rules", "edge-exact");
}

Json reportJson(const std::vector<EvaluatedLayer>& layers, const data_centric::Hardware& hardware, const Rules& rules) {
    Json items = Json::array();
    for (const EvaluatedLayer& layer : layers) items.push(layerJson(layer, rules));
    return Json::object()
        .set("lapidary", producerJson("lapidary/data-centric/1"))
        .set("model", "data-centric")
        .set("semantics", semanticsJson(rules))
        .set("hardware", hardwareJson(hardware))
        .set("layers", items);
}

std::string reportText(const std::vector<EvaluatedLayer>& layers, const data_centric::Hardware& hardware,
                       const Rules& rules) {
    std::string text = "data-centric model, ";
    if (!rules)
        text += "rules edge-exact; ";
    else
        text += *rules == data_centric::Quirks{} ? "as MAESTRO counts; " : "as MAESTRO counts, some quirks off; ";
    text += formatCount(hardware.pes) + " PEs\n\n";
    for (const EvaluatedLayer& layer : layers) text += layerText(layer, rules);
    return text + toAligned(accessTable(layers, NumberStyle::people));
}

Table accessTable(const std::vector<EvaluatedLayer>& layers, NumberStyle style) {
    Table table{{"layer", "tensor", "size", "L2 reads", "L2 writes", "L1 reads", "L1 writes", "L2 needed", "L1 needed"},
                {}};
    for (const EvaluatedLayer& layer : layers)
        for (const data_centric::TensorAccess& tensor : layer.outcome.tensors)
            table.rows.push_back({layer.mapped.layer.name, tensor.name, cell(tensor.size, style),
                                  cell(tensor.l2Read, style), cell(tensor.l2Write, style), cell(tensor.l1Read, style),
                                  cell(tensor.l1Write, style), cell(tensor.l2Required, style),
                                  cell(tensor.l1Required, style)});
    return table;
}

}  // namespace lapidary::maestro
