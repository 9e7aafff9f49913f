// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The small texts of mappings and constraints: "M=4 P=4,2 C<=8" and "NCPQ_M" (reference/timeloop/formats.md, 6 and 7).
// Pure functions; errors go to `out`, each at its character.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/arch/constraint.h"
#include "core/io/timeloop/problem.h"

namespace lapidary::timeloop {

struct FactorText {
    int letter = 0;  ///< index into TimeloopProblem::letters
    FactorRule::Relation relation = FactorRule::Relation::equal;
    std::int64_t value = 1;  ///< 0 = the whole bound
    std::optional<std::int64_t> residual;
    Place place;
};

/// What stands at `key` of an entry: nothing, one text or a list of texts. A letter that stands twice is an error.
std::vector<FactorText> readFactors(ObjectReader& entry, std::string_view key, const TimeloopProblem& problem);

struct Permutation {
    std::vector<int> inner;  ///< letters, innermost first
    std::vector<int> outer;  ///< behind '_': innermost first, too
    Place place;
};
std::optional<Permutation> readPermutation(ObjectReader& entry, std::string_view key, const TimeloopProblem& problem);

/// Every letter, innermost first: those not named follow in the problem's order.
std::vector<int> completeOrder(const std::optional<Permutation>& permutation, const TimeloopProblem& problem);

/// A list of data spaces as a bit mask over the workload's tensors; nullopt if the key is absent. Lists of lists, which
/// YAML makes of aliases, are one list.
std::optional<unsigned> readTensors(ObjectReader& entry, std::string_view key, const Workload& workload);

}  // namespace lapidary::timeloop
