// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/figures.h"
#include "core/base/version.h"
#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

Json numberOrNull(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

template <class List>
Json nameOrNull(const List& list, int index) {
    return index < 0 ? Json() : Json(list[static_cast<std::size_t>(index)].name);
}

Json reasonJson(const Reason& reason, const Target& target) {
    Json json;
    json.set("code", keyOf(reason.code));
    json.set("text", describe(reason, target));
    json.set("level", nameOrNull(target.architecture.levels(), reason.level));
    json.set("fanout", nameOrNull(target.architecture.fanouts(), reason.fanout));
    json.set("tensor", nameOrNull(target.workload.tensors(), reason.tensor));
    json.set("dimension", nameOrNull(target.workload.dimensions(), reason.dimension));
    json.set("needed", reason.needed);
    json.set("available", reason.available);
    return json;
}

Json tensorJson(const TensorCost& cost, const std::string& name) {
    Json multicast = Json::object();
    for (const auto& [size, words] : cost.multicast) multicast.set(std::to_string(size), words);
    Json json;
    json.set("name", name);
    json.set("stored", cost.stored);
    json.set("tile", cost.tile);
    json.set("instances_touched", cost.instancesTouched);
    json.set("reads", cost.reads);
    json.set("fills", cost.fills);
    json.set("updates", cost.updates);
    json.set("accesses", cost.accesses);
    json.set("read_accesses", cost.readAccesses);
    json.set("fill_accesses", cost.fillAccesses);
    json.set("update_accesses", cost.updateAccesses);
    json.set("delivered", cost.delivered);
    json.set("accumulate_reads", cost.accumulateReads);
    json.set("refetch_reads", cost.refetchReads);
    json.set("drains", cost.drains);
    json.set("spatial_reductions", cost.spatialReductions);
    json.set("distinct", cost.distinct);
    json.set("neighbour_moves", cost.neighbourMoves);
    json.set("multicast", std::move(multicast));
    json.set("energy_pj", numberOrNull(cost.energyPj));
    return json;
}

Json portJson(const PortCost& cost) {
    Json json;
    json.set("name", cost.name);
    json.set("busy_cycles", cost.busyCycles);
    json.set("window_cycles", cost.windowCycles);
    json.set("stall_cycles", cost.stallCycles);
    json.set("onload_cycles", cost.onloadCycles);
    json.set("offload_cycles", cost.offloadCycles);
    return json;
}

Json levelJson(const LevelCost& cost, const Workload& workload, bool byPorts) {
    Json tensors = Json::array();
    for (std::size_t t = 0; t < cost.tensors.size(); ++t)
        tensors.push(tensorJson(cost.tensors[t], workload.tensors()[t].name));
    Json json;
    json.set("name", cost.name);
    json.set("instances", cost.instances);
    json.set("cycles", cost.cycles);
    json.set("read_words", cost.readWords);
    json.set("write_words", cost.writeWords);
    json.set("energy_pj", numberOrNull(cost.energyPj));
    json.set("leakage_pj", numberOrNull(cost.leakagePj));
    json.set("tensors", std::move(tensors));
    if (!byPorts) return json;
    Json ports = Json::array();
    for (const PortCost& port : cost.ports) ports.push(portJson(port));
    json.set("ports", std::move(ports));
    return json;
}

Json trafficJson(const NetworkTraffic& traffic, const std::string& name) {
    Json json;
    json.set("name", name);
    json.set("words", traffic.words);
    json.set("deliveries", traffic.deliveries);
    json.set("hops", traffic.hops);
    json.set("energy_pj", numberOrNull(traffic.energyPj));
    return json;
}

/// A network without a hop energy has no figures of its own: "modelled" is false and they are null.
Json networkJson(const NetworkCost& cost, const Workload& workload) {
    Json tensors;
    if (cost.modelled) tensors = Json::array();
    for (std::size_t t = 0; t < cost.tensors.size(); ++t)
        tensors.push(trafficJson(cost.tensors[t], workload.tensors()[t].name));
    Json json;
    json.set("name", cost.name);
    json.set("used_x", cost.usedX);
    json.set("used_y", cost.usedY);
    json.set("instances", cost.instances);
    json.set("modelled", cost.modelled);
    json.set("energy_pj", numberOrNull(cost.energyPj));
    json.set("tensors", std::move(tensors));
    return json;
}

/// edp counts pJ * cycles; J * s needs the clock.
std::optional<double> edpJouleSeconds(const Cost& cost, const Architecture& architecture) {
    const std::optional<double> clockGhz = architecture.spec().clockGhz;
    if (!cost.edp || !clockGhz) return std::nullopt;
    return *cost.edp * 1e-12 / (*clockGhz * 1e9);
}

/// The design's figures behind energy and area, each with its source.
Json figuresJson(const Architecture& architecture) {
    Json json = Json::object();
    for (const auto& [path, figure] : figuresOf(architecture.spec())) {
        if (!figure->value) continue;
        Json entry;
        entry.set("value", *figure->value);
        entry.set("unit", unitOfFigure(path));
        entry.set("source", figure->source);
        json.set(path, std::move(entry));
    }
    return json;
}

template <class Costs, class ToJson>
Json listJson(const Costs& costs, ToJson toJsonOf) {
    Json list = Json::array();
    for (const auto& cost : costs) list.push(toJsonOf(cost));
    return list;
}

}  // namespace

