// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One line of the text form of a mapping, read from left to right; positions become columns of error messages.
// Used by the parser only. No thread rule.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lapidary {

inline bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// A number of decimal digits only; nullopt if there is anything else or it needs more than 63 bits.
inline std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.front() == '-' || problem != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

class TextLine {
public:
    /// Leaves out a comment and the spaces at both ends.
    TextLine(std::string_view text, int number) : m_text(text.substr(0, text.find('#'))), m_number(number) {
        while (!m_text.empty() && isSpace(m_text.back())) m_text.remove_suffix(1);
        skipSpace();
    }

    int number() const { return m_number; }
    std::size_t position() const { return m_at; }
    void seek(std::size_t position) {
        m_at = position;
        skipSpace();
    }
    bool atEnd() const { return m_at >= m_text.size(); }
    std::string_view rest() const { return m_text.substr(m_at); }
    std::size_t find(char c) const { return m_text.find(c); }

    /// The characters up to the next space or one of `stops`; the spaces behind are skipped.
    std::string_view word(std::string_view stops = {}) {
        const std::size_t start = m_at;
        while (!atEnd() && !isSpace(m_text[m_at]) && stops.find(m_text[m_at]) == std::string_view::npos) ++m_at;
        const std::string_view found = m_text.substr(start, m_at - start);
        skipSpace();
        return found;
    }

    /// Reads `token` and the spaces behind it, if it comes next.
    bool accept(std::string_view token) {
        if (!rest().starts_with(token)) return false;
        seek(m_at + token.size());
        return true;
    }

private:
    void skipSpace() {
        while (!atEnd() && isSpace(m_text[m_at])) ++m_at;
    }

    std::string_view m_text;
    int m_number;
    std::size_t m_at = 0;
};

}  // namespace lapidary
