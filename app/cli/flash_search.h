// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `search --algorithm flash`: FLASH's mapper on matrix products.
#pragma once

#include "app/cli/request.h"

namespace lapidary::cli {

ExitCode runFlashSearch(const Request& request);

}  // namespace lapidary::cli
