// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <limits>

#include "core/io/native.h"
#include "core/io/session.h"

namespace lapidary {

namespace {

constexpr std::string_view kSchema = "lapidary/session/";
constexpr int kVersion = 1;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Moves a result's value out, or its errors to `out`.
template <class T>
std::optional<T> take(Result<T> result, Diagnostics& out) {
    if (result) return std::move(result).value();
    out.insert(out.end(), result.diagnostics().begin(), result.diagnostics().end());
    return std::nullopt;
}

template <class E>
void readKey(ObjectReader& reader, std::string_view key, E& value) {
    const auto text = reader.string(key);
    if (!text) return;
    if (const auto found = fromKey<E>(*text)) {
        value = *found;
        return;
    }
    reader.fail(*reader.any(key), key, "'" + *text + "' is none of the known values",
                didYouMean(*text, keysOf<E>()));
}

/// A seed uses all 64 bits, one more than JSON integers have here.
void readSeed(ObjectReader& reader, std::uint64_t& seed) {
    const Json* json = reader.any("seed");
    if (!json) return;
    const BigInt limit = BigInt(1) << 64;
    BigInt value;
    if (!json->isNumber() || value.set_str(json->text().empty() ? std::to_string(json->integer()) : json->text(), 10) ||
        value < 0 || value >= limit) {
        reader.fail(*json, "seed", "a whole number from 0 to 2^64 - 1 is expected");
        return;
    }
    seed = value.get_ui();
}

/// Reads one part of a session; collects errors so that a file shows all of them at once.
class Reader {
public:
    Reader(std::string file, Diagnostics& out) : m_file(std::move(file)), m_out(out) {}

