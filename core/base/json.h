// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A JSON value that remembers where it stood in its file. Reading: comments allowed, duplicate keys and bad
// syntax are errors with line and column, numbers keep their literal text so that 2^63 or 2^64 never turn into
// something else unnoticed. Writing: C locale, shortest round-trip numbers, keys in insertion order.
// The parser is nlohmann_json's SAX parser, used in json_parse.cpp only. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lapidary {

class Json {
public:
    enum class Kind { null, boolean, integer, real, string, array, object };
    struct Member;  // name, value, position of the name

    Json() = default;  ///< null
    Json(bool value);
    Json(int value);
    Json(std::int64_t value);
    Json(double value);  ///< NaN and infinities become null
    Json(std::string value);
    Json(std::string_view value);
    Json(const char* value);
    static Json array();
    static Json array(std::vector<Json> items);
    static Json object();
    /// A number given by its literal text, e.g. a mapspace size too large for 64 bits.
    static Json numberText(std::string literal);

    Kind kind() const { return m_kind; }
    bool isNull() const { return m_kind == Kind::null; }
    bool isObject() const { return m_kind == Kind::object; }
    bool isArray() const { return m_kind == Kind::array; }
    bool isString() const { return m_kind == Kind::string; }
    bool isNumber() const { return m_kind == Kind::integer || m_kind == Kind::real; }

    bool boolean() const { return m_integer != 0; }     ///< requires kind boolean
    std::int64_t integer() const { return m_integer; }  ///< requires kind integer
    double real() const;                                ///< requires a number
    const std::string& text() const { return m_text; }  ///< string contents, or a number's literal
    const std::vector<Json>& items() const { return m_items; }
    const std::vector<Member>& members() const { return m_members; }
    const Json* find(std::string_view name) const;        ///< null pointer if absent or not an object
    const Json& operator[](std::string_view name) const;  ///< a shared null value if absent
    const Json& operator[](std::size_t index) const { return m_items[index]; }
    std::size_t size() const;

    Json& set(std::string name, Json value);  ///< appends or replaces; turns null into an object
    Json& push(Json value);                   ///< appends; turns null into an array
    void append(Member member);               ///< requires an object without that name

    int line() const { return m_line; }
    int column() const { return m_column; }
    void setPosition(int line, int column) {
        m_line = line;
        m_column = column;
    }

    /// indent < 0: one line. Else a line per entry, but lists of plain values stay in one line of up to 100 characters.
    std::string dump(int indent = 2) const;
    bool operator==(const Json& other) const;  ///< positions don't count

private:
    Kind m_kind = Kind::null;
    std::int64_t m_integer = 0;
    double m_real = 0;
    std::string m_text;
    std::vector<Json> m_items;
    std::vector<Member> m_members;
    int m_line = 0;
    int m_column = 0;
};

struct Json::Member {
    std::string name;
    Json value;
    int line = 0;
    int column = 0;
};

// Below, because they need the complete Member.
inline Json::Json(int value) : Json(static_cast<std::int64_t>(value)) {}
inline Json::Json(std::string_view value) : Json(std::string(value)) {}
inline Json::Json(const char* value) : Json(std::string(value)) {}
inline std::size_t Json::size() const { return isObject() ? m_members.size() : m_items.size(); }

/// "number", "string", "object" ... for messages.
std::string_view kindName(Json::Kind kind);

/// Parses a whole document. `file` is only named in diagnostics. Depth is limited to 200.
Result<Json> parseJson(std::string_view text, std::string_view file);

/// Reads the members of one object and reports what is missing, mistyped, out of range or unknown.
/// Each getter marks its key as known; finish() then reports the rest with the nearest known key.
/// Getters return nullopt both if absent and if wrong (the error is already in `out` then).
class ObjectReader {
public:
    /// `path` is the key path of the object, e.g. "levels[0]"; `value` may be of any kind (an error if no object).
    ObjectReader(const Json& value, std::string file, std::string path, Diagnostics& out);

    bool valid() const { return m_valid; }
    const Json* any(std::string_view key);
    const Json* required(std::string_view key);
    std::optional<std::int64_t> integer(std::string_view key, std::int64_t min, std::int64_t max);
    std::optional<double> number(std::string_view key, double min, double max);
    std::optional<std::string> string(std::string_view key);
    std::optional<bool> boolean(std::string_view key);
    std::optional<std::vector<std::string>> strings(std::string_view key);
    const Json* array(std::string_view key);
    const Json* object(std::string_view key);
    void finish();

    Place placeOf(const Json& value, std::string_view key) const;
    void fail(const Json& at, std::string_view key, std::string message, std::string hint = {});
    const std::string& file() const { return m_file; }
    const std::string& path() const { return m_path; }

private:
    const Json* known(std::string_view key);

    const Json& m_value;
    std::string m_file;
    std::string m_path;
    Diagnostics& m_out;
    std::vector<std::string> m_known;
    bool m_valid = false;
};

/// The candidate nearest to `word` by edit distance (case-insensitive), empty if none is near enough to suggest.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
/// "did you mean 'capacity'?" for a hint, or `otherwise` if no candidate is near enough.
std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates, std::string otherwise = {});
/// What stands there, short, for "found ..." in messages: a literal, a short string in quotes, else the kind.
std::string described(const Json& value);

/// Null for what is unknown.
template <class T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

}  // namespace lapidary
