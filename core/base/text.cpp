// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"

#include <algorithm>

namespace lapidary {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

std::string groupedDigits(std::string digits) {
    for (std::size_t at = digits.size(); at > 3; digits.insert(at, 1, ',')) at -= 3;
    return digits;
}

bool equalIgnoringCase(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, lower, lower); }

}  // namespace lapidary
