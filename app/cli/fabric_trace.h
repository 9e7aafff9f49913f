// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `--trace` and `--timeline` of runs on the fabric model: what they ask for and how it is printed.
#pragma once

#include "app/cli/request.h"
#include "core/base/json.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::cli {

bool watchesFabric(const Request& request);
/// The trace to be filled, as --trace and --timeline say.
Result<fabric::EngineTrace> fabricTraceOf(const Request& request);

/// To be put behind the report; empty if nothing was asked for.
std::string fabricTraceText(const Request& request, const fabric::EngineTrace& trace, const fabric::Run& run);
Json withFabricTrace(Json json, const Request& request, const fabric::EngineTrace& trace, const fabric::Run& run);
/// The one that was asked for.
Table fabricTraceTable(const Request& request, const fabric::EngineTrace& trace, const fabric::Run& run);

}  // namespace lapidary::cli
