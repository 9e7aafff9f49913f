// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/expression.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

#include "core/base/text.h"

namespace lapidary::timeloop {

namespace {

constexpr int kMaxNesting = 50;
constexpr std::size_t kMaxLength = 1000;  ///< characters of one text; arithmetic in files is shorter than a line

/// Numbers of the variables that are found out by now: each is worked out once, however often it is named.
using KnownNumbers = std::map<std::string, double, std::less<>>;

/// Recursive descent; `ok` turns false at the first thing that is no arithmetic.
class ExpressionParser {
public:
    ExpressionParser(std::string_view text, const Json& variables, KnownNumbers& known, int depth)
        : m_rest(text), m_variables(variables), m_known(known), m_depth(depth), m_ok(text.size() <= kMaxLength) {}

    std::optional<double> parse() {
        if (!m_ok) return std::nullopt;
        const double value = sum();
        skipSpace();
        return m_ok && m_rest.empty() && std::isfinite(value) ? std::optional(value) : std::nullopt;
    }

private:
    void skipSpace() {
        while (!m_rest.empty() && m_rest.front() == ' ') m_rest.remove_prefix(1);
    }
    bool accept(std::string_view token) {
        skipSpace();
        if (!m_rest.starts_with(token) || (token == "*" && m_rest.starts_with("**"))) return false;
        m_rest.remove_prefix(token.size());
        return true;
    }
    double sum() {
        double value = product();
        while (m_ok) {
            if (accept("+"))
                value += product();
            else if (accept("-"))
                value -= product();
            else
                break;
        }
        return value;
    }
    double product() {
        double value = power();
        while (m_ok) {
            if (accept("*"))
                value *= power();
            else if (accept("/"))
                value /= power();
            else
                break;
        }
        return value;
    }
    /// As in Python: of the right before the left, 2 ** 3 ** 2 is 2 ** 9, and before a sign on its left, -2 ** 2 is -4.
    double power() {
        if (accept("-")) {
            if (++m_depth > kMaxNesting) return refuse();
            const double value = -power();
            --m_depth;
            return value;
        }
        const double base = atom();
        if (!m_ok || !accept("**")) return base;
        if (++m_depth > kMaxNesting) return refuse();
        const double exponent = power();
        --m_depth;
        return std::pow(base, exponent);
    }
    double atom() {
        if (++m_depth > kMaxNesting) return refuse();
        const double value = innerAtom();
        --m_depth;
        return value;
    }
    double innerAtom() {
        skipSpace();
        if (accept("(")) {
            const double value = sum();
            return accept(")") ? value : refuse();
        }
        // Not whatever from_chars reads: 'inf' and 'nan' may begin a name.
        const bool isNumber = !m_rest.empty() && isDigitOrDot(m_rest.front());
        return isNumber ? number() : variable();
    }
    static bool isDigitOrDot(char c) { return (c >= '0' && c <= '9') || c == '.'; }
    double number() {
        double value = 0;
        const auto [end, code] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (code != std::errc()) return refuse();
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }
    double variable() {
        std::size_t length = 0;
        while (length < m_rest.size() &&
               (std::isalnum(static_cast<unsigned char>(m_rest[length])) != 0 || m_rest[length] == '_'))
            ++length;
        const std::string_view name = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        if (const auto known = m_known.find(name); known != m_known.end()) return known->second;
        const std::optional<double> value = numberOf(name);
        if (!value) return refuse();
        m_known.emplace(name, *value);
        return *value;
    }
    /// A cycle ends at the limit of nesting.
    std::optional<double> numberOf(std::string_view name) {
        const Json* value = name.empty() ? nullptr : m_variables.find(name);
        if (value == nullptr) return std::nullopt;
        if (value->isNumber()) return value->real();
        if (!value->isString() || m_depth > kMaxNesting) return std::nullopt;
        return ExpressionParser(trimmed(value->text()), m_variables, m_known, m_depth).parse();
    }
    double refuse() {
        m_ok = false;
        return 0;
    }

    std::string_view m_rest;
    const Json& m_variables;
    KnownNumbers& m_known;
    int m_depth;
    bool m_ok;
};

Json numberAt(double value, const Json& place) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    Json number =
        value == std::trunc(value) && std::abs(value) < kExact ? Json(static_cast<std::int64_t>(value)) : Json(value);
    number.setPosition(place.line(), place.column());
    return number;
}

std::optional<double> evaluated(std::string_view text, const Json& variables, KnownNumbers& known) {
    return ExpressionParser(trimmed(text), variables, known, 0).parse();
}

Json resolvedBy(const Json& value, const Json& variables, KnownNumbers& known) {
    if (value.isString()) {
        const auto number = evaluated(value.text(), variables, known);
        return number ? numberAt(*number, value) : value;
    }
    Json result = value;
    if (value.isArray()) {
        std::vector<Json> items;
        for (const Json& item : value.items()) items.push_back(resolvedBy(item, variables, known));
        result = Json::array(std::move(items));
    } else if (value.isObject()) {
        result = Json::object();
        for (const Json::Member& member : value.members())
            result.append({member.name, resolvedBy(member.value, variables, known), member.line, member.column});
    }
    result.setPosition(value.line(), value.column());
    return result;
}

}  // namespace

std::optional<double> evaluateExpression(std::string_view text, const Json& variables) {
    KnownNumbers known;
    return evaluated(text, variables, known);
}

Json resolved(const Json& value, const Section* variables) {
    if (variables == nullptr || !variables->value.isObject()) return value;
    KnownNumbers known;
    return resolvedBy(value, variables->value, known);
}

}  // namespace lapidary::timeloop
