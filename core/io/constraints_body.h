// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints inside a design: the body of a constraints file, without its schema. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/arch/constraint.h"
#include "core/base/json.h"

namespace lapidary {

/// Adds what is wrong to `out`.
Constraints constraintsFromBody(const Json& json, std::string_view file, const std::string& path, Diagnostics& out);
Json constraintsBody(const Constraints& constraints);

}  // namespace lapidary
