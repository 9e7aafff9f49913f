// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the readers of native files share: the schema line, and giving diagnostics of other rooms their place in the
// file. Pure functions.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/base/key_table.h"

namespace lapidary {

/// Requires `"schema": "lapidary/KIND/N"` with N <= newest. Otherwise false, with one error that says which it is:
/// missing, another kind of file, newer than this program.
bool readSchema(ObjectReader& reader, std::string_view kind, int newest);
Json schemaJson(std::string_view kind, int version);

/// The upper limit of what is only counted: mappings, cycles, words.
inline constexpr std::int64_t kMostCounted = std::numeric_limits<std::int64_t>::max();

/// "levels[2]"
std::string indexed(std::string_view list, std::size_t index);
/// "'a', 'b', 'c'"
std::string listed(const std::vector<std::string>& words);

/// Reads a key of an enum's table; an error lists the known keys.
template <class E>
std::optional<E> readKey(ObjectReader& reader, std::string_view key) {
    const std::optional<std::string> text = reader.string(key);
    if (!text) return std::nullopt;
    const std::optional<E> value = fromKey<E>(*text);
    if (!value) {
        const std::vector<std::string> known = keysOf<E>();
        reader.fail(*reader.any(key), key, "expected one of " + listed(known) + ", found '" + *text + "'",
                    didYouMean(*text, known));
    }
    return value;
}

/// Diagnostics that only name a key path ("levels[1].capacity") get the line and column of that value in `root`, or of
/// the innermost part of the path that exists.
Diagnostics located(Diagnostics problems, const Json& root, std::string_view file);

/// The place of a character of a JSON string, counted from 1 behind the quote.
Place insideString(Place ofString, int column);

/// Reads a list into `out` item by item: readItem(const Json& item, std::string key).
template <class ReadItem>
void readItems(ObjectReader& reader, std::string_view key, ReadItem readItem) {
    const Json* list = reader.array(key);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) readItem((*list)[i], indexed(key, i));
}

/// Reads an object with free names: readMember(const Json::Member& member, std::string key).
template <class ReadMember>
void readMembers(ObjectReader& reader, std::string_view key, ReadMember readMember) {
    const Json* object = reader.object(key);
    if (object == nullptr) return;
    for (const Json::Member& member : object->members()) readMember(member, std::string(key) + "." + member.name);
}

}  // namespace lapidary
