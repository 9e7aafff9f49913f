// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <charconv>

#include "core/base/text.h"
#include "core/workload/einsum.h"

namespace lapidary {

namespace {

/// Splits "name=value,name=value" and hands each value to convert(value, place), which returns a Result of it.
template <class Value, class Convert>
Result<std::map<std::string, Value>> parseList(std::string_view text, const std::string& example, Convert convert) {
    std::map<std::string, Value> result;
    if (trimmed(text).empty()) return result;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const std::string_view entry = text.substr(start, end - start);
        const std::size_t equals = entry.find('=');
        const std::string name(trimmed(entry.substr(0, equals)));
        const auto column = static_cast<int>(start + std::min(entry.find_first_not_of(" \t"), entry.size())) + 1;
        Place place{{}, 1, column, name};
        if (name.empty() || equals == entry.npos || trimmed(entry.substr(equals + 1)).empty())
            return errorAt(std::move(place),
                           "expected entries such as " + example + ", found '" + std::string(trimmed(entry)) + "'");
        auto value = convert(trimmed(entry.substr(equals + 1)), place);
        if (!value) return value.diagnostics();
        if (!result.emplace(name, *value).second) return errorAt(std::move(place), "'" + name + "' is given twice");
        start = end + 1;
    }
    return result;
}

Result<std::int64_t> boundOf(std::string_view text, const Place& place) {
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string found = "bound of '" + place.key + "' is " + std::string(text);
    if (failure == std::errc::invalid_argument || end != text.data() + text.size())
        return errorAt(place, found + ", expected an integer");
    if (failure == std::errc::result_out_of_range || value > kMaxBound)
        return errorAt(place, found + ", expected at most 2^40");
    if (value < 1) return errorAt(place, found + ", expected at least 1");
    return value;
}

}  // namespace

Result<BoundMap> parseBounds(std::string_view text) { return parseList<std::int64_t>(text, "m=100", boundOf); }

Result<NameMap> parseNames(std::string_view text) {
    const auto toName = [](std::string_view value, const Place&) { return Result<std::string>(std::string(value)); };
    return parseList<std::string>(text, "A=weight", toName);
}

}  // namespace lapidary
