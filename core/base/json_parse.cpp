// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>

#include <cctype>
#include <unordered_set>

#include "core/base/json.h"

namespace lapidary {

namespace {

constexpr int kMaxDepth = 200;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Walks over the text behind the SAX parser, which doesn't say where its tokens stand, and counts lines and columns
/// (in characters). It reads only text that the parser has accepted before.
class Cursor {
public:
    explicit Cursor(std::string_view text) : m_text(text) {
        if (text.starts_with(kByteOrderMark)) m_at = kByteOrderMark.size();
    }

    std::size_t offset() const { return m_at; }
    int line() const { return m_line; }
    int column() const { return m_column; }
    bool atEnd() const { return m_at >= m_text.size(); }

    /// Over white space and comments.
    void skipBlank() {
        while (!atEnd()) {
            const std::string_view rest = m_text.substr(m_at);
            if (std::string_view(" \t\r\n").find(rest.front()) != std::string_view::npos)
                advanceTo(m_at + 1);
            else if (rest.starts_with("//"))
                advanceTo(std::min(m_text.find('\n', m_at), m_text.size()));
            else if (const auto end = m_text.find("*/", m_at + 2); rest.starts_with("/*") && end != m_text.npos)
                advanceTo(end + 2);
            else
                return;
        }
    }
    /// To the start of the next token that is an event: over blanks, commas and colons. Stops before `end`.
    void skipSeparators(std::size_t end = std::string_view::npos) {
        for (skipBlank(); m_at + 1 < std::min(end, m_text.size()) && (m_text[m_at] == ',' || m_text[m_at] == ':');
             skipBlank())
            advanceTo(m_at + 1);
    }
    void skipToken() {
        const char first = m_text[m_at];
        std::size_t end = m_at + 1;
        if (first == '"') {
            while (m_text[end] != '"') end += m_text[end] == '\\' ? 2 : 1;
            ++end;
        } else if (std::string_view("[]{}").find(first) == std::string_view::npos) {
            end = m_at + wordHere().size();
        }
        advanceTo(end);
    }
    /// The number or name that starts here, empty if there is none.
    std::string_view wordHere() const {
        std::size_t end = m_at;
        const auto here = [this, &end] { return end < m_text.size() ? m_text[end] : '\0'; };
        const auto skip = [&](auto belongs) {
            while (belongs(static_cast<unsigned char>(here()))) ++end;
        };
        const auto isDigit = [](unsigned char c) { return std::isdigit(c) != 0; };
        if (here() != '-' && !isDigit(static_cast<unsigned char>(here()))) {
            skip([](unsigned char c) { return std::isalnum(c) || c == '_'; });
            return m_text.substr(m_at, end - m_at);
        }
        if (here() == '-') ++end;
        if (here() == '0')
            ++end;
        else
            skip(isDigit);
        if (here() == '.') {
            ++end;
            skip(isDigit);
        }
        if (here() == 'e' || here() == 'E') {
            ++end;
            if (here() == '-' || here() == '+') ++end;
            skip(isDigit);
        }
        return m_text.substr(m_at, end - m_at);
    }
    void advanceTo(std::size_t end) {
        for (; m_at < std::min(end, m_text.size()); ++m_at) {
            const auto c = static_cast<unsigned char>(m_text[m_at]);
            if (c == '\n') {
                ++m_line;
                m_column = 1;
            } else if ((c & 0xC0) != 0x80) {  // continuation bytes belong to the character before
                ++m_column;
            }
        }
    }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    int m_column = 1;
};

/// Receives the parser's events and builds the value.
class TreeBuilder {
public:
    // NOLINTBEGIN(readability-identifier-naming): the parser asks for these names
    using number_integer_t = std::int64_t;
    using number_unsigned_t = std::uint64_t;
    using number_float_t = double;
    using string_t = std::string;
    using binary_t = nlohmann::json::binary_t;

    TreeBuilder(std::string_view text, std::string_view file) : m_text(text), m_file(file), m_cursor(text) {}

    bool null() {
        return scalar([](std::string_view) { return Json(); });
    }
    bool boolean(bool value) {
        return scalar([value](std::string_view) { return Json(value); });
    }
    bool number_integer(std::int64_t) { return number(); }
    bool number_unsigned(std::uint64_t) { return number(); }
    bool number_float(double, const std::string&) { return number(); }
    bool string(std::string& value) {
        return scalar([&value](std::string_view) { return Json(std::move(value)); });
    }
    bool binary(binary_t&) { return false; }  // not part of JSON text
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name);
    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& problem);
    // NOLINTEND(readability-identifier-naming)

    Result<Json> take() {
        if (m_failure) return *m_failure;
        return std::move(m_root);
    }

private:
    struct Frame {
        Json value;
        std::unordered_set<std::string> names;
        Json::Member member;  ///< whose value comes next
    };

