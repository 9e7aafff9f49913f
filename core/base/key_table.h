// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One enum, one table: its key in files and on the command line, its label, what it means and where it comes from.
// Files, CLI help, combo boxes and docs all read this table, so they cannot disagree.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lapidary {

template <class E>
struct KeyEntry {
    E value;
    std::string_view key;      ///< in files and options, e.g. "ruby-s"
    std::string_view label;    ///< for people, e.g. "Ruby-S"
    std::string_view meaning;  ///< one sentence
    std::string_view source;   ///< paper and section, may be empty
};

/// Specialise `std::span<const KeyEntry<E>> keyTable(E)` beside each enum.
template <class E>
std::optional<E> fromKey(std::string_view key) {
    for (const auto& entry : keyTable(E{}))
        if (entry.key == key) return entry.value;
    return std::nullopt;
}

template <class E>
const KeyEntry<E>& entryOf(E value) {
    for (const auto& entry : keyTable(E{}))
        if (entry.value == value) return entry;
    return keyTable(E{}).front();
}

template <class E>
std::string_view keyOf(E value) {
    return entryOf(value).key;
}

template <class E>
std::vector<std::string> keysOf() {
    std::vector<std::string> keys;
    for (const auto& entry : keyTable(E{})) keys.emplace_back(entry.key);
    return keys;
}

}  // namespace lapidary
