// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The value of an option that names an entry of a key table.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/base/key_table.h"
#include "core/base/result.h"

namespace lapidary {

/// An error about an option, "--halo".
inline Diagnostic aboutOption(std::string option, std::string message, std::string hint = {}) {
    return errorAt({.file = std::move(option), .line = 0, .column = 0, .key = {}}, std::move(message), std::move(hint));
}

/// `fallback` if the option wasn't given.
template <class E>
Result<E> optionKey(const std::string& option, const std::string& text, E fallback) {
    if (text.empty()) return fallback;
    if (const auto value = fromKey<E>(text)) return *value;
    std::string expected;
    for (const std::string& key : keysOf<E>()) expected += (expected.empty() ? "" : ", ") + key;
    return aboutOption(option, "unknown value '" + text + "', expected one of " + expected,
                       didYouMean(text, keysOf<E>()));
}

}  // namespace lapidary
