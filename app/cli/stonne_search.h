// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `search --stonne ARGS --algorithm tuner|mrna`: tiles for MAERI.
#pragma once

#include "app/cli/request.h"

namespace lapidary::cli {

ExitCode searchStonne(const Request& request);

}  // namespace lapidary::cli
