// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `--fabric` and `--layout`: on which machine the fabric model runs an ordinary mapping.
#pragma once

#include "app/cli/request.h"
#include "core/model/fabric/from_mapping.h"

namespace lapidary::cli {

Result<fabric::MachineChoice> machineChoiceOf(const Request& request);

}  // namespace lapidary::cli
