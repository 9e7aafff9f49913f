// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/relax_report.h"

#include "core/base/units.h"
#include "core/explore/sweep_point.h"
#include "core/io/native.h"

namespace lapidary {

namespace {

Json settingsJson(const std::vector<Relaxation::Setting>& settings) {
    Json list = Json::array();
    for (const auto& [path, value] : settings) list.push(path + "=" + value);
    return list;
}

/// {"valid", "ways"}
Json adviceJson(const Advice& advice, const Target& target, const Constraints& constraints) {
    const auto mappingJson = [&](const Mapping& mapping) {
        return mappingToJson(mapping, target.workload, target.architecture);
    };
    Json ways = Json::array();
    for (const Relaxation& way : advice.ways) {
        Json row = Json::object().set("what", way.what).set("set", settingsJson(way.settings)).set("least", way.least);
        if (!(way.constraints == constraints)) row.set("constraints", toJson(way.constraints));
        ways.push(row.set("mapping", mappingJson(way.witness)));
    }
    return Json::object().set("valid", advice.valid ? mappingJson(*advice.valid) : Json()).set("ways", std::move(ways));
}

/// "PE.fanout 2x1, Ruby-S"
std::string pointTitle(const SweepPoint& point, const SweepSpec& spec) {
    std::string text;
    for (std::size_t axis = 0; axis < spec.axes.size(); ++axis)
        text += spec.axes[axis].path + " " + point.values[axis] + ", ";
    return text + std::string(entryOf(point.factorization).label);
}

}  // namespace

std::string relaxText(const Advice& advice) {
    std::string text = advice.ways.size() > 1 ? "\nWhat to relax, any one of these\n" : "\nWhat to relax\n";
    for (const std::string& line : toLines(advice)) text += "  " + line + '\n';
    return text;
}

Json relaxJson(const Advice& advice, const Mapspace& mapspace) {
    return adviceJson(advice, mapspace.target(), mapspace.options().constraints);
}

std::string relaxText(const SweepAdvice& advice, const SweepSpec& spec, const SweepResult& result) {
    if (advice.empty()) return {};
    const bool oneDesign = result.points.size() == 1;
    std::string text = "\nWhat to relax, for layers without a valid mapping\n";
    for (const PointAdvice& point : advice.points) {
        if (!oneDesign) text += "  " + pointTitle(*result.points[point.point], spec) + '\n';
        for (const std::string& line : toLines(point, spec, result.layers))
            text += (oneDesign ? "  " : "    ") + line + '\n';
    }
    if (advice.leftOut > 0)
        text += "  and " + formatCount(static_cast<std::int64_t>(advice.leftOut)) + " more searches without one\n";
    return text;
}

Json relaxJson(const SweepAdvice& advice, const SweepSpec& spec, const SweepResult& result) {
    Json points = Json::array();
    for (const PointAdvice& each : advice.points) {
        const SweepPoint& point = *result.points[each.point];
        const Constraints constraints = mapspaceOf(spec, point).constraints;
        Json layers = Json::array(), common = Json::array();
        for (const LayerAdvice& layer : each.layers) {
            Json row = Json::object().set("layer", result.layers[layer.layer].workload.name());
            const Json found = adviceJson(layer.advice, *point.layers[layer.layer].target, constraints);
            for (const Json::Member& member : found.members()) row.set(member.name, member.value);
            layers.push(std::move(row));
        }
        for (const CommonWay& way : each.common) {
            Json row = Json::object().set("what", way.what).set("set", settingsJson(way.settings));
            if (!(way.constraints == constraints)) row.set("constraints", toJson(way.constraints));
            common.push(std::move(row));
        }
        points.push(Json::object()
                        .set("point", static_cast<std::int64_t>(each.point))
                        .set("layers", std::move(layers))
                        .set("common", std::move(common)));
    }
    return Json::object().set("points", std::move(points)).set("left_out", static_cast<std::int64_t>(advice.leftOut));
}

}  // namespace lapidary
