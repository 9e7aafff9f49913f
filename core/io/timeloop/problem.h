// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A Timeloop problem as a workload (reference/timeloop/formats.md, 5). Plain values and pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/io/timeloop/document.h"
#include "core/workload/workload.h"

namespace lapidary::timeloop {

/// A dimension as mappings and constraints name it.
struct Letter {
    std::string name;
    std::int64_t bound = 1;
    int dimension = -1;  ///< in the workload; -1 = no tensor uses it, and its bound is 1
};

struct TimeloopProblem {
    Workload workload;
    std::vector<Letter> letters;  ///< in the file's order

    int find(std::string_view name) const;  ///< index of a letter, -1 if none
    std::vector<std::string> names() const;
};

std::optional<TimeloopProblem> readProblem(const Section& problem, const Section* variables, Diagnostics& out);

}  // namespace lapidary::timeloop
