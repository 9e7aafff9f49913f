// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A value or the reasons why there is none. Errors cross room borders as diagnostics, never as exceptions:
// each says what is wrong, where (file, line, column, key) and what was expected. Plain values; no thread rule.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lapidary {

enum class Severity { note, warning, error };

/// Where in the user's input a diagnostic points. Lines and columns count from 1; 0 = unknown.
struct Place {
    std::string file{};
    int line = 0;
    int column = 0;
    std::string key{};  ///< path of the JSON key, loop or option concerned, e.g. "levels[1].capacity"

    bool operator==(const Place&) const = default;
};

struct Diagnostic {
    Severity severity = Severity::error;
    std::string message{};  ///< what was found and what was expected, one sentence without a full stop
    Place place{};
    std::string hint{};  ///< what to do about it, e.g. "did you mean 'capacity'?"; may be empty

    bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// "file:line:column: error: message [key]; hint" with the unknown parts left out, as printable() shows them.
std::string toText(const Diagnostic& diagnostic);
/// One line per diagnostic.
std::string toText(const Diagnostics& diagnostics);
bool hasErrors(const Diagnostics& diagnostics);

/// Shorthand for an error without a place.
Diagnostic error(std::string message, std::string hint = {});
Diagnostic errorAt(Place place, std::string message, std::string hint = {});

/// A T, or at least one error. A value may come with notes and warnings.
template <class T>
class Result {
public:
    Result(T value) : m_value(std::move(value)) {}
    Result(T value, Diagnostics notes) : m_value(std::move(value)), m_diagnostics(std::move(notes)) {}
    Result(Diagnostic failure) : m_diagnostics{std::move(failure)} {}
    Result(Diagnostics failures) : m_diagnostics(std::move(failures)) { assert(hasErrors(m_diagnostics)); }

    bool ok() const { return m_value.has_value(); }
    explicit operator bool() const { return ok(); }

    /// Requires ok().
    const T& value() const& {
        assert(ok());
        return *m_value;
    }
    T& value() & {
        assert(ok());
        return *m_value;
    }
    T&& value() && {
        assert(ok());
        return std::move(*m_value);
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    /// Errors if !ok(), else notes and warnings (often empty).
    const Diagnostics& diagnostics() const { return m_diagnostics; }
    std::string errorText() const { return toText(m_diagnostics); }

private:
    std::optional<T> m_value;
    Diagnostics m_diagnostics;
};

}  // namespace lapidary
