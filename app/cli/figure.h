// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures: painted by the desktop program, which lapidary-cli runs without a display.
#pragma once

#include "app/cli/request.h"

namespace lapidary::cli {

/// The program beside this one, else the one on the PATH. `unavailable` with the reason if there is none.
ExitCode exportFigure(const Request& request);

}  // namespace lapidary::cli
