// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "core/io/constraints_body.h"
#include "core/io/figure_slots.h"
#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

/// Whole numbers without a decimal point; nothing if unknown.
void setNumber(Json& json, std::string key, const std::optional<double>& value) {
    constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
    if (!value) return;
    const bool whole = std::abs(*value) < kExactIntegers && *value == std::trunc(*value);
    json.set(std::move(key), whole ? Json(static_cast<std::int64_t>(*value)) : Json(*value));
}

void setEnergies(Json& json, const Energies& energy) {
    Json result;
    setNumber(result, "read", energy.read.value);
    setNumber(result, "write", energy.write.value);
    setNumber(result, "update", energy.update.value);
    setNumber(result, "leak", energy.leak.value);
    if (!result.isNull()) json.set("energy_pj", std::move(result));
}

/// One source where all figures agree, else one per figure.
void setSources(Json& json, const std::vector<FigureSlot<const Figure>>& slots) {
    std::optional<std::string> common;
    bool agree = true;
    Json sources;
    for (const auto& [key, figure] : slots) {
        if (!figure->source.empty()) sources.set(key, figure->source);
        if (!figure->value && figure->source.empty()) continue;
        agree = agree && figure->value && figure->source == common.value_or(figure->source);
        common = figure->source;
    }
    if (sources.isNull()) return;
    if (agree)
        json.set("source", *common);
    else
        json.set("sources", std::move(sources));
}

void setBandwidth(Json& json, const Bandwidth& bandwidth) {
    Json result;
    setNumber(result, "read", bandwidth.read);
    setNumber(result, "write", bandwidth.write);
    setNumber(result, "shared", bandwidth.shared);
    if (!result.isNull()) json.set("bandwidth", std::move(result));
}

void setRate(Json& json, std::string key, const std::optional<Rate>& rate) {
    if (!rate) return;
    if (rate->inBits)
        json.set(std::move(key), toText(*rate));
    else
        setNumber(json, std::move(key), rate->amount);
}

void setPorts(Json& json, const std::vector<Port>& ports) {
    if (ports.empty()) return;
    Json list = Json::array();
    for (const Port& port : ports) {
        Json item;
        item.set("name", port.name);
        item.set("type", keyOf(port.type));
        setRate(item, "bandwidth", port.bandwidth);
        setRate(item, "min", port.least);
        Json serves = Json::array();
        for (const PortUse& use : port.serves) serves.push(Json(toText(use)));
        if (!port.serves.empty()) item.set("serves", std::move(serves));
        list.push(std::move(item));
    }
    json.set("ports", std::move(list));
}

void setCapacity(Json& json, const std::optional<Capacity>& capacity) {
    if (capacity) json.set("capacity", capacity->inWords ? Json(capacity->amount) : Json(toText(*capacity)));
}

/// Level or Partition, where they aren't as by default.
template <class Memory>
void setMemory(Json& json, const Memory& memory) {
    if (memory.memory != MemoryKind::automatic) json.set("memory", keyOf(memory.memory));
    if (memory.banks != 1) json.set("banks", memory.banks);
}

Json partitionJson(const Partition& partition) {
    Json json = Json::object();
    setCapacity(json, partition.capacity);
    if (partition.wordBits != 0) json.set("word_bits", partition.wordBits);
    if (partition.block != 0) json.set("block", partition.block);
    setBandwidth(json, partition.bandwidth);
    setMemory(json, partition);
    setEnergies(json, partition.energy);
    setNumber(json, "area_um2", partition.area.value);
    setSources(json, storageFigures(partition));
    return json;
}

Json levelJson(const Level& level) {
    Json json;
    json.set("name", level.name);
    json.set("word_bits", level.wordBits);
    json.set("block", level.block);
    setCapacity(json, level.capacity);
    json.set("buffers", level.buffers);
    setBandwidth(json, level.bandwidth);
    setPorts(json, level.ports);
    if (!level.doubleBuffered) json.set("double_buffered", false);
    Json keeps;
    for (const auto& [role, keep] : level.keep) keeps.set(role, keyOf(keep));
    if (!keeps.isNull()) json.set("keep", std::move(keeps));
    setMemory(json, level);
    setEnergies(json, level.energy);
    setNumber(json, "area_um2", level.area.value);
    setSources(json, storageFigures(level));
    Json partitions;
    for (const auto& [role, partition] : level.partitions) partitions.set(role, partitionJson(partition));
    if (!partitions.isNull()) json.set("partitions", std::move(partitions));
    return json;
}

Json fanoutJson(const Fanout& fanout, const Architecture& architecture) {
    Json json;
    json.set("name", fanout.name);
    json.set("below", architecture.levels()[static_cast<std::size_t>(fanout.below)].name);
    json.set("x", fanout.x);
    json.set("y", fanout.y);
    if (fanout.multicast) json.set("multicast", keyOf(*fanout.multicast));
    json.set("reduction", fanout.reduction);
    setNumber(json, "hop_mm", fanout.hopMm);
    setNumber(json, "hop_pj", fanout.hopEnergy.value);
    setSources(json, fanoutFigures(fanout));
    return json;
}

Json computeJson(const Compute& compute) {
    Json json;
    json.set("name", compute.name);
    setNumber(json, "energy_pj", compute.energy.value);
    setNumber(json, "area_um2", compute.area.value);
    json.set("interval", compute.interval);
    if (compute.format) json.set("format", toText(*compute.format));
    setSources(json, computeFigures(compute));
    return json;
}

}  // namespace

Json toJson(const Technology& technology) {
    Json json;
    json.set("tables", keyOf(technology.tables));
    setNumber(json, "node_nm", technology.nodeNm);
    json.set("flavor", keyOf(technology.flavor));
    json.set("scaling", keyOf(technology.scaling));
    setNumber(json, "temperature_k", technology.temperatureK);
    json.set("leakage", technology.leakage);
    setNumber(json, "mac_pj", technology.macPj);
    return json;
}

Json toJson(const Architecture& architecture) {
    const ArchitectureSpec& spec = architecture.spec();
    Json json;
    json.set("schema", schemaJson("architecture", 1));
    json.set("name", spec.name);
    if (!spec.title.empty()) json.set("title", spec.title);
    if (!spec.source.empty()) json.set("source", spec.source);
    if (!spec.controller.empty()) json.set("controller", spec.controller);
    setNumber(json, "clock_ghz", spec.clockGhz);
    if (spec.technology) json.set("technology", toJson(*spec.technology));
    Json levels = Json::array();
    for (const Level& level : spec.levels) levels.push(levelJson(level));
    Json fanouts = Json::array();
    for (const Fanout& fanout : spec.fanouts) fanouts.push(fanoutJson(fanout, architecture));
    json.set("levels", std::move(levels));
    json.set("fanouts", std::move(fanouts));
    json.set("compute", computeJson(architecture.compute()));
    if (!spec.constraints.empty()) json.set("constraints", constraintsBody(spec.constraints));
    return json;
}

}  // namespace lapidary
