// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be asked for but isn't there, or not in this combination, is named here, so that asking says so.
#pragma once

#include <optional>
#include <string>

#include "app/cli/request.h"

namespace lapidary::cli {

/// What of the request is known but not available yet, in words; nullopt if nothing.
std::optional<std::string> unavailable(const Request& request);

}  // namespace lapidary::cli
