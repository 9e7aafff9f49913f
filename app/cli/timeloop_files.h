// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Timeloop's files hold, as native documents: one of them alone, several as members of one object.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/io/timeloop/import.h"

namespace lapidary::cli {

/// Whether files are Timeloop's: the first is a folder or ends in .yaml or .yml.
bool areTimeloops(const std::vector<std::string>& files);

/// A lone design, workload or set of constraints as its native document; else an object with members "architecture",
/// "workload", "mapping", "constraints", "mapspace" and "search", each a native document or value.
Json importJson(const TimeloopImport& read);
/// The mapping's text form, or reports of the parts if there is none.
std::string importText(const TimeloopImport& read);

}  // namespace lapidary::cli
