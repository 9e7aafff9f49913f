// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/search_json.h"

#include "core/io/native.h"
#include "core/io/options_json.h"

namespace lapidary {

namespace {

/// The figures in a row of top, front or trace; unknown energies are null here as everywhere.
void setFigures(Json& row, const Candidate& candidate, const SearchOptions& options, const Evaluator& evaluator) {
    const Cost cost = costOf(options, candidate.mapping, evaluator);
    row.set("energy_pj", orNull(cost.energyPj));
    row.set("cycles", cost.cycles);
    row.set("edp", orNull(cost.edp));
    row.set("utilization", cost.utilization);
}

Json mappingJson(const Candidate& candidate, const Target& target) {
    return mappingToJson(candidate.mapping, target.workload, target.architecture);
}

Json bestJson(const SearchResult& result, const SearchOptions& options, const Evaluator& evaluator) {
    if (!result.best) return {};
    const Target& target = evaluator.target();
    return Json::object()
        .set("mapping", mappingJson(*result.best, target))
        .set("cost", costToJson(costOf(options, result.best->mapping, evaluator), target));
}

Json listJson(const std::vector<Candidate>& candidates, const SearchOptions& options, const Evaluator& evaluator) {
    Json list = Json::array();
    for (const Candidate& candidate : candidates) {
        Json row = Json::object();
        setFigures(row, candidate, options, evaluator);
        row.set("mapping", mappingJson(candidate, evaluator.target()));
        list.push(std::move(row));
    }
    return list;
}

Json traceJson(const std::vector<Improvement>& trace, const SearchOptions& options, const Evaluator& evaluator) {
    Json list = Json::array();
    for (const Improvement& improvement : trace) {
        Json row = Json::object().set("drawn", improvement.drawn);
        setFigures(row, improvement.best, options, evaluator);
        list.push(std::move(row));
    }
    return list;
}

Json sunstoneOptionsJson(const sunstone::Options& options) {
    Json json = Json::object();
    for (const sunstone::OptionText& option : sunstone::texts(options)) json.set(option.key, option.value);
    return json;
}

Json sunstoneCountersJson(const sunstone::Counters& counters) {
    Json json = Json::object();
    for (const sunstone::CounterText& counter : sunstone::texts(counters)) json.set(counter.key, counter.value);
    return json;
}

Json optionsJson(const SearchOptions& options) {
    Json json = Json::object()
                    .set("algorithm", std::string(keyOf(options.algorithm)))
                    .set("objective", toText(options.objective))
                    .set("max_evaluations", orNull(options.maxEvaluations))
                    .set("max_seconds", orNull(options.maxSeconds))
                    .set("victory", orNull(options.victory))
                    .set("streams", kStreams)
                    .set("top", options.top);
    if (options.gap) json.set("gap", *options.gap);
    if (options.wholeFront) json.set("whole_front", true);
    if (options.algorithm == Algorithm::sunstone) json.set("sunstone", sunstoneOptionsJson(options.sunstone));
    setWalk(json, options);
    return json;
}

Json mapspaceEcho(const Mapspace& mapspace, Placement placement = Placement::classic) {
    return Json::object()
        .set("factorization", std::string(keyOf(mapspace.options().factorization)))
        .set("placement", std::string(keyOf(placement)))
        .set("constraints", toJson(mapspace.options().constraints));
}

Json certificateJson(const optimal::Certificate& certificate) {
    Json closed = Json::object();
    for (const optimal::RuleCount& rule : certificate.closed) closed.set(rule.key, rule.count);
    Json json = Json::object()
                    .set("method", certificate.method)
                    .set("nodes", certificate.nodes)
                    .set("closed", std::move(closed));
    if (!certificate.reason.empty()) json.set("not_proven", certificate.reason);
    return json;
}

/// Null where Stores stand apart: such spaces are not counted.
Json sizeJson(const SearchResult& result, const SearchOptions& options) {
    return options.placement == Placement::classic ? Json(toDecimal(result.spaceSize)) : Json();
}

/// Unknown energies leave no value to state.
Json lowerBound(const SearchResult& result, const SearchOptions& options, const Evaluator& evaluator) {
    if (!result.bound || !result.best) return {};
    const Metric shown = options.objective.metrics.front();
    const bool known = shown == Metric::latency || evaluator.evaluate(result.best->mapping).energyPj;
    return known ? Json(*result.bound) : Json();
}

Json notesJson(const Diagnostics& notes) {
    Json list = Json::array();
    for (const Diagnostic& note : notes) list.push(note.message);
    return list;
}

/// Whose rules counted.
Json rulesJson(Compat tool) {
    if (!isDataCentric(tool)) return Json::object().set("compat", std::string(keyOf(tool)));
    return Json::object().set("model", "data-centric").set("rules", tool == Compat::maestro ? "maestro" : "edge-exact");
}

void setHead(Json& json, std::string_view schema, const Target& target) {
    json.set("lapidary", producerJson(schema));
    json.set("workload", workloadEcho(target.workload));
    json.set("architecture", target.architecture.name());
}

}  // namespace

Json rulesJson(const SearchOptions& options, const Semantics& semantics) {
    return options.compat ? rulesJson(*options.compat) : toJson(semantics);
}

Json runJson(double seconds, int threads, std::int64_t work) {
    return Json::object()
        .set("seconds", seconds)
        .set("threads", threads)
        .set("rate", seconds > 0 ? Json(static_cast<double>(work) / seconds) : Json());
}

Json countersJson(const Counters& counters, const Target& target) {
    Json invalid = Json::array();
    for (const ReasonCount& reason : counters.invalid)
        invalid.push(Json::object()
                         .set("code", std::string(keyOf(reason.example.code)))
                         .set("reason", reasonTitle(reason.example, target))
                         .set("count", reason.count)
                         .set("example", describe(reason.example, target)));
    return Json::object().set("drawn", counters.drawn).set("valid", counters.valid).set("invalid", std::move(invalid));
}

Json workloadEcho(const Workload& workload) {
    Json bounds = Json::object();
    for (const Dimension& dimension : workload.dimensions()) bounds.set(dimension.name, dimension.bound);
    return Json::object()
        .set("name", workload.name())
        .set("einsum", workload.einsum())
        .set("bounds", std::move(bounds));
}

Json evaluationToJson(const Cost& cost, const Target& target, double seconds, std::optional<Compat> tool) {
    Json json = Json::object();
    setHead(json, "lapidary/cost/1", target);
    const Json figures = costToJson(cost, target);
    for (const Json::Member& member : figures.members()) json.set(member.name, member.value);
    if (tool) json.set("semantics", rulesJson(*tool));
    json.set("run", runJson(seconds, 1, 1));
    return json;
}

Json searchToJson(const SearchResult& result, const SearchOptions& options, const Mapspace& mapspace,
                  const Evaluator& evaluator) {
    const Target& target = mapspace.target();
    const Json bound = lowerBound(result, options, evaluator);
    Json json = Json::object();
    setHead(json, "lapidary/search/1", target);
    json.set("mapspace", mapspaceEcho(mapspace, options.placement).set("size", sizeJson(result, options)));
    json.set("seed", Json::numberText(std::to_string(options.seed)));
    json.set("options", optionsJson(options));
    json.set("semantics", rulesJson(options, evaluator.semantics()));
    json.set("stopped_by", std::string(keyOf(result.cause)));
    json.set("proven", result.proven);
    json.set("lower_bound", bound);
    json.set("gap", bound.isNull() ? Json() : orNull(result.gap));
    json.set("counters", countersJson(result.counters, target));
    if (result.sunstone) json.set("sunstone", sunstoneCountersJson(*result.sunstone));
    if (result.certificate) json.set("certificate", certificateJson(*result.certificate));
    json.set("best", bestJson(result, options, evaluator));
    json.set("top", listJson(result.top, options, evaluator));
    json.set("front", listJson(result.front, options, evaluator));
    json.set("trace", traceJson(result.trace, options, evaluator));
    json.set("notes", notesJson(target.notes));
    json.set("run", runJson(result.seconds, result.threads, result.counters.drawn));
    return json;
}

Json countToJson(const SpaceCounts& counts, const Mapspace& mapspace) {
    Json json = Json::object();
    setHead(json, "lapidary/count/1", mapspace.target());
    json.set("mapspace", mapspaceEcho(mapspace));
    json.set("size", toDecimal(mapspace.size()));
    json.set("log10", log10Of(mapspace.size()));
    Json terms = Json::array();
    for (const SizeTerm& term : mapspace.terms())
        terms.push(
            Json::object().set("name", term.name).set("meaning", term.meaning).set("count", toDecimal(term.count)));
    json.set("terms", std::move(terms));
    if (const auto& valid = counts.valid)
        json.set("valid", Json::object()
                              .set("value", Json::numberText(toDecimal(valid->value)))
                              .set("exact", valid->exact)
                              .set("low", Json::numberText(toDecimal(valid->low)))
                              .set("high", Json::numberText(toDecimal(valid->high)))
                              .set("judged", valid->judged));
    if (counts.distinctAsked)
        json.set("distinct", counts.distinct ? Json::numberText(toDecimal(*counts.distinct)) : Json());
    json.set("notes", notesJson(mapspace.target().notes));
    json.set("run", runJson(counts.seconds, counts.threads, counts.valid ? counts.valid->judged : 0));
    return json;
}

}  // namespace lapidary
