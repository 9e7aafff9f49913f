// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/directives.h"

#include <algorithm>
#include <array>

#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

struct TypeName {
    const char* name;
    EntryKind kind;
};
constexpr std::array kTypeNames = {TypeName{"temporal", EntryKind::temporal},
                                   TypeName{"spatial", EntryKind::spatial},
                                   TypeName{"bypass", EntryKind::bypass},
                                   TypeName{"bypassing", EntryKind::bypass},
                                   TypeName{"datatype", EntryKind::bypass},
                                   TypeName{"dataspace", EntryKind::bypass},
                                   TypeName{"utilization", EntryKind::utilization},
                                   TypeName{"parallelism", EntryKind::utilization},
                                   TypeName{"max_overbooked_proportion", EntryKind::overbooking}};

int lookUp(const std::map<std::string, int>& places, const std::string& name) {
    const auto found = places.find(name);
    return found == places.end() ? -1 : found->second;
}

std::vector<std::string> targetNames(const Places& places) {
    std::vector<std::string> names = places.names;
    for (const auto& [name, number] : places.fanouts)
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
}

}  // namespace

std::optional<EntryKind> entryKind(std::string_view type) {
    for (const auto& [name, kind] : kTypeNames)
        if (type == name) return kind;
    return std::nullopt;
}

EntryList entriesOf(const Section& section, const Document& document, std::initializer_list<const char*> wrappers,
                    std::initializer_list<const char*> others, Diagnostics& out) {
    EntryList result{nullptr, section.file(), section.place.key};
    if (section.value.isNull()) return result;
    if (section.value.isArray()) {
        result.list = &section.value;
        return result;
    }
    ObjectReader reader(section.value, section.file(), section.place.key, out);
    if (!reader.valid()) return result;
    for (const char* key : others) reader.any(key);
    for (const char* key : wrappers) {
        const Json* value = reader.any(key);
        if (value == nullptr || value->isNull()) continue;
        if (result.list != nullptr) {
            reader.fail(*value, key, "a second list of entries");
        } else if (value->isArray()) {
            result.list = value;
            result.path += std::string(".") + key;
        } else if (value->isString()) {
            std::string name = "constraints_" + value->text();
            std::ranges::replace(name, '-', '_');
            const Section* named = document.find(name);
            if (named == nullptr || !named->value.isArray())
                reader.fail(*value, key, "no list '" + name + "' at the top level of these files");
            else
                result = {&named->value, named->file(), named->place.key};
        } else {
            reader.fail(*value, key, "expected a list of entries, found " + described(*value));
        }
    }
    reader.finish();
    return result;
}

std::optional<EntryHead> readHead(ObjectReader& entry, const Places& places, bool isMapping) {
    if (!entry.valid()) return std::nullopt;
    const Json* target = entry.required("target");
    const Json* type = entry.required("type");
    const auto targetText = entry.string("target");
    const auto typeText = entry.string("type");
    if (!targetText || !typeText) return std::nullopt;
    EntryHead head;
    head.target = *targetText;
    head.place = entry.placeOf(*target, "target");
    head.level = lookUp(places.levels, *targetText);
    head.fanout = lookUp(places.fanouts, *targetText);
    if (head.level < 0 && head.fanout < 0) {
        const std::vector<std::string> names = targetNames(places);
        entry.fail(*target, "target", "the architecture has no storage '" + *targetText + "'",
                   didYouMean(*targetText, names, "it has " + joined(names)));
        return std::nullopt;
    }
    const auto kind = entryKind(*typeText);
    if (!kind || (isMapping && (*kind == EntryKind::utilization || *kind == EntryKind::overbooking))) {
        std::vector<std::string> known;
        for (const auto& [name, each] : kTypeNames) known.emplace_back(name);
        entry.fail(*type, "type",
                   *typeText == "skew" ? "skewed loops can't be expressed" : "unknown type '" + *typeText + "'",
                   didYouMean(*typeText, known, "expected temporal, spatial or bypass"));
        return std::nullopt;
    }
    head.kind = *kind;
    return head;
}

}  // namespace lapidary::timeloop
