// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/directive_text.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/units.h"
#include "core/io/maestro/directives.h"
#include "core/io/maestro/file_layer.h"
#include "core/io/maestro/files.h"
#include "core/model/data_centric/nest.h"

namespace lapidary::maestro {
namespace {

using data_centric::Layer;

/// The workload's own names first, then those of the file's format that it doesn't have itself.
DimensionNames ownNames(const Layer& own, const std::optional<FileLayer>& file) {
    const auto find = [&own, &file](std::string_view name) -> std::optional<NamedDimension> {
        const bool results = name.ends_with('\'');
        const std::string_view plain = name.substr(0, name.size() - (results ? 1 : 0));
        if (const int d = own.findDimension(plain); d >= 0) {
            const bool windowed = own.dimensions[static_cast<std::size_t>(d)].windowed();
            if (results && !windowed) return std::nullopt;
            return NamedDimension{d, windowed, own.results(d)};
        }
        const int theirs = file ? file->layer.findDimension(plain) : -1;
        if (theirs < 0) return std::nullopt;
        const auto at = std::find(file->place.begin(), file->place.end(), theirs);
        const auto& along = file->layer.dimensions[static_cast<std::size_t>(theirs)];
        if (at == file->place.end() || (results && !along.windowed())) return std::nullopt;
        const int d = static_cast<int>(at - file->place.begin());
        return NamedDimension{d, results, results ? own.results(d) : along.size};
    };
    std::string known;
    for (std::size_t d = 0; d < own.dimensions.size(); ++d)
        known += (d == 0 ? "" : d + 1 == own.dimensions.size() ? " or " : ", ") + own.dimensions[d].name;
    return {find, known, known};
}

/// "PEs(8);": how many of the design's PEs the directives below share, if not all. Ours, not MAESTRO's.
Diagnostics readPes(Words& words, std::int64_t& pes) {
    if (!words.takeIf("PEs")) return {};
    if (auto wrong = words.require("(")) return {*wrong};
    const Place place = words.placeOf(words.next());
    const auto number = words.number("how many PEs, a whole number");
    if (!number) return number.diagnostics();
    if (*number < 1 || *number > pes)
        return {
            errorAt(place, "found " + formatCount(*number) + " PEs, expected 1 to the design's " + formatCount(pes))};
    pes = *number;
    if (auto wrong = words.require(")")) return {*wrong};
    if (auto wrong = words.require(";")) return {*wrong};
    return {};
}

Result<PlacedDataflow> bareFlow(std::string_view text, const std::string& file, const Layer& own,
                                const std::optional<FileLayer>& known, std::int64_t& pes) {
    Words words(text, file);
    const Word head = words.next();
    if (Diagnostics wrong = readPes(words, pes); !wrong.empty()) return wrong;
    const bool block = words.takeIf("Dataflow");
    if (block) {
        words.takeIf(":");
        if (auto wrong = words.require("{")) return *wrong;
    }
    std::vector<RawCluster> clusters;
    if (Diagnostics wrong = readDirectives(words, clusters); !wrong.empty()) return wrong;
    if (block && !words.takeIf("}")) return words.expected("'TemporalMap', 'SpatialMap', 'Cluster' or '}'");
    if (!words.atEnd()) return words.expected("'TemporalMap', 'SpatialMap', 'Cluster' or the end of the file");
    return placed(clusters, head, ownNames(own, known), words);
}

Result<MappedLayer> chosen(const std::vector<MappedLayer>& layers, const Workload& workload, const std::string& file) {
    for (const MappedLayer& layer : layers)
        if (layer.layer.name == workload.name()) return layer;
    if (layers.size() == 1) return layers.front();
    std::vector<std::string> names;
    for (const MappedLayer& layer : layers) names.push_back(layer.layer.name);
    return errorAt({file, 1, 1, {}},
                   "none of its " + std::to_string(layers.size()) + " layers is called '" + workload.name() +
                       "', as the workload is",
                   didYouMean(workload.name(), names, "its first layer is '" + names.front() + "'"));
}

/// What differs between a file's layer and the workload.
Diagnostics differences(const MappedLayer& mapped, const Layer& own, const FileLayer& known, const std::string& file) {
    const Layer& layer = mapped.layer;
    const Place place = mapped.places.at("layer");
    if (layer.type != known.layer.type)
        return {errorAt(place, "layer '" + layer.name + "' is a " + std::string(keyOf(layer.type)) +
                                   ", the workload a " + std::string(keyOf(known.layer.type)))};
    Diagnostics found;
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) {
        const int theirs = static_cast<int>(d);
        const auto& along = layer.dimensions[d];
        const std::int64_t here = layer.results(theirs), there = known.layer.results(theirs);
        const auto at = mapped.places.find(along.name);
        const auto ours = std::find(known.place.begin(), known.place.end(), theirs);
        const std::string name = ours == known.place.end()
                                     ? along.name
                                     : own.dimensions[static_cast<std::size_t>(ours - known.place.begin())].name;
        const auto complain = [&](const std::string& what) {
            found.push_back(errorAt(at == mapped.places.end() ? place : at->second, what,
                                    "give the workload that the file speaks of"));
        };
        if (here != there)
            complain(along.name +
                     (along.windowed() ? " has " + formatCount(here) + " results" : " is " + formatCount(here)) +
                     ", but the workload has " + formatCount(there) + " along " + name);
        else if (along.stride != known.layer.dimensions[d].stride && here > 1)
            complain(along.name + " has a stride of " + std::to_string(along.stride) + ", the workload one of " +
                     std::to_string(known.layer.dimensions[d].stride));
    }
    for (Diagnostic& one : found)
        if (one.place.file.empty()) one.place.file = file;
    return found;
}

/// The file's flow in our dimensions; maps of dimensions that we lack, which have size 1, go.
void takeOurNumbers(const FileLayer& known, data_centric::Dataflow& flow, std::map<std::string, Place>& places) {
    for (std::size_t level = 0; level < flow.levels.size(); ++level) {
        std::vector<data_centric::Map> kept;
        const std::string key = "levels[" + std::to_string(level) + "].maps[";
        for (std::size_t i = 0; i < flow.levels[level].maps.size(); ++i) {
            data_centric::Map map = flow.levels[level].maps[i];
            const auto ours = std::find(known.place.begin(), known.place.end(), map.dimension);
            if (ours == known.place.end() && map.kind == data_centric::MapKind::temporal) continue;
            // A spatial map of what has size 1 takes one unit, whichever dimension of size 1 it names.
            map.dimension = ours == known.place.end() ? 0 : static_cast<int>(ours - known.place.begin());
            places[key + std::to_string(kept.size()) + "]"] = places[key + std::to_string(i) + "]"];
            kept.push_back(map);
        }
        flow.levels[level].maps = std::move(kept);
    }
}

Result<PlacedDataflow> networkFlow(std::string_view text, const std::string& file, const Target& target,
                                   const Layer& own, const std::optional<FileLayer>& known) {
    const auto layers = readNetwork(text, file);
    if (!layers) return layers.diagnostics();
    auto layer = chosen(*layers, target.workload, file);
    if (!layer) return layer.diagnostics();
    if (!known)
        return errorAt(layer->places.at("layer"),
                       "MAESTRO's networks know matrix products and convolutions, the workload is neither",
                       "give bare directives in the workload's names");
    if (Diagnostics wrong = data_centric::check(layer->layer); !wrong.empty())
        return located(std::move(wrong), *layer, file);
    if (Diagnostics wrong = differences(*layer, own, *known, file); !wrong.empty()) return wrong;
    PlacedDataflow flow{std::move(layer->dataflow), std::move(layer->places)};
    takeOurNumbers(*known, flow.flow, flow.places);
    return flow;
}

Place placeIn(const std::map<std::string, Place>& places, const std::string& key, const std::string& file) {
    const auto at = places.find(key);
    return at != places.end() ? at->second : Place{file, 1, 1, {}};
}

}  // namespace

