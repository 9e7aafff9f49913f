// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <limits>

#include "core/explore/sweep_point.h"
#include "core/io/native.h"
#include "core/io/read_native.h"
#include "core/io/session_parts.h"

namespace lapidary {

namespace {

Json outcomeJson(const LayerOutcome& outcome) {
    Json json = Json::object();
    json.set("cause", keyOf(outcome.cause));
    json.set("seconds", outcome.seconds);
    json.set("counters", sessionCountersJson(outcome.counters, outcome.target->workload, outcome.target->architecture));
    if (!outcome.failure.empty()) json.set("failure", outcome.failure.front().message);
    if (outcome.bound) json.set("lower_bound", *outcome.bound);
    if (outcome.proven) json.set("proven", true);
    if (outcome.best)
        json.set("nest", nestJson(outcome.best->mapping, outcome.target->workload, outcome.target->architecture));
    return json;
}

/// Reads the points of one sweep.
class PointReader {
public:
    PointReader(const SessionSweep& sweep, const std::string& file, Diagnostics& out)
        : m_spec(sweep.file.spec), m_layers(uniqueLayers(sweep.file.spec)), m_file(file), m_out(out) {}

    /// Null and an error if it cannot be read.
    std::shared_ptr<SweepPoint> read(const Json& json, const std::string& path) {
        ObjectReader reader(json, m_file, path, m_out);
        if (!reader.valid()) return nullptr;
        const auto points = static_cast<std::int64_t>(pointCount(m_spec));
        const auto index = reader.integer("index", 0, points - 1);
        const Json* layers = reader.array("layers");
        reader.finish();
        if (!index) return nullptr;
        auto point = std::make_shared<SweepPoint>(pointAt(m_spec, static_cast<std::size_t>(*index)));
        if (!point->architecture) return point;
        if (!layers || layers->size() != m_layers.size()) {
            reader.fail(json, "layers", "expected " + std::to_string(m_layers.size()) + " layers");
            return nullptr;
        }
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            point->layers.push_back(
                outcome((*layers)[i], path + "." + indexed("layers", i), *point, m_layers[i].workload));
        addTotals(*point, m_layers, m_spec);
        return point;
    }

private:
    LayerOutcome outcome(const Json& json, const std::string& path, const SweepPoint& point, const Workload& layer) {
        ObjectReader reader(json, m_file, path, m_out);
        if (!reader.valid()) return {};
        const auto target = targetOf(m_spec, point, layer);
        const Json* lines = reader.array("nest");
        std::optional<Mapping> best;
        if (lines && target) best = nestFromJson(*lines, m_file, (*target)->workload, (*target)->architecture, m_out);
        LayerOutcome outcome = knownOutcome(m_spec, point, layer, std::move(best));
        outcome.cause = readKey<StopCause>(reader, "cause").value_or(StopCause::none);
        outcome.seconds = reader.number("seconds", 0, 1e12).value_or(0);
        outcome.bound = reader.number("lower_bound", 0, std::numeric_limits<double>::max());
        outcome.proven = reader.boolean("proven").value_or(false);
        if (const Json* counters = reader.any("counters"); counters && target)
            outcome.counters = sessionCountersFromJson(*counters, m_file, path + ".counters", (*target)->workload,
                                                       (*target)->architecture, m_out);
        if (const auto failure = reader.string("failure"); failure && outcome.failure.empty())
            outcome.failure = {error(*failure)};
        reader.finish();
        return outcome;
    }

    const SweepSpec& m_spec;
    std::vector<Layer> m_layers;
    const std::string& m_file;
    Diagnostics& m_out;
};

/// A sweep file in place; nullopt and its errors if it cannot be read.
std::optional<SweepFile> fileIn(ObjectReader& reader, const std::string& file, Diagnostics& out) {
    const Json* json = reader.required("file");
    if (!json) return std::nullopt;
    Result<SweepFile> sweep = sweepFromJson(*json, file);
    if (sweep) return std::move(sweep).value();
    out.insert(out.end(), sweep.diagnostics().begin(), sweep.diagnostics().end());
    return std::nullopt;
}

/// A sweep file that holds everything in place: what a preset's key stands for may change with the version.
Json fullJson(const SweepFile& file) {
    SweepFile full = file;
    full.architectureKey.clear();
    full.networkKey.clear();
    full.workloadKey.clear();
    return toJson(full);
}

void setKeys(Json& json, const SweepFile& file) {
    if (!file.architectureKey.empty()) json.set("architecture_key", file.architectureKey);
    if (!file.networkKey.empty()) json.set("network_key", file.networkKey);
    if (!file.workloadKey.empty()) json.set("workload_key", file.workloadKey);
}

void readKeys(ObjectReader& reader, SweepFile& file) {
    file.architectureKey = reader.string("architecture_key").value_or("");
    file.networkKey = reader.string("network_key").value_or("");
    file.workloadKey = reader.string("workload_key").value_or("");
}

}  // namespace

Json planJson(const SweepFile& plan, bool follows) {
    Json json = Json::object();
    json.set("follows", follows);
    setKeys(json, plan);
    json.set("file", fullJson(plan));
    return json;
}

void readPlan(const Json& json, const std::string& file, Session& session, Diagnostics& out) {
    ObjectReader reader(json, file, "plan", out);
    if (!reader.valid()) return;
    session.planFollows = reader.boolean("follows").value_or(true);
    session.plan = fileIn(reader, file, out);
    SweepFile unread;
    readKeys(reader, session.plan ? *session.plan : unread);
    reader.finish();
}

Json sweepJson(const SessionSweep& sweep) {
    Json points = Json::array();
    for (const SweepPointPtr& point : sweep.points) {
        if (!point) continue;
        Json layers = Json::array();
        for (const LayerOutcome& outcome : point->layers) layers.push(outcomeJson(outcome));
        Json json = Json::object();
        json.set("index", static_cast<std::int64_t>(point->index));
        json.set("layers", std::move(layers));
        points.push(std::move(json));
    }
    Json json = Json::object();
    setKeys(json, sweep.file);
    json.set("file", fullJson(sweep.file));
    json.set("seconds", sweep.seconds);
    json.set("threads", sweep.threads);
    json.set("stopped", sweep.stopped);
    json.set("points", std::move(points));
    return json;
}

std::optional<SessionSweep> sweepFromSession(const Json& json, const std::string& file, Diagnostics& out) {
    ObjectReader reader(json, file, "sweep", out);
    if (!reader.valid()) return std::nullopt;
    SessionSweep sweep;
    auto spec = fileIn(reader, file, out);
    if (spec) sweep.file = std::move(*spec);
    readKeys(reader, sweep.file);
    sweep.seconds = reader.number("seconds", 0, 1e12).value_or(0);
    sweep.threads = static_cast<int>(reader.integer("threads", 1, 4096).value_or(1));
    sweep.stopped = reader.boolean("stopped").value_or(false);
    const Json* points = reader.array("points");
    reader.finish();
    if (!spec) return std::nullopt;
    if (const Diagnostics problems = checkSweep(sweep.file.spec); hasErrors(problems)) {
        for (const Diagnostic& problem : problems) out.push_back(placedInFile(problem, sweep.file, file));
        return std::nullopt;
    }
    sweep.points.resize(pointCount(sweep.file.spec));
    PointReader read(sweep, file, out);
    for (std::size_t i = 0; points && i < points->size(); ++i)
        if (auto point = read.read((*points)[i], "sweep." + indexed("points", i)))
            sweep.points[point->index] = std::move(point);
    return sweep;
}

}  // namespace lapidary
