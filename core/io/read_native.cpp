// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/read_native.h"

#include <charconv>

namespace lapidary {

namespace {

constexpr std::string_view kPrefix = "lapidary/";

/// Follows a key path one step; null if there is none.
const Json* step(const Json& value, std::string_view& path) {
    const std::size_t end = std::min(path.find_first_of(".[", 1), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(end);
    if (!path.empty() && path.front() == '.') path.remove_prefix(1);
    if (part.empty() || part.front() != '[') return value.find(part);

    std::size_t index = 0;
    std::from_chars(part.data() + 1, part.data() + part.size(), index);
    return value.isArray() && index < value.size() ? &value[index] : nullptr;
}

const Json& innermost(const Json& root, std::string_view path) {
    const Json* value = &root;
    while (!path.empty()) {
        const Json* next = step(*value, path);
        if (next == nullptr) break;
        value = next;
    }
    return *value;
}

}  // namespace

bool readSchema(ObjectReader& reader, std::string_view kind, int newest) {
    if (!reader.valid()) return false;
    const std::string wanted = std::string(kPrefix) + std::string(kind) + "/";
    const Json* value = reader.required("schema");
    const std::optional<std::string> schema = reader.string("schema");
    if (!schema) return false;

    int version = 0;
    const std::string_view text = *schema;
    if (text.starts_with(wanted)) {
        const std::string_view number = text.substr(wanted.size());
        const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), version);
        if (code != std::errc() || end != number.data() + number.size()) version = 0;
    }
    if (version >= 1 && version <= newest) return true;
    if (version > newest)
        reader.fail(*value, "schema",
                    "schema '" + *schema + "' is newer than this program, which reads up to '" + wanted +
                        std::to_string(newest) + "'",
                    "update Lapidary");
    else
        reader.fail(*value, "schema", "expected '" + wanted + std::to_string(newest) + "', found '" + *schema + "'");
    return false;
}

Json schemaJson(std::string_view kind, int version) {
    return std::string(kPrefix) + std::string(kind) + "/" + std::to_string(version);
}

std::string indexed(std::string_view list, std::size_t index) {
    return std::string(list) + "[" + std::to_string(index) + "]";
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "'" : ", '") + word + "'";
    return text;
}

Diagnostics located(Diagnostics problems, const Json& root, std::string_view file) {
    for (Diagnostic& problem : problems) {
        if (problem.place.line > 0) continue;
        const Json& value = innermost(root, problem.place.key);
        problem.place.file = file;
        problem.place.line = value.line();
        problem.place.column = value.column();
    }
    return problems;
}

Place insideString(Place ofString, int column) {
    ofString.column += column;
    return ofString;
}

}  // namespace lapidary