bool isDirectives(std::string_view text) {
    Words words(text, {});
    const Word first = words.take();
    const auto isOneOf = [&](std::initializer_list<const char*> known) {
        return std::any_of(known.begin(), known.end(), [&](const char* word) { return first.text == word; });
    };
    // A nest's first line may be a level of such a name: "Cluster [W I O]".
    if (isOneOf({"Network", "Constant"})) return words.next().kind == Word::Kind::name;
    if (isOneOf({"Dataflow"})) return words.is("{") || words.is(":");
    return isOneOf({"TemporalMap", "SpatialMap", "Cluster", "PEs"}) && words.is("(");
}

Result<DirectiveNest> nestOfDirectives(std::string_view text, const std::string& file, const Target& target,
                                       const Mapping* like) {
    const auto own = data_centric::layerOf(target.workload);
    if (!own) return own.diagnostics();
    const auto known = fileLayerOf(*own, target.workload);
    const Words words(text, file);
    std::int64_t pes = target.architecture.computeInstances();
    auto flow = words.is("Network") || words.is("Constant") ? networkFlow(text, file, target, *own, known)
                                                            : bareFlow(text, file, *own, known, pes);
    if (!flow) return flow.diagnostics();
    auto form = data_centric::nestFormOf(flow->flow, pes, target, like);
    if (!form) {
        Diagnostics wrong = form.diagnostics();
        for (Diagnostic& one : wrong) one.place = placeIn(flow->places, one.place.key, file);
        return wrong;
    }
    DirectiveNest nest{std::move(form->mapping), {}};
    for (const data_centric::NestOrigin& origin : form->origins) {
        const std::string key = "levels[" + std::to_string(origin.level) + "].maps[" + std::to_string(origin.map) + "]";
        nest.lines.push_back(origin.level < 0 ? 0 : placeIn(flow->places, key, file).line);
    }
    return nest;
}

