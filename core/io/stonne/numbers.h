// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whole numbers in STONNE's words. Pure functions.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lapidary::stonne {

/// nullopt unless the whole text is one decimal number that fits.
inline std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace lapidary::stonne
