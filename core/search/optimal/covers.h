// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the algorithm optimal can prove, asked before it starts, so that a program can tell "not available" from "wrong".
// Pure functions.
#pragma once

#include <optional>

#include "core/search/search.h"

namespace lapidary::optimal {

/// Why nothing can be proven for this question; nullopt = it can.
std::optional<Diagnostic> whatIsMissing(const Mapspace& mapspace, const Evaluator& evaluator,
                                        const SearchOptions& options);

}  // namespace lapidary::optimal
