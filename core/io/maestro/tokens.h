// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The words of MAESTRO's files: names, whole numbers and single signs; comments run from // to the end of the line.
// Used by the readers only. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lapidary::maestro {

struct Word {
    enum class Kind { name, number, sign, end };
    Kind kind = Kind::end;
    std::string text{};
    int line = 1, column = 1;
};

class Words {
public:
    Words(std::string_view text, std::string file);

    const Word& next() const { return m_words[m_at]; }
    Word take();
    bool atEnd() const { return next().kind == Word::Kind::end; }
    bool is(std::string_view text) const { return !atEnd() && next().text == text; }
    bool takeIf(std::string_view text);
    Place placeOf(const Word& word, std::string key = {}) const;
    /// "'Foo'", or "the end of the file".
    static std::string quoted(const Word& word);
    Diagnostic expected(const std::string& what, std::string hint = {}) const;

    /// An error unless the next word is that one, which is taken.
    std::optional<Diagnostic> require(std::string_view text);
    Result<Word> name(const std::string& what);
    /// A whole number or the name of a constant.
    Result<std::int64_t> number(const std::string& what);
    /// False if there is such a constant.
    bool define(const std::string& constant, std::int64_t value) { return m_constants.emplace(constant, value).second; }

private:
    std::string m_file;
    std::vector<Word> m_words;
    std::size_t m_at = 0;
    std::map<std::string, std::int64_t> m_constants;
};

}  // namespace lapidary::maestro