    SessionInputs inputs(const Json& json, const std::string& path);
    std::optional<SessionRun> run(const Json& json, const std::string& path);
    std::optional<Mapping> nest(const Json& lines, const SessionInputs& inputs);
    ShownMapping shown(const Json& json, const Session& session);

private:
    SearchOptions search(const Json& json, const std::string& path);
    void mapspace(const Json& json, const std::string& path, SessionInputs& inputs);
    Counters counters(const Json& json, const std::string& path, const SessionInputs& inputs);
    ReasonCount reason(const Json& json, const std::string& path, const SessionInputs& inputs);
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
    readKey(reader, "algorithm", options.algorithm);
    if (const auto text = reader.string("objective"))
        if (auto objective = take(parseObjective(*text), m_out)) options.objective = std::move(*objective);
    readSeed(reader, options.seed);
    options.threads = static_cast<int>(reader.integer("threads", 1, 4096).value_or(1));
    options.maxEvaluations = reader.integer("max_evaluations", 1, kMost);
    options.maxSeconds = reader.number("max_seconds", 0, 1e9);
    options.victory = reader.integer("victory", 1, kMost);
    options.top = static_cast<int>(reader.integer("top", 1, 100000).value_or(options.top));
    reader.finish();
    return options;
}

void Reader::mapspace(const Json& json, const std::string& path, SessionInputs& inputs) {
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return;
    readKey(reader, "kind", inputs.mapspace.factorization);
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
    reader.finish();
    return inputs;
}

std::optional<Mapping> Reader::nest(const Json& lines, const SessionInputs& inputs) {
    std::string text;
    for (const Json& line : lines.items()) text += line.text() + "\n";
    auto target = take(Target::make(inputs.workload, inputs.architecture), m_out);
    if (!target) return std::nullopt;
    auto parsed = parseMapping(text, m_file, inputs.workload, inputs.architecture);
    Diagnostics problems = parsed ? checkForm(*parsed, **target, m_file) : parsed.diagnostics();
    if (parsed && !hasErrors(problems)) return std::move(parsed).value();
    for (Diagnostic& problem : problems) {  // lines of the nest become lines of the file
        const auto line = static_cast<std::size_t>(std::max(problem.place.line, 1)) - 1;
        const Json& at = line < lines.size() ? lines[line] : lines;
        problem.place.line = at.line();
        problem.place.column = at.column() + problem.place.column;
        m_out.push_back(std::move(problem));
    }
    return std::nullopt;
}

std::optional<Candidate> Reader::candidate(ObjectReader& reader, const SessionInputs& inputs) {
    Candidate candidate;
    candidate.score.energyPj = reader.number("energy_pj", 0, 1e300).value_or(0);
    candidate.score.cycles = reader.integer("cycles", 0, kMost).value_or(0);
    candidate.score.steps = reader.integer("steps", 0, kMost).value_or(0);
    const Json* lines = reader.array("nest");
    auto mapping = lines ? nest(*lines, inputs) : std::nullopt;
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
        improvement.drawn = reader.integer("drawn", 0, kMost).value_or(0);
        improvement.seconds = reader.number("seconds", 0, 1e12).value_or(0);
        if (auto best = candidate(reader, inputs)) {
            improvement.best = std::move(*best);
            result.push_back(std::move(improvement));
        }
        reader.finish();
    }
    return result;
}

ReasonCount Reader::reason(const Json& json, const std::string& path, const SessionInputs& inputs) {
    ReasonCount result;
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return result;
    const auto index = [&](std::string_view key, int count) {
        return static_cast<std::int8_t>(reader.integer(key, -1, count - 1).value_or(-1));
    };
    readKey(reader, "code", result.example.code);
    result.example.level = index("level", inputs.architecture.levelCount());
    result.example.fanout = index("fanout", inputs.architecture.fanoutCount());
    result.example.tensor = index("tensor", inputs.workload.tensorCount());
    result.example.dimension = index("dimension", inputs.workload.dimensionCount());
    result.example.needed = reader.integer("needed", -kMost, kMost).value_or(0);
    result.example.available = reader.integer("available", -kMost, kMost).value_or(0);
    result.count = reader.integer("count", 0, kMost).value_or(0);
    reader.finish();
    return result;
}

Counters Reader::counters(const Json& json, const std::string& path, const SessionInputs& inputs) {
    Counters result;
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return result;
    result.drawn = reader.integer("drawn", 0, kMost).value_or(0);
    result.valid = reader.integer("valid", 0, kMost).value_or(0);
    const Json* invalid = reader.array("invalid");
    for (std::size_t i = 0; invalid && i < invalid->size(); ++i)
        result.invalid.push_back(reason((*invalid)[i], path + ".invalid[" + std::to_string(i) + "]", inputs));
    reader.finish();
    return result;
}

std::optional<SessionRun> Reader::run(const Json& json, const std::string& path) {
    ObjectReader reader(json, m_file, path, m_out);
    if (!reader.valid()) return std::nullopt;
    const std::size_t errorsBefore = m_out.size();
    SessionRun run;
    if (const Json* part = reader.required("inputs")) run.inputs = inputs(*part, path + ".inputs");
    if (m_out.size() > errorsBefore) return std::nullopt;  // nests make no sense without their inputs

    SearchResult& result = run.result;
    readKey(reader, "cause", result.cause);
    result.seconds = reader.number("seconds", 0, 1e12).value_or(0);
    result.threads = static_cast<int>(reader.integer("threads", 1, 4096).value_or(1));
    if (const auto size = reader.string("space_size"); size && result.spaceSize.set_str(*size, 10) != 0)
        reader.fail(*reader.any("space_size"), "space_size", "a whole number in decimal digits is expected");
    result.proven = reader.boolean("proven").value_or(false);
    if (const Json* part = reader.required("counters"))
        result.counters = counters(*part, path + ".counters", run.inputs);
    result.top = candidates(reader.array("top"), path + ".top", run.inputs);
    result.front = candidates(reader.array("front"), path + ".front", run.inputs);
    result.trace = trace(reader.array("trace"), path + ".trace", run.inputs);
    if (!result.top.empty()) result.best = result.top.front();
    reader.finish();
    return run;
}

ShownMapping Reader::shown(const Json& json, const Session& session) {
    ShownMapping shown;
    ObjectReader reader(json, m_file, "shown", m_out);
    if (!reader.valid()) return shown;
    if (const Json* lines = reader.array("nest")) {
        shown.own = nest(*lines, session.inputs);
    } else {
        const auto runs = static_cast<std::int64_t>(session.runs.size());
        shown.run = static_cast<int>(reader.integer("run", 0, runs - 1).value_or(-1));
        const auto ranks = shown.run < 0 ? 1 : session.runs[static_cast<std::size_t>(shown.run)].result.top.size();
        shown.rank = static_cast<int>(reader.integer("rank", 0, static_cast<std::int64_t>(ranks) - 1).value_or(0));
    }
    reader.finish();
    return shown;
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
    const Json* runs = reader.array("runs");
    for (std::size_t i = 0; runs && i < runs->size(); ++i)
        if (auto run = parts.run((*runs)[i], "runs[" + std::to_string(i) + "]"))
            session.runs.push_back(std::move(*run));
    if (const Json* part = reader.any("shown"); part && !hasErrors(out)) session.shown = parts.shown(*part, session);
    session.perspective = reader.string("perspective").value_or("");
    reader.finish();
    if (hasErrors(out)) return out;
    return Result<Session>(std::move(session), std::move(out));
}

}  // namespace lapidary