    bool number() {
        return scalar([](std::string_view literal) { return Json::numberText(std::string(literal)); });
    }
    template <class Make>
    bool scalar(Make make) {
        m_cursor.skipSeparators();
        Json value = make(m_cursor.wordHere());
        value.setPosition(m_cursor.line(), m_cursor.column());
        m_cursor.skipToken();
        return place(std::move(value));
    }
    bool open(Json value);
    bool close();
    bool place(Json value);
    bool fail(const Cursor& at, std::string message, std::string hint = {}) {
        m_failure = errorAt({m_file, at.line(), at.column(), {}}, std::move(message), std::move(hint));
        return false;
    }
    bool failAtEnd(const std::string& expectation);

    std::string_view m_text;
    std::string m_file;
    Cursor m_cursor;
    std::vector<Frame> m_open;
    Json m_root;
    bool m_complete = false;
    std::optional<Diagnostic> m_failure;
};

bool TreeBuilder::open(Json value) {
    m_cursor.skipSeparators();
    if (static_cast<int>(m_open.size()) == kMaxDepth)
        return fail(m_cursor, "nested deeper than " + std::to_string(kMaxDepth) + " levels");
    value.setPosition(m_cursor.line(), m_cursor.column());
    m_cursor.skipToken();
    m_open.push_back({std::move(value), {}, {}});
    return true;
}

bool TreeBuilder::close() {
    m_cursor.skipSeparators();
    m_cursor.skipToken();
    Json value = std::move(m_open.back().value);
    m_open.pop_back();
    return place(std::move(value));
}

bool TreeBuilder::place(Json value) {
    if (m_open.empty()) {
        m_root = std::move(value);
        m_complete = true;
        return true;
    }
    Frame& parent = m_open.back();
    if (parent.value.isArray()) {
        parent.value.push(std::move(value));
    } else {
        parent.member.value = std::move(value);
        parent.value.append(std::move(parent.member));
    }
    return true;
}

bool TreeBuilder::key(std::string& name) {
    m_cursor.skipSeparators();
    Frame& frame = m_open.back();
    if (!frame.names.insert(name).second) {
        const auto& members = frame.value.members();
        const auto first = std::ranges::find(members, name, &Json::Member::name);
        return fail(m_cursor, "duplicate key '" + name + "'",
                    "it stands in line " + std::to_string(first->line) + " already");
    }
    frame.member = {std::move(name), Json(), m_cursor.line(), m_cursor.column()};
    m_cursor.skipToken();
    return true;
}

/// The parser's text is "... syntax error while parsing X - DETAIL[; last read: '...'][; expected Y]".
bool TreeBuilder::parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& problem) {
    const std::string_view what = problem.what();
    const auto between = [what](std::string_view from, std::string_view to) {
        const std::size_t start = what.find(from);
        if (start == what.npos) return std::string();
        const std::string_view rest = what.substr(start + from.size());
        return std::string(rest.substr(0, rest.find(to)));
    };
    Cursor at = m_cursor;
    at.skipSeparators(position);
    const std::string overflow = between("number overflow parsing '", "'");
    if (!overflow.empty()) return fail(at, "the number " + overflow + " is too large");

    const std::string detail = between(" - ", "; last read");
    if (m_complete) return fail(at, "unexpected text after the end of the document");
    if (detail.starts_with("unexpected ")) {
        const std::size_t semicolon = std::min(detail.find("; expected "), detail.size());
        const std::string found = detail.substr(0, semicolon);
        const std::string expected = detail.substr(std::min(semicolon + 2, detail.size()));
        if (found == "unexpected end of input") return failAtEnd(expected);
        return fail(at, found + (expected.empty() ? "" : ", " + expected));
    }
    const bool insideString = detail.starts_with("invalid string") && position <= m_text.size();
    if (insideString) at.advanceTo(position - 1);
    const bool invalidWord = detail == "invalid literal" && !at.wordHere().empty();
    return fail(at, invalidWord ? detail + " '" + std::string(at.wordHere()) + "'" : detail);
}

bool TreeBuilder::failAtEnd(const std::string& expectation) {
    Cursor end = m_cursor;
    end.advanceTo(m_text.size());
    if (m_open.empty()) return fail(end, "the file is empty");
    const Json& unclosed = m_open.back().value;
    return fail(end,
                "the file ends within the " + std::string(kindName(unclosed.kind())) + " that starts in line " +
                    std::to_string(unclosed.line()) + ", column " + std::to_string(unclosed.column()),
                expectation);
}

}  // namespace

Result<Json> parseJson(std::string_view text, std::string_view file) {
    if (const auto zero = text.find('\0'); zero != text.npos) {
        Cursor at(text);
        at.advanceTo(zero);
        return errorAt({std::string(file), at.line(), at.column(), {}}, "found a zero byte, expected JSON text");
    }
    TreeBuilder builder(text, file);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder, nlohmann::json::input_format_t::json, true, true);
    return builder.take();
}

}  // namespace lapidary
