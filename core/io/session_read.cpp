// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <limits>

#include "core/io/cloud_json.h"
#include "core/io/maestro/flash_session.h"
#include "core/io/native.h"
#include "core/io/options_json.h"
#include "core/io/read_native.h"
#include "core/io/session.h"
#include "core/io/session_parts.h"
#include "core/io/session_tuning.h"
#include "core/search/bounds/first_bound.h"
#include "core/search/sunstone/record.h"

namespace lapidary {

namespace {

constexpr std::string_view kSchema = "lapidary/session/";
constexpr int kVersion = 1;
constexpr int kMaxThreads = 4096;

/// Moves a result's value out, or its errors to `out`.
template <class T>
std::optional<T> take(Result<T> result, Diagnostics& out) {
    if (result) return std::move(result).value();
    out.insert(out.end(), result.diagnostics().begin(), result.diagnostics().end());
    return std::nullopt;
}

/// Reads one part of a session; collects errors so that a file shows all of them at once.
class Reader {
public:
    Reader(std::string file, Diagnostics& out) : m_file(std::move(file)), m_out(out) {}
    const std::string& file() const { return m_file; }

    SessionInputs inputs(const Json& json, const std::string& path);
    std::optional<SessionRun> run(const Json& json, const std::string& path);
    void result(ObjectReader& reader, const std::string& path, SessionRun& run);
    optimal::Certificate certificate(const Json& json, const std::string& path);
    ShownMapping shown(const Json& json, const Session& session);
    std::optional<PinnedMapping> pin(const Json& json, const std::string& path, const Session& session);
    void pins(const Json& json, Session& session);

private:
    ShownMapping place(ObjectReader& reader, const Session& session);

    SearchOptions search(const Json& json, const std::string& path);
    void mapspace(const Json& json, const std::string& path, SessionInputs& inputs);
    std::optional<Candidate> candidate(ObjectReader& reader, const SessionInputs& inputs);
    std::vector<Candidate> candidates(const Json* json, const std::string& path, const SessionInputs& inputs);
    std::vector<Improvement> trace(const Json* json, const std::string& path, const SessionInputs& inputs);

