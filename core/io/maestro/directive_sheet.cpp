// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/directive_sheet.h"

#include <algorithm>
#include <array>

#include "core/io/maestro/files.h"
#include "core/io/maestro/tokens.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/model/data_centric/machine.h"
#include "core/model/data_centric/nest.h"
#include "core/search/flash/styles.h"
#include "core/workload/builders.h"

namespace lapidary::maestro {
namespace {

using data_centric::Dataflow;
using data_centric::Layer;
using data_centric::LayerType;
using data_centric::Map;
using data_centric::MapKind;

/// "m, n or k"
std::string sheetNames(const Workload& workload) {
    std::string text;
    const auto& dimensions = workload.dimensions();
    for (std::size_t d = 0; d < dimensions.size(); ++d)
        text += (d == 0                       ? ""
                 : d + 1 == dimensions.size() ? " or "
                                              : ", ") +
                dimensions[d].name;
    return text;
}

class SheetReader {
public:
    SheetReader(std::string_view text, const std::string& file, const Workload& workload, const Layer& layer)
        : m_words(text, file), m_workload(workload) {
        m_read.layer = layer;
        open(m_words.next(), 0);
    }

    /// With the place of each part.
    Result<MappedLayer> read() {
        while (!m_words.atEnd()) {
            const Word word = m_words.next();
            std::optional<Diagnostic> wrong;
            if (m_words.takeIf("Cluster"))
                wrong = readCluster(word);
            else if (m_words.takeIf("TemporalMap"))
                wrong = readMap(word, MapKind::temporal);
            else if (m_words.takeIf("SpatialMap"))
                wrong = readMap(word, MapKind::spatial);
            else
                wrong = m_words.expected("'TemporalMap', 'SpatialMap' or 'Cluster'");
            if (wrong) return *wrong;
        }
        return std::move(m_read);
    }

private:
    void open(const Word& head, std::int64_t units) {
        const std::string key = "levels[" + std::to_string(m_read.dataflow.levels.size()) + "].";
        m_read.places[key + "units"] = m_read.places[key + "maps"] = m_words.placeOf(head);
        m_read.dataflow.levels.push_back({units, {}});
    }

    std::optional<Diagnostic> readCluster(const Word& head) {
        if (auto wrong = m_words.require("(")) return wrong;
        const auto units = m_words.number("the cluster's size");
        if (!units) return units.diagnostics().front();
        if (m_words.takeIf(",") && !m_words.takeIf("P") && !m_words.takeIf("L")) return m_words.expected("P or L");
        if (auto wrong = m_words.require(")")) return wrong;
        if (auto wrong = m_words.require(";")) return wrong;
        open(head, *units);
        return std::nullopt;
    }

    Result<std::int64_t> number(const std::string& what) {
        if (!m_words.takeIf("Sz")) return m_words.number(what + ", a whole number or Sz(dimension)");
        if (auto wrong = m_words.require("(")) return *wrong;
        const auto d = dimension();
        if (!d) return d.diagnostics();
        if (auto wrong = m_words.require(")")) return *wrong;
        return m_workload.bound(*d);
    }

    Result<int> dimension() {
        const Word word = m_words.next();
        const auto name = m_words.name("a dimension's name");
        if (!name) return name.diagnostics();
        std::string plain = name->text;
        if (plain.ends_with('\'')) plain.pop_back();
        const int d = m_workload.findDimension(plain);
        if (d < 0)
            return errorAt(m_words.placeOf(word),
                           "unknown dimension '" + name->text + "', expected " + sheetNames(m_workload));
        return d;
    }

