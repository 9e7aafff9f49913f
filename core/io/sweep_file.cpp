// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/sweep_file.h"

#include "core/io/native.h"
#include "core/io/options_json.h"
#include "core/io/presets.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

constexpr std::string_view kNoConstraints = "none";

class SweepReader {
public:
    SweepReader(const Json& json, std::string_view file)
        : m_root(json), m_file(file), m_reader(json, m_file, "", m_problems) {}

    Result<SweepFile> read() {
        if (!readSchema(m_reader, "sweep", 1)) return m_problems;
        m_sweep.name = m_reader.string("name").value_or("");
        m_sweep.title = m_reader.string("title").value_or("");
        m_sweep.source = m_reader.string("source").value_or("");
        m_reader.required("architecture");
        if (auto design = keyOrValue("architecture", m_sweep.architectureKey, loadArchitecture, architectureFromJson))
            m_sweep.spec.base = *std::move(design);
        readAxes();
        readMapspaces();
        readLayers();
        readConstraints();
        if (const Json* semantics = m_reader.any("semantics"))
            m_sweep.spec.semantics = semanticsFromJson(*semantics, m_file, "semantics", m_problems);
        if (const Json* search = m_reader.any("search"))
            m_sweep.spec.search = searchOptionsFromJson(*search, m_file, "search", m_problems);
        m_sweep.spec.search.compat = readKey<Compat>(m_reader, "compat");
        m_reader.finish();
        if (hasErrors(m_problems)) return m_problems;
        return std::move(m_sweep);
    }

private:
    /// A preset's key as a string, or a native file's object in place.
    template <class T>
    std::optional<T> keyOrValue(std::string_view name, std::string& key, Result<T> (*load)(std::string_view),
                                Result<T> (*parse)(const Json&, std::string_view)) {
        const Json* json = m_reader.any(name);
        if (json == nullptr) return std::nullopt;
        Result<T> result = json->isString() ? load(json->text()) : parse(*json, m_file);
        if (result) {
            if (json->isString()) key = json->text();
            return *std::move(result);
        }
        for (Diagnostic problem : result.diagnostics()) {
            if (problem.place.line == 0) problem.place = m_reader.placeOf(*json, name);
            m_problems.push_back(std::move(problem));
        }
        return std::nullopt;
    }

    void readAxes() {
        readItems(m_reader, "axes", [&](const Json& item, const std::string& path) {
            ObjectReader axis(item, m_file, path, m_problems);
            if (!axis.valid()) return;
            notePlace(axis, "path");
            notePlace(axis, "values");
            m_sweep.spec.axes.push_back(
                {axis.string("path").value_or(""), axis.strings("values").value_or(std::vector<std::string>{})});
            axis.finish();
            if (const Json* values = axis.any("values"); values != nullptr && values->isArray())
                for (std::size_t i = 0; i < values->size(); ++i)
                    m_sweep.places[axis.placeOf(*values, indexed("values", i)).key] =
                        axis.placeOf((*values)[i], indexed("values", i));
        });
        for (const char* key : {"axes", "mapspaces"})
            if (const Json* list = m_reader.any(key)) m_sweep.places[key] = m_reader.placeOf(*list, key);
    }

    void notePlace(ObjectReader& reader, const char* key) {
        const Json* value = reader.required(key);
        if (value == nullptr) return;
        const Place place = reader.placeOf(*value, key);
        m_sweep.places[place.key] = place;
    }

    void readMapspaces() {
        const auto keys = m_reader.strings("mapspaces");
        if (!keys) return;
        m_sweep.spec.mapspaces.clear();
        for (std::size_t i = 0; i < keys->size(); ++i) {
            const std::string& key = (*keys)[i];
            if (const auto kind = fromKey<Factorization>(key)) {
                m_sweep.spec.mapspaces.push_back(*kind);
                continue;
            }
            const std::vector<std::string> known = keysOf<Factorization>();
            m_reader.fail((*m_reader.any("mapspaces"))[i], indexed("mapspaces", i),
                          "expected one of " + listed(known) + ", found '" + key + "'", didYouMean(key, known));
        }
    }

