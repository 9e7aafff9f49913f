// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an export speaks of: inputs, the runs made with them and the mapping shown, named by options or taken from a
// session.
#pragma once

#include <optional>
#include <vector>

#include "app/cli/request.h"
#include "core/io/session.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/compat/compat.h"

namespace lapidary::cli {

struct ExportSubject {
    TargetPtr target;  ///< of the mapping
    std::optional<Mapping> mapping;
    SessionInputs inputs;  ///< may have changed since the mapping was made
    std::vector<SessionRun> runs;
    std::optional<std::uint64_t> seed;              ///< of the search that found the mapping
    std::shared_ptr<const FlashAnswer> flash = {};  ///< what FLASH found last
    std::optional<Compat> compat = {};              ///< whose rules count the mapping; none: the reuse model's
};
Result<ExportSubject> exportSubjectOf(const Request& request);

}  // namespace lapidary::cli
