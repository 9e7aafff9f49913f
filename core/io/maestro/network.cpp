// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/io/maestro/files.h"
#include "core/io/maestro/tokens.h"

namespace lapidary::maestro {
namespace {

using data_centric::Layer;
using data_centric::LayerType;
using data_centric::Map;
using data_centric::MapKind;

/// A directive before its dimension's sizes are known.
struct RawMap {
    Word word, dimension;
    MapKind kind = MapKind::temporal;
    struct Number {
        std::int64_t value = 0;
        Word of;  ///< the D of Sz(D); kind end = a plain number
    } size, offset;
};

struct RawCluster {
    Word word;
    std::int64_t units = 0;
    std::vector<RawMap> maps;
};

struct RawLayer {
    Word name;
    LayerType type = LayerType::conv;
    std::map<std::string, std::pair<std::int64_t, Place>> sizes, strides;
    std::vector<RawCluster> clusters{1};
    bool hasDataflow = false;
};

std::string letters(LayerType type) { return type == LayerType::gemm ? "M, N or K" : "N, K, C, R, S, Y or X"; }

std::string lettersInMaps(LayerType type) {
    return type == LayerType::gemm ? "M, N or K" : "N, K, C, R, S, Y, X, Y' or X'";
}

class NetworkReader {
public:
    NetworkReader(std::string_view text, const std::string& file) : m_words(text, file) {}

    Result<std::vector<MappedLayer>> read() {
        std::vector<MappedLayer> layers;
        while (!m_words.atEnd()) {
            if (auto wrong = m_words.require("Network")) return *wrong;
            const auto name = m_words.name("the network's name");
            if (!name) return name.diagnostics();
            if (auto wrong = m_words.require("{")) return *wrong;
            while (!m_words.takeIf("}")) {
                auto layer = readLayer();
                if (!layer) return layer.diagnostics();
                layers.push_back(*std::move(layer));
                layers.back().layer.network = name->text;
            }
        }
        if (layers.empty()) return m_words.expected("'Network NAME { Layer NAME { ... } }'");
        return layers;
    }

private:
    Result<MappedLayer> readLayer() {
        if (!m_words.is("Layer")) return m_words.expected("'Layer' or '}'");
        m_words.take();
        RawLayer raw;
        if (m_words.next().kind != Word::Kind::name && m_words.next().kind != Word::Kind::number)
            return m_words.expected("the layer's name");
        raw.name = m_words.take();
        if (auto wrong = m_words.require("{")) return *wrong;
        while (!m_words.takeIf("}"))
            if (Diagnostics wrong = readPart(raw); !wrong.empty()) return wrong;
        return build(raw);
    }

    Diagnostics readPart(RawLayer& raw) {
        if (m_words.takeIf("Type")) return readType(raw);
        if (m_words.takeIf("Stride")) return readSizes(raw.strides, "X or Y");
        if (m_words.takeIf("Dimensions")) return readSizes(raw.sizes, "a dimension's name");
        if (m_words.takeIf("Dataflow")) return readDataflow(raw);
        return {m_words.expected("'Type', 'Stride', 'Dimensions', 'Dataflow' or '}'")};
    }

    Diagnostics readType(RawLayer& raw) {
        m_words.takeIf(":");
        const auto type = fromKey<LayerType>(m_words.next().text);
        if (!type) return {m_words.expected("CONV, DSCONV or GEMM")};
        raw.type = *type;
        m_words.take();
        m_words.takeIf(";");
        return {};
    }

    Diagnostics readSizes(std::map<std::string, std::pair<std::int64_t, Place>>& sizes, const char* what) {
        if (auto wrong = m_words.require("{")) return {*wrong};
        while (!m_words.takeIf("}")) {
            const auto name = m_words.name(std::string(what) + " or '}'");
            if (!name) return name.diagnostics();
            m_words.takeIf(":");
            const Place place = m_words.placeOf(m_words.next(), name->text);
            const auto value = m_words.number("a whole number for " + name->text);
            if (!value) return value.diagnostics();
            if (!sizes.emplace(name->text, std::pair(*value, place)).second)
                return {errorAt(m_words.placeOf(*name), name->text + " is given twice")};
            if (!m_words.takeIf(",")) m_words.takeIf(";");
        }
        return {};
    }

