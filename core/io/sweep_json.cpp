// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/pareto.h"
#include "core/io/native.h"
#include "core/io/options_json.h"
#include "core/io/search_json.h"
#include "core/io/sweep_report.h"

namespace lapidary {

namespace {

/// null if nothing failed.
Json failureJson(const Diagnostics& failure) {
    if (failure.empty()) return {};
    Json list = Json::array();
    for (const Diagnostic& diagnostic : failure)
        if (diagnostic.severity == Severity::error) list.push(toText(diagnostic));
    return list;
}

Json layerJson(const LayerOutcome& outcome, const Layer& layer) {
    const bool found = outcome.best.has_value();
    Json json = Json::object();
    json.set("name", layer.workload.name());
    json.set("count", layer.count);
    json.set("failure", failureJson(outcome.failure));
    if (!outcome.target) return json;
    json.set("stopped_by", keyOf(outcome.cause));
    json.set("macs", outcome.macs);
    json.set("energy_pj", orNull(outcome.energyPj));
    json.set("cycles", found ? Json(outcome.cycles) : Json());
    json.set("edp", orNull(outcome.edp));
    json.set("utilization", found ? Json(outcome.utilization) : Json());
    json.set("lower_bound", found ? orNull(outcome.bound) : Json());
    json.set("proven", outcome.proven);
    json.set("counters", countersJson(outcome.counters, *outcome.target));
    json.set(
        "mapping",
        found ? mappingToJson(outcome.best->mapping, outcome.target->workload, outcome.target->architecture) : Json());
    return json;
}

Json valuesJson(const SweepPoint& point, const SweepSpec& spec) {
    Json values = Json::object();
    for (std::size_t axis = 0; axis < spec.axes.size(); ++axis) values.set(spec.axes[axis].path, point.values[axis]);
    return values;
}

Json pointJson(const SweepPoint& point, const SweepSpec& spec, const std::vector<Layer>& layers) {
    Json notes = Json::array();
    for (const std::string& note : point.notes) notes.push(note);
    Json outcomes = Json::array();
    for (std::size_t i = 0; i < point.layers.size(); ++i) outcomes.push(layerJson(point.layers[i], layers[i]));

    Json json = Json::object();
    json.set("index", static_cast<std::int64_t>(point.index));
    json.set("values", valuesJson(point, spec));
    json.set("mapspace", keyOf(point.factorization));
    json.set("failure", failureJson(point.failure));
    json.set("complete", point.complete);
    json.set("area_um2", orNull(point.areaUm2));
    json.set("notes", std::move(notes));
    json.set("edp", orNull(point.edp));
    json.set("edp_js", orNull(valueOf(PointMetric::edpJs, point)));
    json.set("edp_sum", orNull(point.edpSum));
    json.set("energy_pj", orNull(point.energyPj));
    json.set("cycles", orNull(point.cycles));
    json.set("macs", orNull(point.macs));
    if (point.stallCycles) json.set("stall_cycles", *point.stallCycles);
    json.set("utilization", orNull(point.utilization));
    json.set("lower_bound", orNull(point.bound));
    json.set("gap", orNull(point.gap));
    json.set("drawn", point.drawn);
    json.set("layers", std::move(outcomes));
    return json;
}

Json indicesJson(const std::vector<std::size_t>& indices) {
    Json list = Json::array();
    for (const std::size_t index : indices) list.push(static_cast<std::int64_t>(index));
    return list;
}

/// Of area and EDP: of all points and of each mapspace's.
Json frontsJson(const SweepSpec& spec, const SweepPoints& points) {
    Json fronts = Json::object();
    fronts.set("all", indicesJson(paretoFront(points, PointMetric::area, PointMetric::edp)));
    for (const Factorization kind : spec.mapspaces)
        fronts.set(std::string(keyOf(kind)),
                   indicesJson(paretoFront(points, PointMetric::area, PointMetric::edp, kind)));
    return fronts;
}

/// Shares of EDP below PFM on the same design, in the order of the points, and their means.
Json improvementJson(const SweepSpec& spec, const SweepPoints& points) {
    Json shares = Json::array();
    for (const auto& share : improvements(points, PointMetric::edp)) shares.push(orNull(share));
    Json means = Json::object();
    for (const Factorization kind : spec.mapspaces)
        means.set(std::string(keyOf(kind)), orNull(meanImprovement(points, PointMetric::edp, kind)));
    return Json::object().set("metric", keyOf(PointMetric::edp)).set("points", std::move(shares)).set("mean", means);
}

}  // namespace

Json networkToJson(const SweepFile& sweep, const SweepResult& result, const Provenance& provenance) {
    const SweepPoint& point = *result.points.front();
    Json json = Json::object();
    json.set("lapidary", producerJson("lapidary/network-result/1"));
    json.set("provenance", toJson(provenance));
    json.set("network", sweep.networkKey);
    json.set("architecture", sweep.spec.base.name());
    json.set("search", toJson(sweep.spec.search));
    json.set("semantics", rulesJson(sweep.spec.search, sweep.spec.semantics));
    json.set("stopped", result.stopped);
    const Json found = pointJson(point, sweep.spec, result.layers);
    for (const Json::Member& member : found.members())
        if (member.name != "index" && member.name != "values") json.set(member.name, member.value);
    json.set("run", runJson(result.seconds, result.threads, point.drawn));
    return json;
}

Json sweepToJson(const SweepFile& sweep, const SweepResult& result, const Provenance& provenance) {
    Json points = Json::array();
    std::int64_t drawn = 0;
    for (const SweepPointPtr& point : result.points) {
        points.push(pointJson(*point, sweep.spec, result.layers));
        drawn += point->drawn;
    }
    Json json = Json::object();
    json.set("lapidary", producerJson("lapidary/sweep-result/1"));
    json.set("provenance", toJson(provenance));
    json.set("sweep", toJson(sweep));
    json.set("stopped", result.stopped);
    json.set("points", std::move(points));
    json.set("fronts", frontsJson(sweep.spec, result.points));
    json.set("improvement_over_pfm", improvementJson(sweep.spec, result.points));
    json.set("run", runJson(result.seconds, result.threads, drawn));
    return json;
}

}  // namespace lapidary
