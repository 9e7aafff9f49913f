// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/directives.h"

namespace lapidary::maestro {
namespace {

using data_centric::Map;
using data_centric::MapKind;

Diagnostics readSize(Words& words, RawNumber& number, const std::string& what) {
    if (words.takeIf("Sz")) {
        if (auto wrong = words.require("(")) return {*wrong};
        const auto name = words.name("a dimension's name");
        if (!name) return name.diagnostics();
        number.of = *name;
        if (auto wrong = words.require(")")) return {*wrong};
        return {};
    }
    const auto value = words.number(what + ", a whole number or Sz(dimension)");
    if (!value) return value.diagnostics();
    number.value = *value;
    return {};
}

Diagnostics readCluster(Words& words, const Word& word, std::vector<RawCluster>& clusters) {
    if (auto wrong = words.require("(")) return {*wrong};
    RawNumber units;
    if (Diagnostics wrong = readSize(words, units, "the cluster's size"); !wrong.empty()) return wrong;
    if (words.takeIf(",") && !words.takeIf("P") && !words.takeIf("L")) return {words.expected("P or L")};
    if (auto wrong = words.require(")")) return {*wrong};
    if (auto wrong = words.require(";")) return {*wrong};
    clusters.push_back({word, units, {}});
    return {};
}

Diagnostics readMap(Words& words, const Word& word, MapKind kind, std::vector<RawMap>& maps) {
    RawMap map;
    map.word = word;
    map.kind = kind;
    if (auto wrong = words.require("(")) return {*wrong};
    if (Diagnostics wrong = readSize(words, map.size, "the size"); !wrong.empty()) return wrong;
    if (auto wrong = words.require(",")) return {*wrong};
    if (Diagnostics wrong = readSize(words, map.offset, "the offset"); !wrong.empty()) return wrong;
    if (auto wrong = words.require(")")) return {*wrong};
    const auto dimension = words.name("a dimension's name");
    if (!dimension) return dimension.diagnostics();
    map.dimension = *dimension;
    if (auto wrong = words.require(";")) return {*wrong};
    maps.push_back(std::move(map));
    return {};
}

Result<std::int64_t> sizeOf(const RawNumber& number, const DimensionNames& names, const Words& words) {
    if (number.of.kind == Word::Kind::end) return number.value;
    const auto found = names.find(number.of.text);
    if (!found)
        return errorAt(words.placeOf(number.of),
                       "unknown dimension '" + number.of.text + "' in Sz(), expected " + names.sizes);
    return found->size;
}

Result<Map> mapOf(const RawMap& raw, const DimensionNames& names, const Words& words) {
    const auto found = names.find(raw.dimension.text);
    if (!found)
        return errorAt(words.placeOf(raw.dimension),
                       "unknown dimension '" + raw.dimension.text + "', expected " + names.maps);
    const auto size = sizeOf(raw.size, names, words);
    if (!size) return size.diagnostics();
    const auto offset = sizeOf(raw.offset, names, words);
    if (!offset) return offset.diagnostics();
    return Map{raw.kind, found->dimension, *size, *offset, found->inResults};
}

}  // namespace

Diagnostics readDirectives(Words& words, std::vector<RawCluster>& clusters) {
    if (clusters.empty()) clusters.emplace_back();
    while (!words.atEnd() && !words.is("}")) {
        const Word word = words.next();
        Diagnostics wrong;
        if (words.takeIf("Cluster"))
            wrong = readCluster(words, word, clusters);
        else if (words.takeIf("TemporalMap"))
            wrong = readMap(words, word, MapKind::temporal, clusters.back().maps);
        else if (words.takeIf("SpatialMap"))
            wrong = readMap(words, word, MapKind::spatial, clusters.back().maps);
        else
            wrong = {words.expected("'TemporalMap', 'SpatialMap', 'Cluster' or '}'")};
        if (!wrong.empty()) return wrong;
    }
    return {};
}

Result<PlacedDataflow> placed(const std::vector<RawCluster>& clusters, const Word& head, const DimensionNames& names,
                              const Words& words) {
    PlacedDataflow result;
    for (std::size_t level = 0; level < clusters.size(); ++level) {
        const RawCluster& cluster = clusters[level];
        const std::string key = "levels[" + std::to_string(level) + "].";
        const Place place = words.placeOf(level == 0 ? head : cluster.word);
        result.places[key + "units"] = result.places[key + "maps"] = place;
        const auto units = sizeOf(cluster.units, names, words);
        if (!units) return units.diagnostics();
        result.flow.levels.push_back({*units, {}});
        for (const RawMap& raw : cluster.maps) {
            const auto map = mapOf(raw, names, words);
            if (!map) return map.diagnostics();
            auto& maps = result.flow.levels.back().maps;
            result.places[key + "maps[" + std::to_string(maps.size()) + "]"] = words.placeOf(raw.word);
            maps.push_back(*map);
        }
    }
    return result;
}

}  // namespace lapidary::maestro
