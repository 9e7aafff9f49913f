// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small things the readers of Timeloop files share. Pure functions.
#pragma once

#include <string>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"

namespace lapidary::timeloop {

/// What can't be expressed and changes figures.
inline Diagnostic warningAt(Place place, std::string message, std::string hint = {}) {
    return {Severity::warning, std::move(message), std::move(place), std::move(hint)};
}

/// What is read otherwise than it stands there, or has no effect here.
inline Diagnostic noteAt(Place place, std::string message, std::string hint = {}) {
    return {Severity::note, std::move(message), std::move(place), std::move(hint)};
}

inline Json withPositionOf(Json json, const Json& other) {
    json.setPosition(other.line(), other.column());
    return json;
}

}  // namespace lapidary::timeloop