    Diagnostics readDataflow(RawLayer& raw) {
        raw.hasDataflow = true;
        if (auto wrong = m_words.require("{")) return {*wrong};
        while (!m_words.takeIf("}")) {
            const Word word = m_words.next();
            Diagnostics wrong;
            if (m_words.takeIf("Cluster"))
                wrong = readCluster(raw, word);
            else if (m_words.takeIf("TemporalMap"))
                wrong = readMap(raw, word, MapKind::temporal);
            else if (m_words.takeIf("SpatialMap"))
                wrong = readMap(raw, word, MapKind::spatial);
            else
                wrong = {m_words.expected("'TemporalMap', 'SpatialMap', 'Cluster' or '}'")};
            if (!wrong.empty()) return wrong;
        }
        return {};
    }

    Diagnostics readCluster(RawLayer& raw, const Word& word) {
        if (auto wrong = m_words.require("(")) return {*wrong};
        RawMap::Number units;
        if (Diagnostics wrong = readNumber(units, "the cluster's size"); !wrong.empty()) return wrong;
        if (m_words.takeIf(",") && !m_words.takeIf("P") && !m_words.takeIf("L")) return {m_words.expected("P or L")};
        if (auto wrong = m_words.require(")")) return {*wrong};
        if (auto wrong = m_words.require(";")) return {*wrong};
        if (units.of.kind != Word::Kind::end) {
            const auto found = raw.sizes.find(units.of.text);
            if (found == raw.sizes.end())
                return {errorAt(m_words.placeOf(units.of),
                                "Sz(" + units.of.text + ") in Cluster, but no such dimension was given before")};
            units.value = found->second.first;
        }
        raw.clusters.push_back({word, units.value, {}});
        return {};
    }

    Diagnostics readNumber(RawMap::Number& number, const std::string& what) {
        if (m_words.takeIf("Sz")) {
            if (auto wrong = m_words.require("(")) return {*wrong};
            const auto name = m_words.name("a dimension's name");
            if (!name) return name.diagnostics();
            number.of = *name;
            if (auto wrong = m_words.require(")")) return {*wrong};
            return {};
        }
        const auto value = m_words.number(what + ", a whole number or Sz(dimension)");
        if (!value) return value.diagnostics();
        number.value = *value;
        return {};
    }

    Diagnostics readMap(RawLayer& raw, const Word& word, MapKind kind) {
        RawMap map;
        map.word = word;
        map.kind = kind;
        if (auto wrong = m_words.require("(")) return {*wrong};
        if (Diagnostics wrong = readNumber(map.size, "the size"); !wrong.empty()) return wrong;
        if (auto wrong = m_words.require(",")) return {*wrong};
        if (Diagnostics wrong = readNumber(map.offset, "the offset"); !wrong.empty()) return wrong;
        if (auto wrong = m_words.require(")")) return {*wrong};
        const auto dimension = m_words.name("a dimension's name");
        if (!dimension) return dimension.diagnostics();
        map.dimension = *dimension;
        if (auto wrong = m_words.require(";")) return {*wrong};
        raw.clusters.back().maps.push_back(std::move(map));
        return {};
    }

    Result<Layer> layerOf(const RawLayer& raw) const {
        const auto size = [&](const char* name) {
            const auto found = raw.sizes.find(name);
            return found == raw.sizes.end() ? 1 : found->second.first;
        };
        const auto stride = [&](const char* name) {
            const auto found = raw.strides.find(name);
            return found == raw.strides.end() ? 1 : found->second.first;
        };
        const data_centric::ConvSizes conv{size("N"), size("K"), size("C"),   size("R"),  size("S"),
                                           size("Y"), size("X"), stride("Y"), stride("X")};
        Layer layer = raw.type == LayerType::gemm
                          ? data_centric::gemmLayer(raw.name.text, size("M"), size("N"), size("K"))
                      : raw.type == LayerType::depthwise ? data_centric::depthwiseLayer(raw.name.text, conv)
                                                         : data_centric::convLayer(raw.name.text, conv);
        for (const auto& [name, given] : raw.sizes)
            if (layer.findDimension(name) < 0)
                return errorAt(given.second, "unknown dimension '" + name + "', expected " + letters(raw.type));
        for (const auto& [name, given] : raw.strides)
            if (const int d = layer.findDimension(name);
                d < 0 || !layer.dimensions[static_cast<std::size_t>(d)].windowed())
                return errorAt(given.second, "a stride of '" + name + "', expected X or Y of a convolution");
        for (const auto& [name, given] : raw.sizes)
            if (given.first < 1)
                return errorAt(given.second,
                               "size " + std::to_string(given.first) + " of " + name + ", expected at least 1");
        for (const auto& [name, given] : raw.strides)
            if (given.first < 1)
                return errorAt(given.second,
                               "stride " + std::to_string(given.first) + " of " + name + ", expected at least 1");
        return layer;
    }

