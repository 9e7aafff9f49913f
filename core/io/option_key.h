// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The value of an option that names an entry of a key table.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/base/key_table.h"
#include "core/base/result.h"

namespace lapidary {

/// `fallback` if the option wasn't given.
template <class E>
Result<E> optionKey(const std::string& option, const std::string& text, E fallback) {
    if (text.empty()) return fallback;
    if (const auto value = fromKey<E>(text)) return *value;
    std::string expected;
    for (const std::string& key : keysOf<E>()) expected += (expected.empty() ? "" : ", ") + key;
    return errorAt({.file = option, .line = 0, .column = 0, .key = {}},
                   "unknown value '" + text + "', expected one of " + expected,
                   didYouMean(text, keysOf<E>()));
}

}  // namespace lapidary
