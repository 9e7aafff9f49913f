// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `evaluate --stonne ARGS [--bitmaps FILE]`: the fabric model on STONNE's command line.
#pragma once

#include "app/cli/request.h"
#include "core/io/stonne/arguments.h"

namespace lapidary::cli {

/// The argument line, with the machine of --fabric if there is one.
Result<stonne::Arguments> stonneArgumentsOf(const Request& request);
ExitCode evaluateStonne(const Request& request);

}  // namespace lapidary::cli
