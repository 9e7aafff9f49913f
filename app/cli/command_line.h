// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Words of the command line -> Request. The only user of CLI11.
#pragma once

#include <optional>

#include "app/cli/request.h"

namespace lapidary::cli {

/// A request, or the exit code of a command line that is done already (help, version) or wrong (said on stderr).
struct Parsed {
    std::optional<Request> request;
    ExitCode exit = ExitCode::done;
};
Parsed parseCommandLine(int argc, char** argv);

}  // namespace lapidary::cli
