// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/cloud_json.h"
#include "core/io/maestro/flash_session.h"
#include "core/io/native.h"
#include "core/io/options_json.h"
#include "core/io/session.h"
#include "core/io/session_parts.h"
#include "core/io/session_tuning.h"

namespace lapidary {

namespace {

Json searchJson(const SearchOptions& search) {
    Json json = toJson(search);
    json.set("threads", search.threads);
    return json;
}

Json sessionInputsJson(const SessionInputs& inputs) {
    Json workload = Json::object();
    workload.set("key", inputs.workloadKey);
    workload.set("value", toJson(inputs.workload));
    Json architecture = Json::object();
    architecture.set("key", inputs.architectureKey);
    architecture.set("value", lapidary::toJson(inputs.architecture));
    Json mapspace = Json::object();
    mapspace.set("kind", keyOf(inputs.mapspace.factorization));
    if (inputs.mapspace.constraints != inputs.architecture.spec().constraints)
        mapspace.set("constraints", lapidary::toJson(inputs.mapspace.constraints));

    Json json = Json::object();
    json.set("workload", std::move(workload));
    json.set("architecture", std::move(architecture));
    json.set("mapspace", std::move(mapspace));
    json.set("search", searchJson(inputs.search));
    if (inputs.semantics != Semantics{}) json.set("semantics", toJson(inputs.semantics));
    if (!inputs.fabric.empty()) json.set("fabric", fabricInputsJson(inputs.fabric));
    if (inputs.search.compat) json.set("compat", keyOf(*inputs.search.compat));
    return json;
}

Json candidateJson(const Candidate& candidate, const SessionInputs& inputs) {
    Json json = Json::object();
    json.set("energy_pj", candidate.score.energyPj);
    json.set("cycles", candidate.score.cycles);
    json.set("steps", candidate.score.steps);
    json.set("nest", nestJson(candidate.mapping, inputs.workload, inputs.architecture));
    return json;
}

Json candidatesJson(const std::vector<Candidate>& candidates, const SessionInputs& inputs) {
    Json json = Json::array();
    for (const Candidate& candidate : candidates) json.push(candidateJson(candidate, inputs));
    return json;
}

Json sessionCertificateJson(const optimal::Certificate& certificate) {
    Json closed = Json::array();
    for (const optimal::RuleCount& rule : certificate.closed)
        closed.push(Json::object().set("key", rule.key).set("meaning", rule.meaning).set("count", rule.count));
    Json json = Json::object()
                    .set("method", certificate.method)
                    .set("nodes", certificate.nodes)
                    .set("closed", std::move(closed));
    if (!certificate.reason.empty()) json.set("not_proven", certificate.reason);
    return json;
}

Json sessionRunJson(const SessionRun& run) {
    const SearchResult& result = run.result;
    Json trace = Json::array();
    for (const Improvement& improvement : result.trace) {
        Json json = candidateJson(improvement.best, run.inputs);
        json.set("drawn", improvement.drawn);
        json.set("seconds", improvement.seconds);
        trace.push(std::move(json));
    }
    Json json = Json::object();
    if (run.number > 0) json.set("number", run.number);
    if (!run.name.empty()) json.set("name", run.name);
    if (run.hidden) json.set("hidden", true);
    json.set("inputs", sessionInputsJson(run.inputs));
    if (run.queued) return json.set("queued", true);
    json.set("cause", keyOf(result.cause));
    json.set("seconds", result.seconds);
    json.set("threads", result.threads);
    json.set("space_size", toDecimal(result.spaceSize));
    json.set("proven", result.proven);
    json.set("counters", sessionCountersJson(result.counters, run.inputs.workload, run.inputs.architecture));
    json.set("top", candidatesJson(result.top, run.inputs));
    json.set("front", candidatesJson(result.front, run.inputs));
    json.set("trace", std::move(trace));
    if (result.sunstone) {
        Json own = Json::object();
        for (const sunstone::CounterText& counter : sunstone::texts(*result.sunstone))
            own.set(counter.key, counter.value);
        json.set("sunstone", std::move(own));
    }
    if (result.bound) json.set("lower_bound", *result.bound);
    if (result.certificate) json.set("certificate", sessionCertificateJson(*result.certificate));
    if (!run.bounds.empty()) {
        Json steps = Json::array();
        for (const BoundStep& step : run.bounds)
            steps.push(Json::object().set("drawn", step.drawn).set("seconds", step.seconds).set("bound", step.bound));
        json.set("bounds", std::move(steps));
    }
    if (result.cloud) json.set("cloud", lapidary::toJson(*result.cloud));
    return json;
}

Json shownJson(const ShownMapping& shown, const SessionInputs& inputs) {
    Json json = Json::object();
    if (shown.own) {
        json.set("nest", nestJson(*shown.own, inputs.workload, inputs.architecture));
    } else if (shown.point >= 0) {
        json.set("point", shown.point);
        json.set("layer", shown.layer);
    } else {
        json.set("run", shown.run);
        json.set(shown.onFront ? "front" : "rank", shown.rank);
    }
    return json;
}

Json pinJson(const PinnedMapping& pin) {
    if (!pin.place.own || !pin.inputs) return shownJson(pin.place, {});
    Json json = Json::object();
    json.set("name", pin.name);
    json.set("inputs", sessionInputsJson(*pin.inputs));
    json.set("nest", nestJson(*pin.place.own, pin.inputs->workload, pin.inputs->architecture));
    return json;
}

Json pinsJson(const Session& session) {
    Json json = Json::object();
    if (session.pins[0]) json.set("a", pinJson(*session.pins[0]));
    if (session.pins[1]) json.set("b", pinJson(*session.pins[1]));
    return json;
}

}  // namespace

Json toJson(const Session& session) {
    Json runs = Json::array();
    for (const SessionRun& run : session.runs) runs.push(sessionRunJson(run));

    Json json = Json::object();
    json.set("schema", "lapidary/session/1");
    json.set("inputs", sessionInputsJson(session.inputs));
    if (session.inputs.network) json.set("network", lapidary::toJson(*session.inputs.network));
    json.set("runs", std::move(runs));
    if (session.plan) json.set("plan", planJson(*session.plan, session.planFollows));
    if (session.sweep) json.set("sweep", sweepJson(*session.sweep));
    if (session.tuning)
        json.set("tuning", sessionTuningJson(*session.tuning).set("inputs", sessionInputsJson(session.tuning->inputs)));
    if (session.flash) json.set("flash", lapidary::toJson(*session.flash));
    if (!session.shown.empty()) json.set("shown", shownJson(session.shown, session.inputs));
    if (session.pins[0] || session.pins[1]) json.set("pins", pinsJson(session));
    if (!session.perspective.empty()) json.set("perspective", session.perspective);
    return json;
}

}  // namespace lapidary