    std::optional<Diagnostic> readMap(const Word& head, MapKind kind) {
        if (auto wrong = m_words.require("(")) return wrong;
        const auto size = number("the size");
        if (!size) return size.diagnostics().front();
        if (auto wrong = m_words.require(",")) return wrong;
        const auto offset = number("the offset");
        if (!offset) return offset.diagnostics().front();
        if (auto wrong = m_words.require(")")) return wrong;
        const auto d = dimension();
        if (!d) return d.diagnostics().front();
        if (auto wrong = m_words.require(";")) return wrong;
        auto& levels = m_read.dataflow.levels;
        auto& maps = levels.back().maps;
        m_read.places["levels[" + std::to_string(levels.size() - 1) + "].maps[" + std::to_string(maps.size()) + "]"] =
            m_words.placeOf(head);
        maps.push_back(
            {kind, *d, *size, *offset, m_read.layer.dimensions[static_cast<std::size_t>(*d)].windowed()});
        return std::nullopt;
    }

    Words m_words;
    const Workload& m_workload;
    MappedLayer m_read;
};

/// The first word of a text, comments left out.
std::string firstWord(std::string_view text) { return Words(text, {}).next().text; }

Result<Mapping> nestIn(const Dataflow& flow, const MappedLayer& places, const std::string& file, const Target& target) {
    const auto hardware = data_centric::hardwareOf(target.architecture);
    if (!hardware) return hardware.diagnostics();
    Diagnostics wrong = data_centric::check(flow, places.layer, hardware->pes);
    if (!wrong.empty()) return located(std::move(wrong), places, file);
    auto nest = data_centric::nestOf(flow, hardware->pes, target);
    if (!nest) return located(nest.diagnostics(), places, file);
    return nest;
}

/// The dimension of the layer for each of the workload's, by a pair of names.
struct NamePair {
    std::string_view file, ours;
};
constexpr std::array<NamePair, 7> kConvNames{
    {{"N", "N"}, {"K", "M"}, {"C", "C"}, {"R", "R"}, {"S", "S"}, {"Y", "P"}, {"X", "Q"}}};

std::int64_t sizeOf(const Layer& layer, std::string_view name) {
    const int d = layer.findDimension(name);
    return d < 0 ? 1 : layer.dimensions[static_cast<std::size_t>(d)].size;
}

Result<Workload> workloadOf(const Layer& layer) {
    if (layer.type == LayerType::gemm)
        return gemm(layer.name, sizeOf(layer, "M"), sizeOf(layer, "N"), sizeOf(layer, "K"));
    if (layer.type == LayerType::depthwise)
        return error("layer '" + layer.name + "' is a depthwise convolution, whose directives name no group",
                     "evaluate it with lapidary-cli evaluate --maestro");
    const auto along = [&](std::string_view name) {
        return layer.dimensions[static_cast<std::size_t>(layer.findDimension(name))];
    };
    Conv2d shape{.n = sizeOf(layer, "N"), .c = sizeOf(layer, "C"), .m = sizeOf(layer, "K")};
    shape.r = sizeOf(layer, "R");
    shape.s = sizeOf(layer, "S");
    shape.strideP = along("Y").stride;
    shape.strideQ = along("X").stride;
    shape.p = layer.results(layer.findDimension("Y"));
    shape.q = layer.results(layer.findDimension("X"));
    return conv2d(layer.name, shape);
}

/// Our dimension for each of the file's; nothing if the workload is another one. Dimensions of size 1 may be missing.
std::optional<std::vector<int>> placesIn(const Workload& workload, const Layer& layer) {
    std::vector<int> places(layer.dimensions.size(), -1);
    if (layer.type == LayerType::gemm) {
        const auto product = flash::gemmOf(workload);
        if (!product) return std::nullopt;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (product->sizes[axis] != layer.dimensions[axis].size) return std::nullopt;
            places[axis] = product->dimension[axis];
        }
        return places;
    }
    const auto ours = data_centric::layerOf(workload);
    if (!ours || layer.type != LayerType::conv) return std::nullopt;
    std::size_t found = 0;
    for (const NamePair& pair : kConvNames) {
        const int theirs = layer.findDimension(pair.file), d = ours->findDimension(pair.ours);
        const auto& along = layer.dimensions[static_cast<std::size_t>(theirs)];
        if (d < 0) {
            if (along.size != 1) return std::nullopt;
            continue;
        }
        const auto& same = ours->dimensions[static_cast<std::size_t>(d)];
        if (same.size != along.size || same.stride != along.stride) return std::nullopt;
        places[static_cast<std::size_t>(theirs)] = d;
        ++found;
    }
    return found == ours->dimensions.size() ? std::optional(places) : std::nullopt;
}

/// The file's directives in the numbers of our layer.
Dataflow renumbered(const Dataflow& flow, const std::vector<int>& places, const Layer& ours) {
    Dataflow made;
    for (const data_centric::ClusterLevel& level : flow.levels) {
        made.levels.push_back({level.units, {}});
        for (Map map : level.maps) {
            const int d = places[static_cast<std::size_t>(map.dimension)];
            if (d < 0 && map.kind == MapKind::temporal) continue;  // of size 1, and not among ours
            map.dimension = std::max(d, 0);
            map.inResults = map.inResults && ours.dimensions[static_cast<std::size_t>(map.dimension)].windowed();
            made.levels.back().maps.push_back(map);
        }
    }
    return made;
}

}  // namespace

