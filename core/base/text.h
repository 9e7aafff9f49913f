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

/// Text from a file or the command line as a message may show it: control characters, what turns the direction of writing
/// and bytes that are no UTF-8 become \xNN or \u{N}; of more than `most` bytes the middle is left out. Line feeds and
/// tabulators stay.
std::string printable(std::string_view text, std::size_t most = std::string_view::npos);

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
