// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"

#include <algorithm>
#include <cstdint>

namespace lapidary {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Bytes of the character that the text begins with, and what it is; 0 if it is no UTF-8.
std::size_t utf8Length(std::string_view text, std::uint32_t& code) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0 || length > text.size()) return 0;
    code = length == 1 ? first : first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0u) != 0x80u) return 0;
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = code >= 0xD800 && code < 0xE000;
    return code < kLeast[length] || code > 0x10FFFF || isSurrogate ? 0 : length;
}

bool isShown(std::uint32_t code) {
    if (code == '\n' || code == '\t') return true;
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;
    const bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !turns && code != 0x2028 && code != 0x2029;
}

std::string hexadecimal(std::uint32_t number) {
    std::string digits;
    for (; number > 0 || digits.size() < 2; number >>= 4)
        digits.insert(digits.begin(), "0123456789ABCDEF"[number & 15]);
    return digits;
}

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

std::string printable(std::string_view text, std::size_t most) {
    if (text.size() > most) {
        const auto isInside = [text](std::size_t at) {
            return (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u;
        };
        std::size_t first = most - most / 4, last = text.size() - most / 4;
        for (int i = 0; i < 3 && first > 0 && isInside(first); ++i) --first;
        for (int i = 0; i < 3 && last + 1 < text.size() && isInside(last); ++i) ++last;
        return printable(text.substr(0, first)) + " ... " + printable(text.substr(last));
    }
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        std::uint32_t code = 0;
        const std::size_t length = utf8Length(text.substr(at), code);
        if (length > 0 && isShown(code))
            shown += text.substr(at, length);
        else if (length > 1)
            shown += "\\u{" + hexadecimal(code) + "}";
        else
            shown += "\\x" + hexadecimal(static_cast<unsigned char>(text[at]));
        at += std::max<std::size_t>(length, 1);
    }
    return shown;
}

bool equalIgnoringCase(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, lower, lower); }

}  // namespace lapidary
