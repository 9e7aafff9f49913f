// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the contract promises for later (6-cli-and-files) is named here, so that asking for it says so.
#pragma once

#include <optional>
#include <string>

#include "app/cli/request.h"

namespace lapidary::cli {

/// What of the request is known but not available yet, in words; nullopt if nothing.
std::optional<std::string> unavailable(const Request& request);

}  // namespace lapidary::cli
