// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/tokens.h"

#include <charconv>

namespace lapidary::maestro {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isNameSign(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '\'' || c == '-' ||
           c == '.';
}

}  // namespace

Words::Words(std::string_view text, std::string file) : m_file(std::move(file)) {
    int line = 1;
    std::size_t lineStart = 0;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '\n') {
            ++line;
            lineStart = ++i;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            ++i;
        } else if (text.substr(i).starts_with("//")) {
            while (i < text.size() && text[i] != '\n') ++i;
        } else if (text.substr(i).starts_with("/*")) {
            const std::size_t close = text.find("*/", i + 2);
            if (close == std::string_view::npos)  // a word that nothing expects, so that every reader refuses it here
                m_words.push_back({Word::Kind::sign, "/* without its */", line, static_cast<int>(i - lineStart) + 1});
            for (const std::size_t end = std::min(close, text.size() - 2) + 2; i < end; ++i)
                if (text[i] == '\n') {
                    ++line;
                    lineStart = i + 1;
                }
        } else {
            std::size_t end = i + 1;
            bool digits = isDigit(c) || (c == '-' && end < text.size() && isDigit(text[end]));
            if (isNameSign(c))
                for (; end < text.size() && isNameSign(text[end]); ++end) digits = digits && isDigit(text[end]);
            std::string word(text.substr(i, end - i));
            // Y and X of results with a typographic prime, as some stock files have it.
            if (isNameSign(c) && text.substr(end).starts_with("\u2019")) {
                word += '\'';
                digits = false;
                end += std::string_view("\u2019").size();
            }
            const auto kind = !isNameSign(c) ? Word::Kind::sign : digits ? Word::Kind::number : Word::Kind::name;
            m_words.push_back({kind, std::move(word), line, static_cast<int>(i - lineStart) + 1});
            i = end;
        }
    }
    m_words.push_back({Word::Kind::end, {}, line, static_cast<int>(text.size() - lineStart) + 1});
}

Word Words::take() {
    Word word = next();
    if (!atEnd()) ++m_at;
    return word;
}

bool Words::takeIf(std::string_view text) {
    const bool found = is(text);
    if (found) take();
    return found;
}

Place Words::placeOf(const Word& word, std::string key) const {
    return {m_file, word.line, word.column, std::move(key)};
}

std::string Words::quoted(const Word& word) {
    return word.kind == Word::Kind::end ? "the end of the file" : "'" + word.text + "'";
}

Diagnostic Words::expected(const std::string& what, std::string hint) const {
    return errorAt(placeOf(next()), "found " + quoted(next()) + ", expected " + what, std::move(hint));
}

std::optional<Diagnostic> Words::require(std::string_view text) {
    if (takeIf(text)) return std::nullopt;
    return expected("'" + std::string(text) + "'");
}

Result<Word> Words::name(const std::string& what) {
    if (next().kind != Word::Kind::name) return expected(what);
    return take();
}

Result<std::int64_t> Words::number(const std::string& what) {
    const std::string& text = next().text;
    std::int64_t value = 0;
    if (const auto constant = m_constants.find(text); constant != m_constants.end() && !atEnd()) {
        take();
        return constant->second;
    }
    if (next().kind != Word::Kind::number) return expected(what);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || value > std::int64_t{1} << 40)
        return expected(what + " up to 2^40");
    take();
    return value;
}

}  // namespace lapidary::maestro