    void readLayers() {
        const Json* network = m_reader.any("network");
        const Json* workload = m_reader.any("workload");
        if ((network == nullptr) == (workload == nullptr)) {
            m_reader.fail(network != nullptr ? *network : m_root, "network", "expected either a network or a workload");
            return;
        }
        if (auto read = keyOrValue("network", m_sweep.networkKey, loadNetwork, networkFromJson))
            m_sweep.spec.layers = std::move(read->layers);
        if (auto read = keyOrValue("workload", m_sweep.workloadKey, loadWorkload, workloadFromJson))
            m_sweep.spec.layers = {{*std::move(read), 1}};
    }

    void readConstraints() {
        const Json* json = m_reader.any("constraints");
        if (json == nullptr) return;
        std::string key;
        if (json->isString() && json->text() == kNoConstraints)
            m_sweep.spec.constraints = Constraints{};
        else
            m_sweep.spec.constraints = keyOrValue("constraints", key, loadConstraints, constraintsFromJson);
        if (m_sweep.spec.constraints) m_sweep.spec.constraints->fromUser = true;
    }

    const Json& m_root;
    std::string m_file;
    Diagnostics m_problems;
    ObjectReader m_reader;
    SweepFile m_sweep;
};

Json layersJson(const SweepFile& sweep) {
    Network network;
    network.key = sweep.name.empty() ? "layers" : sweep.name;
    network.layers = sweep.spec.layers;
    return toJson(network);
}

void setLayers(Json& json, const SweepFile& sweep) {
    const std::vector<Layer>& layers = sweep.spec.layers;
    if (!sweep.networkKey.empty())
        json.set("network", sweep.networkKey);
    else if (!sweep.workloadKey.empty())
        json.set("workload", sweep.workloadKey);
    else if (layers.size() == 1 && layers.front().count == 1)
        json.set("workload", toJson(layers.front().workload));
    else
        json.set("network", layersJson(sweep));
}

}  // namespace

Diagnostic placedInFile(Diagnostic problem, const SweepFile& sweep, const std::string& file) {
    const auto place = sweep.places.find(problem.place.key);
    if (place != sweep.places.end())
        problem.place = place->second;
    else
        problem.place.file = file;
    return problem;
}

Result<SweepFile> sweepFromJson(const Json& json, std::string_view file) { return SweepReader(json, file).read(); }

Json toJson(const SweepFile& sweep) {
    const SweepSpec& spec = sweep.spec;
    Json axes = Json::array();
    for (const SweepAxis& axis : spec.axes) {
        Json values = Json::array();
        for (const std::string& value : axis.values) values.push(value);
        axes.push(Json::object().set("path", axis.path).set("values", std::move(values)));
    }
    Json mapspaces = Json::array();
    for (const Factorization kind : spec.mapspaces) mapspaces.push(keyOf(kind));

    Json json = Json::object();
    json.set("schema", schemaJson("sweep", 1));
    if (!sweep.name.empty()) json.set("name", sweep.name);
    if (!sweep.title.empty()) json.set("title", sweep.title);
    if (!sweep.source.empty()) json.set("source", sweep.source);
    json.set("architecture", sweep.architectureKey.empty() ? toJson(spec.base) : Json(sweep.architectureKey));
    json.set("axes", std::move(axes));
    json.set("mapspaces", std::move(mapspaces));
    setLayers(json, sweep);
    if (spec.constraints)
        json.set("constraints", spec.constraints->empty() ? Json(kNoConstraints) : toJson(*spec.constraints));
    json.set("semantics", toJson(spec.semantics));
    if (spec.search.compat) json.set("compat", keyOf(*spec.search.compat));
    json.set("search", toJson(spec.search));
    return json;
}

}  // namespace lapidary
