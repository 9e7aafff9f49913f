// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Workload, design and mapping of a test, each in one line of text. Fails the test run loudly if a text is wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"
#include "core/model/cost.h"

namespace lapidary::testing {

/// A design from outermost to innermost: level names, and fanouts as "PE 3x2" between them: {"DRAM", "PE 3x2", "spad"}.
/// Levels are unbounded and may keep anything; no figures are known.
ArchitectureSpec ladder(const std::vector<std::string>& parts);

struct Problem {
    TargetPtr target;
    Mapping mapping;
};

/// Bounds as "m=3,n=4". The nest is checked for form.
Problem problem(std::string_view einsum, std::string_view bounds, ArchitectureSpec design, std::string_view nest);

/// Requires names that exist.
const TensorCost& at(const Cost& cost, const Target& target, std::string_view level, std::string_view tensor);

}  // namespace lapidary::testing
