// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many random cases a test runs: LAPIDARY_CASES_DIVISOR=n divides the usual number (slow builds with sanitizers),
// LAPIDARY_DEEP=1 asks for the long variants. Thread rule: call anywhere.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace lapidary::testing {

inline bool deep() {
    const char* value = std::getenv("LAPIDARY_DEEP");
    return value != nullptr && std::strcmp(value, "") != 0 && std::strcmp(value, "0") != 0;
}

/// `normal` cases, or `deepCases` if asked for; at least 1.
inline int cases(int normal, int deepCases) {
    const char* value = std::getenv("LAPIDARY_CASES_DIVISOR");
    const int divisor = value != nullptr ? std::max(1, std::atoi(value)) : 1;
    return std::max(1, (deep() ? deepCases : normal) / divisor);
}
inline int cases(int normal) { return cases(normal, normal); }

}  // namespace lapidary::testing
