// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/result.h"

#include <algorithm>

#include "core/base/text.h"

namespace lapidary {

namespace {

std::string_view severityName(Severity severity) {
    switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: break;
    }
    return "error";
}

std::string placeText(const Place& place) {
    std::string text = place.file;
    const auto append = [&text](int number) {
        if (number <= 0) return;
        if (!text.empty()) text += ':';
        text += std::to_string(number);
    };
    append(place.line);
    append(place.column);
    return text;
}

}  // namespace

std::string toText(const Diagnostic& diagnostic) {
    // What was found may be anything, as long as the input.
    constexpr std::size_t kMostOfMessage = 2000, kMostOfKey = 300;
    std::string text = printable(placeText(diagnostic.place));
    if (!text.empty()) text += ": ";
    text.append(severityName(diagnostic.severity)).append(": ");
    text += printable(diagnostic.message, kMostOfMessage);
    if (!diagnostic.place.key.empty()) text += " [" + printable(diagnostic.place.key, kMostOfKey) + ']';
    if (!diagnostic.hint.empty()) text += "; " + printable(diagnostic.hint, kMostOfMessage);
    return text;
}

std::string toText(const Diagnostics& diagnostics) {
    std::string text;
    for (const auto& diagnostic : diagnostics) {
        if (!text.empty()) text += '\n';
        text += toText(diagnostic);
    }
    return text;
}

bool hasErrors(const Diagnostics& diagnostics) {
    return std::ranges::any_of(diagnostics, [](const auto& d) { return d.severity == Severity::error; });
}

Diagnostic error(std::string message, std::string hint) { return errorAt({}, std::move(message), std::move(hint)); }

Diagnostic errorAt(Place place, std::string message, std::string hint) {
    return {Severity::error, std::move(message), std::move(place), std::move(hint)};
}

}  // namespace lapidary
