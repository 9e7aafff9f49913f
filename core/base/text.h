// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small things done to words: ASCII only, C locale. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace lapidary {

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);
std::string lowered(std::string_view text);
/// Digits grouped by commas: "2853107712000" -> "2,853,107,712,000".
std::string groupedDigits(std::string digits);
bool equalIgnoringCase(std::string_view a, std::string_view b);

/// "a, b, c" from any range of words.
template <class Words>
std::string joined(const Words& words, std::string_view between = ", ") {
    std::string text;
    bool first = true;
    for (const auto& word : words) {
        if (!first) text += between;
        text += std::string_view(word);
        first = false;
    }
    return text;
}

}  // namespace lapidary
