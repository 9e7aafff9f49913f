// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a mapspace is limited to (native.md): the language stands alone in a file or inside a design. Names are
// those of roles, tensors, dimensions or aliases and are resolved against a workload later (mapspace).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lapidary {

/// "C <= 4", "R = full", "Q >= 2", "M = 3" speak of P, the trip count of the loop at that place.
struct FactorRule {
    enum class Relation { equal, atMost, atLeast };
    std::string dimension;
    Relation relation = Relation::equal;
    bool full = false;  ///< the dimension's whole bound
    std::int64_t value = 1;
    int line = 0, column = 0;
    bool operator==(const FactorRule& o) const {
        return dimension == o.dimension && relation == o.relation && full == o.full && value == o.value;
    }
};

struct LevelConstraints {
    std::optional<std::vector<std::string>> only;  ///< dimensions that may have loops here
    std::vector<std::string> order;                ///< outer to inner, may be partial: these keep this relative order
    std::vector<std::string> outer;                ///< outermost first; before all others
    std::vector<std::string> inner;                ///< innermost last; after all others
    std::vector<std::pair<std::string, std::string>> before;  ///< "R before P"
    std::vector<FactorRule> factors;
    std::vector<std::string> keep, bypass;  ///< roles or tensors
    bool operator==(const LevelConstraints&) const = default;
};

struct FanoutConstraints {
    std::optional<std::vector<std::string>> x, y;  ///< dimensions allowed on the axis; nullopt = all
    std::vector<FactorRule> factors;               ///< of the product over both axes of the fanout
    double minUtilization = 0;                     ///< of the fanout's X * Y
    bool operator==(const FanoutConstraints&) const = default;
};

struct Constraints {
    std::map<std::string, LevelConstraints> levels;
    std::map<std::string, FanoutConstraints> fanouts;
    bool fromUser = false;  ///< names the workload lacks: error for the user's own, ignored with a note for a preset's
    bool empty() const { return levels.empty() && fanouts.empty(); }
    bool operator==(const Constraints& o) const { return levels == o.levels && fanouts == o.fanouts; }
};

/// "C <= 4" -> rule; columns of diagnostics count from 1 within `text`.
Result<FactorRule> parseFactorRule(std::string_view text);
std::string toText(const FactorRule& rule);

}  // namespace lapidary
