// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A preset design, an einsum and the mapspace and evaluator of both, for tests of searches.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"

namespace lapidary::testing {

struct SearchSetup {
    Mapspace mapspace;
    Evaluator evaluator;
    const Target& target() const { return mapspace.target(); }
};

struct SearchProblem {
    std::string design;  ///< preset key
    std::string einsum;
    std::string bounds;  ///< "m=3,n=4"
    Factorization factorization = Factorization::perfect;
    std::vector<std::pair<std::string, std::string>> settings{};  ///< of the design: {"GLB.capacity", "20"}
    Constraints constraints{};                                    ///< instead of the design's own
};

/// Spaces of less than 100,000 candidates, of every kind, whose best a plain walk finds.
const std::vector<SearchProblem>& smallSearchProblems();

/// By name: bounds as divisible and nests as deep as they come.
const std::vector<std::pair<const char*, SearchProblem>>& largeSearchProblems();

/// Ends the test program with the message if something is refused.
SearchSetup searchSetup(const SearchProblem& problem);

/// An output without what depends on machine and moment.
Json withoutRun(const Json& output);

}  // namespace lapidary::testing