    std::string m_file;
    Diagnostics& m_out;
};

SearchOptions Reader::search(const Json& json, const std::string& path) {
    SearchOptions options;
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return options;
    readSearchOptions(reader, options);
    options.threads = static_cast<int>(reader.integer("threads", 1, kMaxThreads).value_or(1));
    reader.finish();
    return options;
}

void Reader::mapspace(const Json& json, const std::string& path, SessionInputs& inputs) {
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return;
    inputs.mapspace.factorization = readKey<Factorization>(reader, "kind").value_or(inputs.mapspace.factorization);
    inputs.mapspace.constraints = inputs.architecture.spec().constraints;
    if (const Json* constraints = reader.any("constraints"))
        if (auto value = take(constraintsFromJson(*constraints, m_file), m_out))
            inputs.mapspace.constraints = std::move(*value);
    reader.finish();
}

/// {"key": ..., "value": a native file}
template <class T, class Parse>
void readKeyed(const Json& json, const std::string& file, const std::string& path, std::string& key, T& value,
               Parse parse, Diagnostics& out) {
    ObjectReader reader(json, file, path, out);
    if (!reader.valid()) return;
    key = reader.string("key").value_or("");
    if (const Json* inner = reader.required("value"))
        if (auto parsed = take(parse(*inner, file), out)) value = std::move(*parsed);
    reader.finish();
}

SessionInputs Reader::inputs(const Json& json, const std::string& path) {
    SessionInputs inputs;
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return inputs;
    if (const Json* part = reader.required("workload"))
        readKeyed(*part, m_file, path + ".workload", inputs.workloadKey, inputs.workload, workloadFromJson, m_out);
    if (const Json* part = reader.required("architecture"))
        readKeyed(*part, m_file, path + ".architecture", inputs.architectureKey, inputs.architecture,
                  architectureFromJson, m_out);
    if (const Json* part = reader.required("mapspace")) mapspace(*part, path + ".mapspace", inputs);
    if (const Json* part = reader.required("search")) inputs.search = search(*part, path + ".search");
    if (const Json* part = reader.any("semantics"))
        inputs.semantics = semanticsFromJson(*part, m_file, path + ".semantics", m_out);
    if (const Json* part = reader.any("fabric"))
        inputs.fabric = fabricInputsFromJson(*part, m_file, path + ".fabric", m_out);
    inputs.search.compat = readKey<Compat>(reader, "compat");
    reader.finish();
    return inputs;
}

std::optional<Candidate> Reader::candidate(ObjectReader& reader, const SessionInputs& inputs) {
    Candidate candidate;
    candidate.score.energyPj = reader.number("energy_pj", 0, 1e300).value_or(0);
    candidate.score.cycles = reader.integer("cycles", 0, kMostCounted).value_or(0);
    candidate.score.steps = reader.integer("steps", 0, kMostCounted).value_or(0);
    const Json* lines = reader.array("nest");
    auto mapping = lines ? nestFromJson(*lines, m_file, inputs.workload, inputs.architecture, m_out) : std::nullopt;
    if (!mapping) return std::nullopt;
    candidate.mapping = std::move(*mapping);
    return candidate;
}

std::vector<Candidate> Reader::candidates(const Json* json, const std::string& path, const SessionInputs& inputs) {
    std::vector<Candidate> result;
    for (std::size_t i = 0; json && i < json->size(); ++i) {
        ObjectReader reader((*json)[i], m_file, path + "[" + std::to_string(i) + "]", m_out);
        if (!reader.valid()) continue;
        if (auto one = candidate(reader, inputs)) result.push_back(std::move(*one));
        reader.finish();
    }
    return result;
}

std::vector<Improvement> Reader::trace(const Json* json, const std::string& path, const SessionInputs& inputs) {
    std::vector<Improvement> result;
    for (std::size_t i = 0; json && i < json->size(); ++i) {
        ObjectReader reader((*json)[i], m_file, path + "[" + std::to_string(i) + "]", m_out);
        if (!reader.valid()) continue;
        Improvement improvement;
        improvement.drawn = reader.integer("drawn", 0, kMostCounted).value_or(0);
        improvement.seconds = reader.number("seconds", 0, 1e12).value_or(0);
        if (auto best = candidate(reader, inputs)) {
            improvement.best = std::move(*best);
            result.push_back(std::move(improvement));
        }
        reader.finish();
    }
    return result;
}

std::optional<SessionRun> Reader::run(const Json& json, const std::string& path) {
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return std::nullopt;
    const std::size_t errorsBefore = m_out.size();
    SessionRun run;
    if (const Json* part = reader.required("inputs")) run.inputs = inputs(*part, path + ".inputs");
    if (m_out.size() > errorsBefore) return std::nullopt;  // nests make no sense without their inputs
    run.number = static_cast<int>(reader.integer("number", 1, 1'000'000).value_or(0));
    run.name = reader.string("name").value_or("");
    run.hidden = reader.boolean("hidden").value_or(false);
    run.queued = reader.boolean("queued").value_or(false);
    if (!run.queued) result(reader, path, run);
    reader.finish();
    return run;
}

optimal::Certificate Reader::certificate(const Json& json, const std::string& path) {
    optimal::Certificate certificate;
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return certificate;
    certificate.method = reader.string("method").value_or("");
    certificate.nodes = reader.integer("nodes", 0, kMostCounted).value_or(0);
    certificate.reason = reader.string("not_proven").value_or("");
    const Json* closed = reader.array("closed");
    for (std::size_t i = 0; closed && i < closed->size(); ++i) {
        ObjectReader rule((*closed)[i], m_file, path + ".closed[" + std::to_string(i) + "]", m_out);
        if (!rule.valid()) continue;
        optimal::RuleCount count{rule.string("key").value_or(""), rule.string("meaning").value_or(""), 0};
        count.count = rule.integer("count", 0, kMostCounted).value_or(0);
        certificate.closed.push_back(std::move(count));
        rule.finish();
    }
    reader.finish();
    return certificate;
}

void Reader::result(ObjectReader& reader, const std::string& path, SessionRun& run) {
    SearchResult& result = run.result;
    result.cause = readKey<StopCause>(reader, "cause").value_or(result.cause);
    result.seconds = reader.number("seconds", 0, 1e12).value_or(0);
    result.threads = static_cast<int>(reader.integer("threads", 1, kMaxThreads).value_or(1));
    if (const auto size = reader.string("space_size"); size && result.spaceSize.set_str(*size, 10) != 0)
        reader.fail(*reader.any("space_size"), "space_size", "a whole number in decimal digits is expected");
    result.proven = reader.boolean("proven").value_or(false);
    if (const Json* part = reader.required("counters"))
        result.counters = sessionCountersFromJson(*part, m_file, path + ".counters", run.inputs.workload,
                                                  run.inputs.architecture, m_out);
    result.top = candidates(reader.array("top"), path + ".top", run.inputs);
    result.front = candidates(reader.array("front"), path + ".front", run.inputs);
    result.trace = trace(reader.array("trace"), path + ".trace", run.inputs);
    if (!result.top.empty()) result.best = result.top.front();
    if (const Json* counters = reader.any("sunstone")) {
        ObjectReader own(*counters, m_file, path + ".sunstone", m_out);
        result.sunstone.emplace();
        for (const sunstone::CounterText& counter : sunstone::texts(*result.sunstone))
            *sunstone::counterOf(*result.sunstone, counter.key) = own.integer(counter.key, 0, kMostCounted).value_or(0);
        own.finish();
    }
    const auto bound = reader.number("lower_bound", 0, std::numeric_limits<double>::max());
    if (const Json* part = reader.any("certificate")) result.certificate = certificate(*part, path + ".certificate");
    stateBound(result, run.inputs.search.objective, bound);
    const Json* steps = reader.array("bounds");
    for (std::size_t i = 0; steps && i < steps->size(); ++i) {
        ObjectReader step((*steps)[i], m_file, path + ".bounds[" + std::to_string(i) + "]", m_out);
        if (!step.valid()) continue;
        run.bounds.push_back({step.integer("drawn", 0, kMostCounted).value_or(0),
                              step.number("seconds", 0, 1e12).value_or(0),
                              step.number("bound", 0, std::numeric_limits<double>::max()).value_or(0)});
        step.finish();
    }
    if (const Json* cloud = reader.any("cloud"))
        result.cloud = std::make_shared<const Cloud>(cloudFromJson(*cloud, m_file, path + ".cloud", m_out));
}

/// A layer of a point that has a mapping; none otherwise.
void shownPoint(ObjectReader& reader, const Session& session, ShownMapping& shown) {
    const SweepPoints none;
    const SweepPoints& points = session.sweep ? session.sweep->points : none;
    const auto most = [](std::size_t count) { return static_cast<std::int64_t>(count) - 1; };
    const auto point = reader.integer("point", 0, most(points.size()));
    const bool there = point && points[static_cast<std::size_t>(*point)];
    const std::vector<LayerOutcome> nothing;
    const std::vector<LayerOutcome>& layers = there ? points[static_cast<std::size_t>(*point)]->layers : nothing;
    const auto layer = reader.integer("layer", 0, there ? most(layers.size()) : kMostCounted);
    if (!there || !layer || !layers[static_cast<std::size_t>(*layer)].best) return;
    shown.point = static_cast<int>(*point);
    shown.layer = static_cast<int>(*layer);
}

ShownMapping Reader::shown(const Json& json, const Session& session) {
    ShownMapping shown;
    ObjectReader reader(json, m_file, "shown", m_out);
    if (!reader.valid()) return shown;
    if (const Json* lines = reader.array("nest"))
        shown.own = nestFromJson(*lines, m_file, session.inputs.workload, session.inputs.architecture, m_out);
    else
        shown = place(reader, session);
    reader.finish();
    return shown;
}

ShownMapping Reader::place(ObjectReader& reader, const Session& session) {
    ShownMapping place;
    if (reader.any("point")) {
        shownPoint(reader, session, place);
        return place;
    }
    const auto runs = static_cast<std::int64_t>(session.runs.size());
    place.run = static_cast<int>(reader.integer("run", 0, runs - 1).value_or(-1));
    place.onFront = reader.any("front") != nullptr;
    const SearchResult nothing;
    const SearchResult& result = place.run < 0 ? nothing : session.runs[static_cast<std::size_t>(place.run)].result;
    const auto ranks = static_cast<std::int64_t>(place.onFront ? result.front.size() : result.top.size());
    place.rank = static_cast<int>(reader.integer(place.onFront ? "front" : "rank", 0, ranks - 1).value_or(0));
    return place;
}

std::optional<PinnedMapping> Reader::pin(const Json& json, const std::string& path, const Session& session) {
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return std::nullopt;
    PinnedMapping pin;
    if (const Json* lines = reader.array("nest")) {
        const std::size_t errorsBefore = m_out.size();
        pin.name = reader.string("name").value_or("");
        if (const Json* part = reader.required("inputs")) pin.inputs = inputs(*part, path + ".inputs");
        if (m_out.size() == errorsBefore)
            pin.place.own = nestFromJson(*lines, m_file, pin.inputs->workload, pin.inputs->architecture, m_out);
    } else {
        pin.place = place(reader, session);
    }
    reader.finish();
    return pin.place.empty() ? std::nullopt : std::optional(std::move(pin));
}

void Reader::pins(const Json& json, Session& session) {
    ObjectReader reader(json, m_file, "pins", m_out);
    if (!reader.valid()) return;
    if (const Json* part = reader.any("a")) session.pins[0] = pin(*part, "pins.a", session);
    if (const Json* part = reader.any("b")) session.pins[1] = pin(*part, "pins.b", session);
    reader.finish();
}

/// Empty if the schema is one that we read.
std::optional<Diagnostic> checkSchema(const Json& json, std::string_view file) {
    const Json& schema = json["schema"];
    const Place place{std::string(file), schema.isNull() ? json.line() : schema.line(),
                      schema.isNull() ? json.column() : schema.column(), "schema"};
    const std::string& text = schema.text();
    if (!schema.isString() || !text.starts_with(kSchema))
        return errorAt(place, "this is no Lapidary session: \"schema\" is expected to be \"lapidary/session/1\"");
    const std::string version = text.substr(kSchema.size());
    if (version == std::to_string(kVersion)) return std::nullopt;
    return errorAt(
        place,
        "made by another Lapidary (session schema " + version + "; this one reads " + std::to_string(kVersion) + ")",
        "open it with a newer version");
}

}  // namespace

Result<Session> sessionFromJson(const Json& json, std::string_view file) {
    if (auto problem = checkSchema(json, file)) return *problem;
    Diagnostics out;
    Session session;
    Reader parts{std::string(file), out};
    ObjectReader reader(json, std::string(file), "", out);
    reader.string("schema");
    if (const Json* part = reader.required("inputs")) session.inputs = parts.inputs(*part, "inputs");
    if (const Json* part = reader.any("network"))
        if (auto network = take(networkFromJson(*part, file), out))
            session.inputs.network = std::make_shared<const Network>(*std::move(network));
    const Json* runs = reader.array("runs");
    for (std::size_t i = 0; runs && i < runs->size(); ++i)
        if (auto run = parts.run((*runs)[i], "runs[" + std::to_string(i) + "]"))
            session.runs.push_back(std::move(*run));
    if (const Json* part = reader.any("plan")) readPlan(*part, parts.file(), session, out);
    if (const Json* part = reader.any("sweep")) session.sweep = sweepFromSession(*part, parts.file(), out);
    if (const Json* part = reader.any("tuning"))
        session.tuning = tuningFromSession(
            *part, parts.file(), [&](const Json& own) { return parts.inputs(own, "tuning.inputs"); }, out);
    if (const Json* part = reader.any("flash")) session.flash = flashAnswerFromJson(*part, parts.file(), "flash", out);
    if (const Json* part = reader.any("shown"); part && !hasErrors(out)) session.shown = parts.shown(*part, session);
    if (const Json* part = reader.any("pins"); part && !hasErrors(out)) parts.pins(*part, session);
    session.perspective = reader.string("perspective").value_or("");
    reader.finish();
    if (hasErrors(out)) return out;
    return Result<Session>(std::move(session), std::move(out));
}

}  // namespace lapidary
