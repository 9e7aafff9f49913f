// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/io/maestro/directives.h"
#include "core/io/maestro/files.h"

namespace lapidary::maestro {
namespace {

/// How the work of a type that the format names without defining it is said in one that it defines; empty for other words.
const char* insteadOf(const std::string& type) {
    if (type == "NGCONV") return "say it as a CONV of one group's channels and filters, once per group";
    if (type == "TRCONV")
        return "say it as a CONV of stride 1 whose Y and X are those of the input with the zeros between its elements";
    if (type == "LSTM" || type == "FC") return "say its products as GEMM: M results, K inputs, N samples";
    if (type == "POOL") return "it multiplies nothing; leave it out";
    return "";
}

using data_centric::Layer;
using data_centric::LayerType;

struct RawLayer {
    Word name;
    LayerType type = LayerType::conv;
    std::map<std::string, std::pair<std::int64_t, Place>> sizes, strides;
    std::vector<RawCluster> clusters{1};
    bool hasDataflow = false;
};

std::string letters(LayerType type) {
    if (type == LayerType::batchedGemm) return "B, M, N or K";
    return type == LayerType::gemm ? "M, N or K" : "N, K, C, R, S, Y or X";
}

std::string lettersInMaps(LayerType type) {
    const bool product = type == LayerType::gemm || type == LayerType::batchedGemm;
    return product ? letters(type) : "N, K, C, R, S, Y, X, Y' or X'";
}

DimensionNames namesOf(const Layer& layer) {
    const auto find = [&layer](std::string_view name) -> std::optional<NamedDimension> {
        const bool results = name.ends_with('\'');
        const int d = layer.findDimension(name.substr(0, name.size() - (results ? 1 : 0)));
        if (d < 0) return std::nullopt;
        const auto& along = layer.dimensions[static_cast<std::size_t>(d)];
        if (results && !along.windowed()) return std::nullopt;
        return NamedDimension{d, results, results ? layer.results(d) : along.size};
    };
    return {find, letters(layer.type), lettersInMaps(layer.type)};
}

template <class Size>
Layer layerOfType(const RawLayer& raw, const Size& size, const data_centric::ConvSizes& conv) {
    const std::string& name = raw.name.text;
    switch (raw.type) {
    case LayerType::gemm: return data_centric::gemmLayer(name, size("M"), size("N"), size("K"));
    case LayerType::batchedGemm:
        return data_centric::batchedGemmLayer(name, size("B"), size("M"), size("N"), size("K"));
    case LayerType::depthwise: return data_centric::depthwiseLayer(name, conv);
    case LayerType::conv: break;
    }
    return data_centric::convLayer(name, conv);
}

class NetworkReader {
public:
    NetworkReader(std::string_view text, const std::string& file, bool needsDataflow)
        : m_words(text, file), m_needsDataflow(needsDataflow) {}

    Result<std::vector<MappedLayer>> read() {
        std::vector<MappedLayer> layers;
        while (!m_words.atEnd()) {
            if (m_words.is("Constant")) {
                if (Diagnostics wrong = readConstant(); !wrong.empty()) return wrong;
                continue;
            }
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
    Diagnostics readConstant() {
        m_words.take();
        const auto name = m_words.name("the constant's name");
        if (!name) return name.diagnostics();
        const auto value = m_words.number("a whole number for " + name->text);
        if (!value) return value.diagnostics();
        m_words.takeIf(";");
        if (!m_words.define(name->text, *value))
            return {errorAt(m_words.placeOf(*name), "constant " + name->text + " is given twice")};
        return {};
    }

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
        if (!type) return {m_words.expected("CONV, DSCONV, GEMM or BMM", insteadOf(m_words.next().text))};
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
        if (raw.hasDataflow) return {m_words.expected("one dataflow per layer")};
        raw.hasDataflow = true;
        if (auto wrong = m_words.require("{")) return {*wrong};
        if (Diagnostics wrong = readDirectives(m_words, raw.clusters); !wrong.empty()) return wrong;
        if (!m_words.takeIf("}")) return {m_words.expected("'TemporalMap', 'SpatialMap', 'Cluster' or '}'")};
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
        Layer layer = layerOfType(raw, size, conv);
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

    Result<MappedLayer> build(const RawLayer& raw) const {
        auto layer = layerOf(raw);
        if (!layer) return layer.diagnostics();
        MappedLayer mapped{*std::move(layer), {}, {}};
        for (const auto& [name, given] : raw.sizes) mapped.places[name] = given.second;
        mapped.places["layer"] = m_words.placeOf(raw.name);
        if (!raw.hasDataflow && m_needsDataflow)
            return errorAt(m_words.placeOf(raw.name),
                           "layer '" + raw.name.text + "' has no dataflow, expected 'Dataflow { ... }'");
        if (!raw.hasDataflow) return mapped;
        auto flow = placed(raw.clusters, raw.name, namesOf(mapped.layer), m_words);
        if (!flow) return flow.diagnostics();
        mapped.dataflow = std::move(flow->flow);
        mapped.places.merge(flow->places);
        return mapped;
    }

    Words m_words;
    bool m_needsDataflow;
};

}  // namespace

Result<std::vector<MappedLayer>> readNetwork(std::string_view text, const std::string& file) {
    return NetworkReader(text, file, true).read();
}

Result<std::vector<MappedLayer>> readLayers(std::string_view text, const std::string& file) {
    return NetworkReader(text, file, false).read();
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