namespace {

/// Whether more PEs would change what the directives do: the outermost spatial map goes over its dimension in folds.
bool dependsOnPes(const data_centric::DirectiveForm& form, std::int64_t pes) {
    const std::int64_t now = data_centric::unitsOf(form.flow, form.pes).front();
    if (data_centric::unitsOf(form.flow, pes).front() == now) return false;
    const auto& maps = form.flow.levels.front().maps;
    return std::any_of(maps.begin(), maps.end(), [&](const data_centric::Map& map) {
        return map.kind == data_centric::MapKind::spatial && map.size * now < form.layer.results(map.dimension);
    });
}

}  // namespace

Result<DirectiveText> directivesOfNest(const Mapping& mapping, const Target& target) {
    auto form = data_centric::directivesOf(mapping, target);
    if (!form) return form.diagnostics();
    DirectiveText result;
    result.pes = form->pes;
    for (auto& level : form->flow.levels)
        for (auto& map : level.maps) map.inResults = false;  // our names count results anyway
    std::vector<std::vector<int>> lineOf;                    // by cluster level and map
    int line = 0;
    if (dependsOnPes(*form, target.architecture.computeInstances())) {
        result.text = "PEs(" + std::to_string(form->pes) + ");\n";
        ++line;
    }
    for (std::size_t level = 0; level < form->flow.levels.size(); ++level) {
        lineOf.emplace_back();
        if (level > 0) ++line;
        for (std::size_t i = 0; i < form->flow.levels[level].maps.size(); ++i) lineOf.back().push_back(++line);
    }
    for (const std::string& each : data_centric::toLines(form->flow, form->layer)) result.text += each + "\n";
    const auto isSpread = [](const Node& node) { return node.kind == NodeKind::spatial && node.bound > 1; };
    const bool spread = std::any_of(mapping.nodes.begin(), mapping.nodes.end(), isSpread);
    const auto lastStore =
        std::find_if(mapping.nodes.rbegin(), mapping.nodes.rend(), [](const Node& node) { return !node.isLoop(); });
    std::size_t level = 0;
    for (auto one = mapping.nodes.begin(); one != mapping.nodes.end(); ++one) {
        const Node& node = *one;
        int at = 0;
        // Without spatial loops a PE's own loops are those inside the last Store.
        const bool inside = !spread && one >= lastStore.base();
        if (node.isLoop() && node.bound > 1 && !inside && level < form->flow.levels.size()) {
            const auto& maps = form->flow.levels[level].maps;
            for (std::size_t i = 0; i < maps.size(); ++i)
                if (maps[i].dimension == node.dimension) at = lineOf[level][i];
            if (node.kind == NodeKind::spatial) ++level;
        }
        result.lines.push_back(at);
    }
    for (const Diagnostic& note : form.diagnostics()) result.lost.push_back(note.message);
    return result;
}

}  // namespace lapidary::maestro
