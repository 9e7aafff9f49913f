// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

std::string numberRange(double min, double max) {
    const bool below = std::isfinite(max);
    const bool above = std::isfinite(min);
    if (above && below) return "a number from " + formatExact(min) + " to " + formatExact(max);
    if (above) return "a number of at least " + formatExact(min);
    if (below) return "a number of at most " + formatExact(max);
    return "a number";
}

}  // namespace

std::string described(const Json& value) {
    constexpr std::size_t kShort = 40;
    switch (value.kind()) {
    case Json::Kind::null: return "null";
    case Json::Kind::boolean: return value.boolean() ? "true" : "false";
    case Json::Kind::integer:
    case Json::Kind::real: return value.text();
    case Json::Kind::string:
        return value.text().size() <= kShort ? "the string \"" + value.text() + '"' : "a long string";
    case Json::Kind::array: return "an array";
    case Json::Kind::object: break;
    }
    return "an object";
}

ObjectReader::ObjectReader(const Json& value, std::string file, std::string path, Diagnostics& out)
    : m_value(value), m_file(std::move(file)), m_path(std::move(path)), m_out(out), m_valid(value.isObject()) {
    if (!m_valid)
        m_out.push_back(
            errorAt({m_file, value.line(), value.column(), m_path}, "expected an object, found " + described(value)));
}

const Json* ObjectReader::known(std::string_view key) {
    if (std::ranges::find(m_known, key) == m_known.end()) m_known.emplace_back(key);
    return m_value.find(key);
}

const Json* ObjectReader::any(std::string_view key) { return known(key); }

const Json* ObjectReader::required(std::string_view key) {
    const Json* value = known(key);
    if (!value && m_valid) fail(m_value, key, "missing key '" + std::string(key) + "'");
    return value;
}

std::optional<std::int64_t> ObjectReader::integer(std::string_view key, std::int64_t min, std::int64_t max) {
    const Json* value = known(key);
    if (!value) return std::nullopt;
    const bool isInteger = value->kind() == Json::Kind::integer;
    if (isInteger && value->integer() >= min && value->integer() <= max) return value->integer();

    std::string hint;
    const bool wholeReal = value->kind() == Json::Kind::real && value->real() == std::trunc(value->real()) &&
                           value->text().find_first_of(".eE") != std::string::npos;
    if (wholeReal) hint = "write it without a decimal point or exponent";
    fail(*value, key,
         "expected an integer from " + std::to_string(min) + " to " + std::to_string(max) + ", found " +
             described(*value),
         hint);
    return std::nullopt;
}

std::optional<double> ObjectReader::number(std::string_view key, double min, double max) {
    const Json* value = known(key);
    if (!value) return std::nullopt;
    if (value->isNumber() && value->real() >= min && value->real() <= max) return value->real();
    fail(*value, key, "expected " + numberRange(min, max) + ", found " + described(*value));
    return std::nullopt;
}

std::optional<std::string> ObjectReader::string(std::string_view key) {
    const Json* value = known(key);
    if (!value) return std::nullopt;
    if (value->isString()) return value->text();
    fail(*value, key, "expected a string, found " + described(*value));
    return std::nullopt;
}

std::optional<bool> ObjectReader::boolean(std::string_view key) {
    const Json* value = known(key);
    if (!value) return std::nullopt;
    if (value->kind() == Json::Kind::boolean) return value->boolean();
    fail(*value, key, "expected true or false, found " + described(*value));
    return std::nullopt;
}

std::optional<std::vector<std::string>> ObjectReader::strings(std::string_view key) {
    const Json* list = array(key);
    if (!list) return std::nullopt;
    std::vector<std::string> result;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& item = (*list)[i];
        if (!item.isString()) {
            fail(item, std::string(key) + '[' + std::to_string(i) + ']', "expected a string, found " + described(item));
            return std::nullopt;
        }
        result.push_back(item.text());
    }
    return result;
}

const Json* ObjectReader::array(std::string_view key) {
    const Json* value = known(key);
    if (!value || value->isArray()) return value;
    fail(*value, key, "expected an array, found " + described(*value));
    return nullptr;
}

const Json* ObjectReader::object(std::string_view key) {
    const Json* value = known(key);
    if (!value || value->isObject()) return value;
    fail(*value, key, "expected an object, found " + described(*value));
    return nullptr;
}

void ObjectReader::finish() {
    for (const auto& member : m_value.members()) {
        if (std::ranges::find(m_known, member.name) != m_known.end()) continue;
        Place place = placeOf(member.value, member.name);
        place.line = member.line;
        place.column = member.column;
        m_out.push_back(
            errorAt(std::move(place), "unknown key '" + member.name + "'", didYouMean(member.name, m_known)));
    }
}

Place ObjectReader::placeOf(const Json& value, std::string_view key) const {
    std::string path = m_path;
    if (!path.empty() && !key.empty() && key.front() != '[') path += '.';
    path += key;
    return {m_file, value.line(), value.column(), std::move(path)};
}

void ObjectReader::fail(const Json& at, std::string_view key, std::string message, std::string hint) {
    m_out.push_back(errorAt(placeOf(at, key), std::move(message), std::move(hint)));
}

}  // namespace lapidary
