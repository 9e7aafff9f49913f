// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `evaluate --model fabric`: an ordinary mapping cycle by cycle, beside what the reuse model says.
#pragma once

#include "app/cli/request.h"

namespace lapidary::cli {

ExitCode evaluateOnFabric(const Request& request);

}  // namespace lapidary::cli
