// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `evaluate --maestro HW NETWORK`: the data-centric model on MAESTRO's files.
#pragma once

#include "app/cli/request.h"
#include "core/io/maestro/report.h"

namespace lapidary::cli {

/// --compat maestro with --quirk; nullopt: edge-exact. Refuses other tools' rules.
Result<maestro::Rules> maestroRulesOf(const Request& request);
/// Whether --quirk says something of it.
bool hasQuirk(const Request& request, const std::string& key);

ExitCode evaluateMaestroFiles(const Request& request);

}  // namespace lapidary::cli
