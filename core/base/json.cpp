// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/units.h"

namespace lapidary {

namespace {

bool isIntegerLiteral(std::string_view literal) { return literal.find_first_of(".eE") == std::string_view::npos; }

/// Beyond the range of doubles: 0 or infinity, as the literal says.
double realOf(std::string_view literal) {
    double value = 0;
    const auto parsed = std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (parsed.ec != std::errc::result_out_of_range) return value;
    const bool tiny = literal.find("e-") != literal.npos || literal.find("E-") != literal.npos;
    return tiny ? 0 : std::copysign(HUGE_VAL, literal.front() == '-' ? -1 : 1);
}

}  // namespace

Json::Json(bool value) : m_kind(Kind::boolean), m_integer(value ? 1 : 0) {}

Json::Json(std::int64_t value) : m_kind(Kind::integer), m_integer(value), m_text(std::to_string(value)) {}

Json::Json(double value) {
    if (!std::isfinite(value)) return;
    m_kind = Kind::real;
    m_real = value;
    m_text = formatExact(value);
    if (isIntegerLiteral(m_text)) m_text += ".0";  // read back as a real, not as an integer
}

Json::Json(std::string value) : m_kind(Kind::string), m_text(std::move(value)) {}

Json Json::array() { return array(std::vector<Json>()); }

Json Json::array(std::vector<Json> items) {
    Json result;
    result.m_kind = Kind::array;
    result.m_items = std::move(items);
    return result;
}

Json Json::object() {
    Json result;
    result.m_kind = Kind::object;
    return result;
}

Json Json::numberText(std::string literal) {
    Json result;
    const char* end = literal.data() + literal.size();
    const bool fits =
        isIntegerLiteral(literal) && std::from_chars(literal.data(), end, result.m_integer).ec == std::errc();
    result.m_kind = fits ? Kind::integer : Kind::real;
    if (!fits) result.m_real = realOf(literal);
    result.m_text = std::move(literal);
    return result;
}

double Json::real() const { return m_kind == Kind::integer ? static_cast<double>(m_integer) : m_real; }

const Json* Json::find(std::string_view name) const {
    const auto found = std::ranges::find(m_members, name, &Member::name);
    return found == m_members.end() ? nullptr : &found->value;
}

const Json& Json::operator[](std::string_view name) const {
    static const Json null;
    const Json* found = find(name);
    return found ? *found : null;
}

Json& Json::set(std::string name, Json value) {
    if (isNull()) m_kind = Kind::object;
    const auto found = std::ranges::find(m_members, name, &Member::name);
    if (found != m_members.end())
        found->value = std::move(value);
    else
        m_members.push_back({std::move(name), std::move(value)});
    return *this;
}

Json& Json::push(Json value) {
    if (isNull()) m_kind = Kind::array;
    m_items.push_back(std::move(value));
    return *this;
}

void Json::append(Member member) { m_members.push_back(std::move(member)); }

bool Json::operator==(const Json& other) const {
    if (m_kind != other.m_kind) return false;
    switch (m_kind) {
    case Kind::null: return true;
    case Kind::boolean:
    case Kind::integer: return m_integer == other.m_integer;
    case Kind::real:
        // Integers beyond 64 bits may share a double and still differ.
        if (isIntegerLiteral(m_text) && isIntegerLiteral(other.m_text)) return m_text == other.m_text;
        return m_real == other.m_real;
    case Kind::string: return m_text == other.m_text;
    case Kind::array: return m_items == other.m_items;
    case Kind::object: break;
    }
    return std::ranges::equal(m_members, other.m_members,
                              [](const Member& a, const Member& b) { return a.name == b.name && a.value == b.value; });
}

std::string_view kindName(Json::Kind kind) {
    switch (kind) {
    case Json::Kind::null: return "null";
    case Json::Kind::boolean: return "boolean";
    case Json::Kind::integer:
    case Json::Kind::real: return "number";
    case Json::Kind::string: return "string";
    case Json::Kind::array: return "array";
    case Json::Kind::object: break;
    }
    return "object";
}

}  // namespace lapidary
