// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which mapspace to count or search, and how to judge its mappings: from the options of a request, or from Timeloop's files.
#pragma once

#include "app/cli/request.h"
#include "core/io/inputs.h"
#include "core/io/timeloop/import.h"
#include "core/search/search.h"

namespace lapidary::cli {

struct Ground {
    Exploration exploration;
    SearchOptions start;  ///< what the files say of the search; options of the command line come on top
};

/// Timeloop's files bring design, workload, constraints, mapspace and mapper; --set, --constraints and --mapspace go first.
Result<Ground> groundOf(const Request& request);

/// The design of the files, which must hold one, with their constraints instead of its own.
Result<Architecture> limitedDesign(const TimeloopImport& read);

/// The option that names what Timeloop's files hold, too; empty if none is given.
std::string rivalOfTimeloop(const InputOptions& input);

}  // namespace lapidary::cli