    Result<std::int64_t> valueOf(const RawMap::Number& number, const Layer& layer) const {
        if (number.of.kind == Word::Kind::end) return number.value;
        const int d = layer.findDimension(number.of.text);
        if (d < 0)
            return errorAt(m_words.placeOf(number.of),
                           "unknown dimension '" + number.of.text + "' in Sz(), expected " + letters(layer.type));
        return layer.dimensions[static_cast<std::size_t>(d)].size;
    }

    Result<MappedLayer> build(const RawLayer& raw) const {
        auto layer = layerOf(raw);
        if (!layer) return layer.diagnostics();
        if (!raw.hasDataflow)
            return errorAt(m_words.placeOf(raw.name),
                           "layer '" + raw.name.text + "' has no dataflow, expected 'Dataflow { ... }'");
        MappedLayer mapped{*std::move(layer), {}, {}};
        for (const auto& [name, given] : raw.sizes) mapped.places[name] = given.second;
        for (std::size_t level = 0; level < raw.clusters.size(); ++level) {
            const RawCluster& cluster = raw.clusters[level];
            const std::string key = "levels[" + std::to_string(level) + "].";
            const Word& head = level == 0 ? raw.name : cluster.word;
            mapped.places[key + "units"] = m_words.placeOf(head);
            mapped.places[key + "maps"] = m_words.placeOf(head);
            mapped.dataflow.levels.push_back({cluster.units, {}});
            for (const RawMap& map : cluster.maps) {
                const bool results = map.dimension.text.ends_with('\'');
                const int d =
                    mapped.layer.findDimension(map.dimension.text.substr(0, map.dimension.text.size() - results));
                if (d < 0 || (results && !mapped.layer.dimensions[static_cast<std::size_t>(d)].windowed()))
                    return errorAt(m_words.placeOf(map.dimension), "unknown dimension '" + map.dimension.text +
                                                                       "', expected " + lettersInMaps(raw.type));
                const auto size = valueOf(map.size, mapped.layer);
                if (!size) return size.diagnostics();
                const auto offset = valueOf(map.offset, mapped.layer);
                if (!offset) return offset.diagnostics();
                auto& maps = mapped.dataflow.levels.back().maps;
                mapped.places[key + "maps[" + std::to_string(maps.size()) + "]"] = m_words.placeOf(map.word);
                maps.push_back(Map{map.kind, d, *size, *offset, results});
            }
        }
        return mapped;
    }

    Words m_words;
};

}  // namespace

Result<std::vector<MappedLayer>> readNetwork(std::string_view text, const std::string& file) {
    return NetworkReader(text, file).read();
}

Diagnostics located(Diagnostics diagnostics, const MappedLayer& layer, const std::string& file) {
    for (Diagnostic& one : diagnostics) {
        const auto at = layer.places.find(one.place.key);
        if (at != layer.places.end())
            one.place = at->second;
        else if (one.place.file.empty())
            one.place.file = file;
    }
    return diagnostics;
}

std::string networkText(const std::vector<MappedLayer>& layers) {
    std::string text;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i].layer;
        if (i == 0 || layers[i - 1].layer.network != layer.network)
            text += (i == 0 ? "" : "}\n") + ("Network " + (layer.network.empty() ? "network" : layer.network)) + " {\n";
        text += "  Layer " + layer.name + " {\n    Type: " + std::string(keyOf(layer.type)) + "\n";
        std::string strides, sizes;
        for (const auto& along : layer.dimensions) {
            if (along.stride != 1)
                strides += (strides.empty() ? " " : ", ") + along.name + ": " + std::to_string(along.stride);
            sizes += (sizes.empty() ? " " : ", ") + along.name + ": " + std::to_string(along.size);
        }
        if (!strides.empty()) text += "    Stride {" + strides + " }\n";
        text += "    Dimensions {" + sizes + " }\n    Dataflow {\n";
        for (const std::string& line : data_centric::toLines(layers[i].dataflow, layer)) text += "      " + line + "\n";
        text += "    }\n  }\n";
    }
    return text + (layers.empty() ? "" : "}\n");
}

}  // namespace lapidary::maestro