Result<std::string> directiveText(const Mapping& mapping, const Target& target) {
    const auto form = data_centric::directivesOf(mapping, target);
    if (!form) return form.diagnostics();
    Dataflow plain = form->flow;
    for (data_centric::ClusterLevel& level : plain.levels)
        for (Map& map : level.maps) map.inResults = false;
    std::string text;
    for (const std::string& line : data_centric::toLines(plain, form->layer)) text += line + "\n";
    return {std::move(text), form.diagnostics()};
}

Result<Mapping> nestOfDirectives(std::string_view text, const std::string& file, const Target& target) {
    const auto layer = data_centric::layerOf(target.workload);
    if (!layer) return layer.diagnostics();
    auto read = SheetReader(text, file, target.workload, *layer).read();
    if (!read) return read.diagnostics();
    return nestIn(read->dataflow, *read, file, target);
}

bool isNetworkText(std::string_view text) { return firstWord(text) == "Network"; }

bool isHardwareText(std::string_view text) {
    const std::string word = firstWord(text);
    return word == "num_pes" || word == "l1_size_cstr" || word == "l2_size_cstr" || word == "noc_bw_cstr" ||
           word == "offchip_bw_cstr" || word == "l1_size" || word == "l2_size" || word == "noc_bw";
}

Result<NestOfFile> nestOfNetwork(std::string_view text, const std::string& file, const Target& target) {
    auto layers = readNetwork(text, file);
    if (!layers) return layers.diagnostics();
    const MappedLayer* chosen = &layers->front();
    auto places = placesIn(target.workload, chosen->layer);
    for (std::size_t i = 1; i < layers->size() && !places; ++i)
        if ((places = placesIn(target.workload, (*layers)[i].layer))) chosen = &(*layers)[i];
    NestOfFile made{target.workload, {}, places.has_value()};
    if (!places) {
        auto workload = workloadOf(chosen->layer);
        if (!workload) return workload.diagnostics();
        made.workload = *std::move(workload);
        places = placesIn(made.workload, chosen->layer);
    }
    const auto on = Target::make(made.workload, target.architecture);
    if (!on) return on.diagnostics();
    const auto ours = data_centric::layerOf(made.workload);
    if (!ours || !places) return error("layer '" + chosen->layer.name + "' can't be read as a workload");
    MappedLayer known{*ours, {}, chosen->places};
    auto nest = nestIn(renumbered(chosen->dataflow, *places, *ours), known, file, **on);
    if (!nest) return nest.diagnostics();
    made.mapping = *std::move(nest);
    Diagnostics notes;
    if (layers->size() > 1)
        notes.push_back({Severity::note,
                         "of " + std::to_string(layers->size()) + " layers only '" + chosen->layer.name + "' was read",
                         {},
                         {}});
    return {std::move(made), std::move(notes)};
}

}  // namespace lapidary::maestro