Json costToJson(const Cost& cost, const Target& target) {
    Json json;
    json.set("valid", cost.valid);
    json.set("reasons", listJson(cost.reasons, [&](const Reason& reason) { return reasonJson(reason, target); }));
    json.set("macs", cost.macs);
    json.set("computes", cost.computes);
    json.set("steps", cost.steps);
    json.set("cycles", cost.cycles);
    const bool byPorts = cost.semantics.time == Time::ports;
    if (byPorts) {
        json.set("stall_cycles", cost.stallCycles);
        json.set("onload_cycles", cost.onloadCycles);
        json.set("offload_cycles", cost.offloadCycles);
    }
    json.set("bound_by", cost.boundBy);
    json.set("energy_pj", numberOrNull(cost.energyPj));
    json.set("compute_energy_pj", numberOrNull(cost.computeEnergyPj));
    json.set("network_energy_pj", numberOrNull(cost.networkEnergyPj));
    json.set("edp", numberOrNull(cost.edp));
    if (const auto edp = edpJouleSeconds(cost, target.architecture)) json.set("edp_js", *edp);
    json.set("area_um2", numberOrNull(cost.areaUm2));
    json.set("notes", listJson(cost.notes, [](const std::string& note) { return Json(note); }));
    json.set("utilization", cost.utilization);
    json.set("throughput_utilization", cost.throughputUtilization);
    json.set("semantics", toJson(cost.semantics));
    json.set("levels",
             listJson(cost.levels, [&](const LevelCost& level) { return levelJson(level, target.workload, byPorts); }));
    json.set("networks", listJson(cost.networks,
                                  [&](const NetworkCost& network) { return networkJson(network, target.workload); }));
    json.set("figures", figuresJson(target.architecture));
    return json;
}

Json toJson(const Semantics& semantics) {
    Json json;
    json.set("halo", keyOf(semantics.halo));
    json.set("window", keyOf(semantics.window));
    json.set("multicast", keyOf(semantics.multicast));
    json.set("drain_read", semantics.drainRead);
    json.set("padding", semantics.padding);
    // Switches of other tools' rules: only where they are set.
    if (semantics.perNetwork) json.set("per_network", true);
    if (semantics.linkTransfers) json.set("link_transfers", true);
    if (semantics.fullSteps) json.set("full_steps", true);
    if (!semantics.returnHops) json.set("return_hops", false);
    if (semantics.time != Time::overlap) json.set("time", keyOf(semantics.time));
    return json;
}

Json producerJson(std::string_view schema) {
    Json json;
    json.set("version", kVersion);
    json.set("schema", schema);
    return json;
}

}  // namespace lapidary
