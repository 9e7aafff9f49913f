// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax when nothing is valid, as text and as JSON. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/explore/relax.h"

namespace lapidary {

/// "What to relax, any one of these" and a line for each way.
std::string relaxText(const Advice& advice);
/// {"valid": a mapping was found after all, "ways": [{"what", "set": ["GLB.capacity=1280"], "constraints", "least",
/// "mapping"}]}; "constraints" only where they change.
Json relaxJson(const Advice& advice, const Mapspace& mapspace);

}  // namespace lapidary
