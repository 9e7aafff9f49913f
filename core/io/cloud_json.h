// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cloud as session files hold it: the resolution and one text per row of cells, "CYCLES: ENERGY ENERGYxCOUNT ...", where
// CYCLES and ENERGY are numbers of cells and a count of 1 is left out. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/search/cloud.h"

namespace lapidary {

Json toJson(const Cloud& cloud);
/// Reads back equal. What is wrong is added to `out` with its place; the cloud is empty then.
Cloud cloudFromJson(const Json& json, std::string_view file, const std::string& path, Diagnostics& out);

}  // namespace lapidary
