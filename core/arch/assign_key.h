// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A word of a key table as the value of a setting. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/base/key_table.h"
#include "core/base/text.h"

namespace lapidary {

/// Takes the text's value, or leaves `value` alone and says which words there are and which is the nearest.
template <class E>
std::optional<Diagnostic> assignKey(E& value, std::string_view text) {
    if (const auto found = fromKey<E>(text)) {
        value = *found;
        return std::nullopt;
    }
    const std::vector<std::string> keys = keysOf<E>();
    return error("expected one of " + joined(keys) + ", found '" + std::string(text) + "'", didYouMean(text, keys));
}

}  // namespace lapidary
