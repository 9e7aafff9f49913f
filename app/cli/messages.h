// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes to stderr: errors always, notes and warnings unless --quiet.
#pragma once

#include <string>

#include "app/cli/request.h"
#include "core/base/result.h"

namespace lapidary::cli {

/// Prints one error and hands back the code.
ExitCode refuse(ExitCode code, const std::string& message, const std::string& hint = {});
/// Prints the errors and hands back badInput.
ExitCode refuse(const Diagnostics& diagnostics);
void printNotes(const Diagnostics& notes, const OutputOptions& output);

}  // namespace lapidary::cli
