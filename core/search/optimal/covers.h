// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the algorithm optimal can prove, asked before it starts, so that a program can tell "not available" from "wrong".
// Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/search/search.h"

namespace lapidary::optimal {

/// Why nothing can be proven for this question; nullopt = it can.
std::optional<Diagnostic> whatIsMissing(const Mapspace& mapspace, const Evaluator& evaluator,
                                        const SearchOptions& options);

/// How each refusal of uneven placement begins.
inline constexpr std::string_view kOutOfReach = "optimal with uneven placement doesn't cover ";
/// Refuses `what` under uneven placement, and says what may be tried instead.
inline Diagnostic outOfReach(const std::string& what) {
    return error(std::string(kOutOfReach) + what, "search with --placement classic, or with another algorithm");
}

}  // namespace lapidary::optimal
