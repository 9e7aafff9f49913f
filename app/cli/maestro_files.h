// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `evaluate --maestro HW NETWORK`: the data-centric model on MAESTRO's files.
#pragma once

#include "app/cli/request.h"

namespace lapidary::cli {

ExitCode evaluateMaestroFiles(const Request& request);

}  // namespace lapidary::cli
