// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Single letters for dimensions, and names for coefficients, as Timeloop's problems want them. Pure functions.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/workload/workload.h"

namespace lapidary::timeloop {

/// By dimension: its own name or alias if that is one letter, else a free one. At most 52 dimensions.
std::vector<std::string> lettersOf(const Workload& workload);

/// Names of the coefficients above 1, by letter and value: "coefP", "coefP_3" if the dimension has several.
std::map<std::pair<std::string, std::int64_t>, std::string> coefficientsOf(const Workload& workload,
                                                                           const std::vector<std::string>& letters);

}  // namespace lapidary::timeloop
