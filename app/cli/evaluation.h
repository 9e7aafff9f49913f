// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is evaluated: a mapping on a target, from the inputs named on the command line or from Timeloop's files.
#pragma once

#include <string>

#include "app/cli/request.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::cli {

struct Evaluation {
    TargetPtr target;
    Mapping mapping;
    std::string file;  ///< that the mapping stands in
};

/// A value comes with notes.
Result<Evaluation> evaluationOf(const Request& request);

}  // namespace lapidary::cli
