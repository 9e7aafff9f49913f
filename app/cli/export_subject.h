// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an export speaks of: a design, a workload and a mapping, named by options or taken from a session.
#pragma once

#include <optional>

#include "app/cli/request.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::cli {

struct ExportSubject {
    TargetPtr target;
    std::optional<Mapping> mapping;
};
Result<ExportSubject> exportSubjectOf(const Request& request);

}  // namespace lapidary::cli
