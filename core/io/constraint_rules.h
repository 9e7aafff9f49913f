// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints as a flat list of rules - where, what, value - for tables and forms. The words are those of the files. Pure
// functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/arch/constraint.h"

namespace lapidary {

struct ConstraintRule {
    bool atFanout = false;
    std::string where;  ///< level or fanout
    std::string what;   ///< "only", "order", "factors", "x", "min_utilization", ...
    std::string value;  ///< "Q, M", "C <= 4, R = full", "0.75"; "none" for an empty list
    bool operator==(const ConstraintRule&) const = default;
};

struct RuleKind {
    std::string_view what, label, meaning;
    bool atFanout;
};
/// In the order of a form.
const std::vector<RuleKind>& ruleKinds();

std::vector<ConstraintRule> rulesOf(const Constraints& constraints);
/// With the rule set, or taken away if its value is empty. Errors speak of the value.
Result<Constraints> withRule(const Constraints& constraints, const ConstraintRule& rule);

/// The body of a constraints file as text, and back; errors have line and column.
std::string constraintsText(const Constraints& constraints);
Result<Constraints> constraintsFromText(std::string_view text);

}  // namespace lapidary
