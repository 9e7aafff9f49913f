// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cases of the reference set for Sunstone as workloads and designs of ours, and its results' figures.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/mapping/target.h"
#include "core/mapspace/mapspace.h"
#include "core/search/sunstone/problem.h"

namespace lapidary::testing {

struct SunstoneCase {
    std::string name;
    Mapspace mapspace;
    sunstone::Problem problem;
    double edp = 0;               ///< of the public program's mapping
    std::int64_t unrollings = 0;  ///< that it listed between the innermost two levels, operand by operand
};

/// `folder`: of the reference set, with a slash at the end. Empty if it isn't there. Ends the program if it can't be read.
std::vector<SunstoneCase> sunstoneCases(const std::string& folder);

/// A GEMM of the reference set's section 1.7 on its design: 0.45 / 17.57 / 128 pJ per word, 2.2 pJ per MAC, 16 words per
/// cycle, capacities in words.
struct SmallGemm {
    std::int64_t m, n, k, x, y, l1, l2;
};
SunstoneCase sunstoneGemm(const SmallGemm& gemm);

}  // namespace lapidary::testing
