// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "core/io/constraints_body.h"
#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

Json numberOrNull(const std::optional<double>& value) {
    if (!value) return {};
    constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
    const bool whole = std::abs(*value) < kExactIntegers && *value == std::trunc(*value);
    return whole ? Json(static_cast<std::int64_t>(*value)) : Json(*value);
}

bool known(const Figure& figure) { return figure.value || !figure.source.empty(); }

Json figureJson(const Figure& figure) {
    if (figure.source.empty()) return numberOrNull(figure.value);
    Json json;
    json.set("value", numberOrNull(figure.value));
    json.set("source", figure.source);
    return json;
}

void setFigure(Json& json, std::string name, const Figure& figure) {
    if (known(figure)) json.set(std::move(name), figureJson(figure));
}

/// One source for all where they agree, else one per figure.
void setEnergies(Json& json, const Energies& energy) {
    const std::pair<const char*, Figure> figures[] = {
        {"read", energy.read}, {"write", energy.write}, {"update", energy.update}, {"leak", energy.leak}};
    std::string common = energy.read.source;
    for (const auto& [name, figure] : figures)
        if (known(figure) && (figure.source != common || !figure.value)) common.clear();

    Json result;
    for (auto [name, figure] : figures) {
        if (!known(figure)) continue;
        if (!common.empty()) figure.source.clear();
        result.set(name, figureJson(figure));
    }
    if (!common.empty()) result.set("source", common);
    if (!result.isNull()) json.set("energy_pj", std::move(result));
}

void setBandwidth(Json& json, const Bandwidth& bandwidth) {
    Json result;
    if (bandwidth.read) result.set("read", numberOrNull(bandwidth.read));
    if (bandwidth.write) result.set("write", numberOrNull(bandwidth.write));
    if (bandwidth.shared) result.set("shared", numberOrNull(bandwidth.shared));
    if (!result.isNull()) json.set("bandwidth", std::move(result));
}

void setCapacity(Json& json, const std::optional<Capacity>& capacity) {
    if (capacity) json.set("capacity", capacity->inWords ? Json(capacity->amount) : Json(toText(*capacity)));
}

Json partitionJson(const Partition& partition) {
    Json json = Json::object();
    setCapacity(json, partition.capacity);
    if (partition.wordBits != 0) json.set("word_bits", partition.wordBits);
    if (partition.block != 0) json.set("block", partition.block);
    setBandwidth(json, partition.bandwidth);
    setEnergies(json, partition.energy);
    setFigure(json, "area_um2", partition.area);
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
    Json keeps;
    for (const auto& [role, keep] : level.keep) keeps.set(role, keyOf(keep));
    if (!keeps.isNull()) json.set("keep", std::move(keeps));
    setEnergies(json, level.energy);
    setFigure(json, "area_um2", level.area);
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
    setFigure(json, "hop_pj", fanout.hopEnergy);
    return json;
}

Json computeJson(const Compute& compute) {
    Json json;
    json.set("name", compute.name);
    setFigure(json, "energy_pj", compute.energy);
    setFigure(json, "area_um2", compute.area);
    json.set("interval", compute.interval);
    return json;
}

}  // namespace

Json toJson(const Architecture& architecture) {
    const ArchitectureSpec& spec = architecture.spec();
    Json json;
    json.set("schema", schemaJson("architecture", 1));
    json.set("name", spec.name);
    if (!spec.title.empty()) json.set("title", spec.title);
    if (!spec.source.empty()) json.set("source", spec.source);
    if (spec.clockGhz) json.set("clock_ghz", numberOrNull(spec.clockGhz));
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
