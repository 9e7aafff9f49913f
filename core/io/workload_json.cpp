// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <set>

#include "core/io/native.h"
#include "core/io/read_native.h"
#include "core/io/workload_shape.h"

namespace lapidary {

namespace {

/// What a file says about itself; of use to lists of presets only.
void allowNotes(ObjectReader& reader) {
    reader.string("title");
    reader.string("source");
}

}  // namespace

Result<Workload> workloadFromJson(const Json& json, std::string_view file) {
    Diagnostics problems;
    ObjectReader reader(json, std::string(file), "", problems);
    if (!readSchema(reader, "workload", 1)) return problems;
    allowNotes(reader);
    std::optional<Workload> workload = readShape(json, reader, reader.string("name").value_or(""), problems);
    reader.finish();
    if (hasErrors(problems)) return problems;
    return *std::move(workload);
}

Json toJson(const Workload& workload) {
    Json json;
    json.set("schema", schemaJson("workload", 1));
    if (!workload.name().empty()) json.set("name", workload.name());
    setShape(json, workload);
    return json;
}

Result<Network> networkFromJson(const Json& json, std::string_view file) {
    Diagnostics problems;
    ObjectReader reader(json, std::string(file), "", problems);
    if (!readSchema(reader, "network", 1)) return problems;
    Network network;
    reader.required("key");
    network.key = reader.string("key").value_or("");
    network.title = reader.string("title").value_or("");
    network.source = reader.string("source").value_or("");
    if (const Json* layers = reader.required("layers"); layers != nullptr && layers->isArray() && layers->size() == 0)
        reader.fail(*layers, "layers", "the network has no layers");
    std::set<std::string> names;
    readItems(reader, "layers", [&](const Json& item, const std::string& path) {
        ObjectReader layer(item, std::string(file), path, problems);
        if (!layer.valid()) return;
        layer.required("name");
        const std::string name = layer.string("name").value_or("");
        // Layers are called by name: `--layer`, the window's list.
        if (!name.empty() && !names.insert(name).second)
            layer.fail(*layer.any("name"), "name", "another layer of this network is called '" + name + "'");
        const std::int64_t count = layer.integer("count", 1, kMaxBound).value_or(1);
        std::optional<Workload> workload = readShape(item, layer, name, problems);
        layer.finish();
        if (workload) network.layers.push_back({*std::move(workload), count});
    });
    reader.finish();
    if (hasErrors(problems)) return problems;
    return network;
}

Json toJson(const Network& network) {
    Json layers = Json::array();
    for (const Layer& layer : network.layers) {
        Json item;
        item.set("name", layer.workload.name());
        if (layer.count != 1) item.set("count", layer.count);
        setShape(item, layer.workload);
        layers.push(std::move(item));
    }
    Json json;
    json.set("schema", schemaJson("network", 1));
    json.set("key", network.key);
    if (!network.title.empty()) json.set("title", network.title);
    if (!network.source.empty()) json.set("source", network.source);
    json.set("layers", std::move(layers));
    return json;
}

}  // namespace lapidary
