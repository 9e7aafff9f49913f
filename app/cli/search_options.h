// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How to search, from the options of a request.
#pragma once

#include "app/cli/request.h"
#include "core/search/search.h"

namespace lapidary::cli {

/// `start` with every option that was given. A random search without any limit takes kDefaultEvaluations.
Result<SearchOptions> searchOptionsOf(const Request& request, SearchOptions start = {});

inline constexpr std::int64_t kDefaultEvaluations = 100'000;

}  // namespace lapidary::cli
