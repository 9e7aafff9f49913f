// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/study_maps_json.h"

#include <charconv>
#include <optional>

#include "core/base/text.h"

namespace lapidary {
namespace {

/// "SpatialMap(2) Q", "TemporalMap(3) R" or "Cluster(16)"; nullopt for anything else.
std::optional<StudyMap> mapOf(std::string_view text) {
    constexpr std::int64_t kMostOfAMap = std::int64_t{1} << 40;
    const std::size_t open = text.find('('), close = text.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
    const std::string_view word = trimmed(text.substr(0, open)),
                           number = trimmed(text.substr(open + 1, close - open - 1));
    StudyMap map;
    map.dimension = std::string(trimmed(text.substr(close + 1)));
    map.spatial = word == "SpatialMap";
    const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), map.size);
    if (problem != std::errc() || end != number.data() + number.size() || map.size < 1 || map.size > kMostOfAMap)
        return std::nullopt;
    if (word == "Cluster") return map.dimension.empty() ? std::optional(map) : std::nullopt;
    if ((word != "SpatialMap" && word != "TemporalMap") || map.dimension.empty()) return std::nullopt;
    return map;
}

}  // namespace

std::vector<StudyMap> studyMapsFromJson(const Json& json, std::string_view file, const std::string& path,
                                        Diagnostics& out) {
    std::vector<StudyMap> maps;
    const auto fail = [&](const Json& at, const std::string& key, std::string message) {
        out.push_back(errorAt({std::string(file), at.line(), at.column(), key}, std::move(message)));
    };
    if (!json.isArray() || json.size() == 0) {
        fail(json, path, "expected a list of directives such as \"SpatialMap(1) Q\"");
        return maps;
    }
    for (std::size_t i = 0; i < json.size(); ++i) {
        const Json& item = json[i];
        const auto map = item.isString() ? mapOf(item.text()) : std::nullopt;
        if (map)
            maps.push_back(*map);
        else
            fail(
                item, path + "[" + std::to_string(i) + "]",
                "found " + described(item) + ", expected \"TemporalMap(3) R\", \"SpatialMap(1) Q\" or \"Cluster(16)\"");
    }
    return maps;
}

}  // namespace lapidary
