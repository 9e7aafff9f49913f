// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures, and the views that only the window has: made by the desktop program, which lapidary-cli runs without a display.
#pragma once

#include "app/cli/request.h"

namespace lapidary::cli {

/// Hands the request to the program beside this one, else to the one on the PATH. `unavailable` with the reason if there
/// is none.
ExitCode exportThroughDesktop(const Request& request);

}  // namespace lapidary::cli
