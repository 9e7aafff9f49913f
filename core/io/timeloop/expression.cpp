// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/expression.h"

#include <cctype>
#include <charconv>
#include <cmath>

#include "core/base/text.h"

namespace lapidary::timeloop {

namespace {

constexpr int kMaxNesting = 50;

/// Recursive descent; `ok` turns false at the first thing that is no arithmetic.
class ExpressionParser {
public:
    ExpressionParser(std::string_view text, const Json& variables, int depth)
        : m_rest(text), m_variables(variables), m_depth(depth) {}

    std::optional<double> parse() {
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
    double power() {
        const double base = atom();
        return m_ok && accept("**") ? std::pow(base, power()) : base;
    }
    double atom() {
        if (++m_depth > kMaxNesting) return refuse();
        const double value = innerAtom();
        --m_depth;
        return value;
    }
    double innerAtom() {
        skipSpace();
        if (accept("-")) return -atom();
        if (accept("(")) {
            const double value = sum();
            return accept(")") ? value : refuse();
        }
        double number = 0;
        const auto [end, code] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), number);
        if (code == std::errc()) {
            m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
            return number;
        }
        return variable();
    }
    double variable() {
        std::size_t length = 0;
        while (length < m_rest.size() &&
               (std::isalnum(static_cast<unsigned char>(m_rest[length])) != 0 || m_rest[length] == '_'))
            ++length;
        const Json* value = m_variables.find(m_rest.substr(0, length));
        if (length == 0 || value == nullptr) return refuse();
        m_rest.remove_prefix(length);
        if (value->isNumber()) return value->real();
        if (!value->isString() || m_depth > kMaxNesting) return refuse();
        return ExpressionParser(value->text(), m_variables, m_depth + 1).parse().value_or(refuseNested());
    }
    double refuse() {
        m_ok = false;
        return 0;
    }
    double refuseNested() const { return std::nan(""); }

    std::string_view m_rest;
    const Json& m_variables;
    int m_depth;
    bool m_ok = true;
};

Json numberAt(double value, const Json& place) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    Json number =
        value == std::trunc(value) && std::abs(value) < kExact ? Json(static_cast<std::int64_t>(value)) : Json(value);
    number.setPosition(place.line(), place.column());
    return number;
}

}  // namespace

std::optional<double> evaluateExpression(std::string_view text, const Json& variables) {
    return ExpressionParser(trimmed(text), variables, 0).parse();
}

Json resolved(const Json& value, const Section* variables) {
    if (variables == nullptr || !variables->value.isObject()) return value;
    if (value.isString()) {
        const auto number = evaluateExpression(value.text(), variables->value);
        return number ? numberAt(*number, value) : value;
    }
    Json result = value;
    if (value.isArray()) {
        std::vector<Json> items;
        for (const Json& item : value.items()) items.push_back(resolved(item, variables));
        result = Json::array(std::move(items));
    } else if (value.isObject()) {
        result = Json::object();
        for (const Json::Member& member : value.members())
            result.append({member.name, resolved(member.value, variables), member.line, member.column});
    }
    result.setPosition(value.line(), value.column());
    return result;
}

}  // namespace lapidary::timeloop
