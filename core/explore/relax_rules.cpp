// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/relax_rules.h"

namespace lapidary {

namespace {

std::string ruleNames(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "nothing" : text;
}

}  // namespace

std::vector<RuleLeftOut> rulesLeftOut(const Constraints& constraints) {
    std::vector<RuleLeftOut> result;
    const auto add = [&](const std::string& place, const std::string& what) -> Constraints& {
        result.push_back({place + ": without " + what, constraints});
        return result.back().constraints;
    };
    for (const auto& [place, rules] : constraints.levels) {
        for (std::size_t i = 0; i < rules.factors.size(); ++i) {
            auto& factors = add(place, "factor " + toText(rules.factors[i])).levels[place].factors;
            factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(i));
        }
        if (rules.only) add(place, "only " + ruleNames(*rules.only)).levels[place].only.reset();
        if (!rules.keep.empty()) add(place, "keep " + ruleNames(rules.keep)).levels[place].keep.clear();
        if (!rules.bypass.empty()) add(place, "bypass " + ruleNames(rules.bypass)).levels[place].bypass.clear();
    }
    for (const auto& [place, rules] : constraints.fanouts) {
        for (std::size_t i = 0; i < rules.factors.size(); ++i) {
            auto& factors = add(place, "factor " + toText(rules.factors[i])).fanouts[place].factors;
            factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(i));
        }
        if (rules.x) add(place, "x " + ruleNames(*rules.x)).fanouts[place].x.reset();
        if (rules.y) add(place, "y " + ruleNames(*rules.y)).fanouts[place].y.reset();
        if (rules.minUtilization > 0) add(place, "the least utilization").fanouts[place].minUtilization = 0;
    }
    return result;
}

}  // namespace lapidary
