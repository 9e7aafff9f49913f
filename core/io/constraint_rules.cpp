// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/constraint_rules.h"

#include <algorithm>
#include <charconv>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/io/constraints_body.h"

namespace lapidary {

namespace {

constexpr std::string_view kUtilization = "min_utilization";
constexpr std::string_view kNone = "none";

const RuleKind* kindOf(std::string_view what, bool atFanout) {
    const auto& kinds = ruleKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const RuleKind& kind) {
        return kind.what == what && kind.atFanout == atFanout;
    });
    return found == kinds.end() ? nullptr : &*found;
}

std::string textOf(const Json& value) {
    if (value.isNumber()) return formatExact(value.real());
    std::string text;
    for (const Json& item : value.items()) text += (text.empty() ? "" : ", ") + item.text();
    return text.empty() ? std::string(kNone) : text;
}

Result<Json> valueOf(const ConstraintRule& rule) {
    const std::string_view text = trimmed(rule.value);
    if (rule.what == kUtilization) {
        const bool percent = text.ends_with('%');
        const std::string_view digits = trimmed(percent ? text.substr(0, text.size() - 1) : text);
        double share = 0;
        const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), share);
        if (code != std::errc() || end != digits.data() + digits.size())
            return error("expected a share such as 0.75 or 75 %, found '" + rule.value + "'");
        return Json(percent ? share / 100 : share);
    }
    Json list = Json::array();
    if (text == kNone) return list;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        if (const std::string_view item = trimmed(text.substr(begin, comma - begin)); !item.empty()) list.push(item);
        begin = comma + 1;
    }
    return list;
}

Json without(const Json& object, std::string_view name) {
    Json rest = Json::object();
    for (const Json::Member& member : object.members())
        if (member.name != name) rest.set(member.name, member.value);
    return rest;
}

/// Columns count within a value, which the person sees alone.
Diagnostics withoutPlaces(Diagnostics problems) {
    for (Diagnostic& problem : problems) problem.place = {};
    return problems;
}

}  // namespace

const std::vector<RuleKind>& ruleKinds() {
    static const std::vector<RuleKind> kinds{
        {"only", "allowed dimensions", "Only these may have loops here; none: no loops at all", false},
        {"order", "loop order", "These keep this order, outer to inner; others go anywhere between", false},
        {"outer", "outermost loops", "These come first, outer to inner", false},
        {"inner", "innermost loops", "These come last, outer to inner", false},
        {"before", "pairs in order", "R before P: the loop of R is outside that of P", false},
        {"factors", "trip counts", "C = 3, M <= 8, Q >= 2, R = full, of the loop at this place", false},
        {"keep", "must keep", "Roles or tensors that every mapping stores here", false},
        {"bypass", "must bypass", "Roles or tensors that no mapping stores here", false},
        {"x", "dimensions on X", "Only these may be unrolled along X; none: nothing", true},
        {"y", "dimensions on Y", "Only these may be unrolled along Y; none: nothing", true},
        {"factors", "unrolled by", "C = 3, M <= 8, of the product over both axes", true},
        {kUtilization, "minimum utilization", "Share of X times Y that must work", true},
    };
    return kinds;
}

std::vector<ConstraintRule> rulesOf(const Constraints& constraints) {
    std::vector<ConstraintRule> rules;
    const Json body = constraintsBody(constraints);
    for (const bool atFanout : {false, true})
        for (const Json::Member& place : body[atFanout ? "fanouts" : "levels"].members())
            for (const Json::Member& rule : place.value.members())
                rules.push_back({atFanout, place.name, rule.name, textOf(rule.value)});
    return rules;
}

Result<Constraints> withRule(const Constraints& constraints, const ConstraintRule& rule) {
    if (!kindOf(rule.what, rule.atFanout)) return error("there is no rule '" + rule.what + "' here");
    Json body = constraintsBody(constraints);
    const std::string group = rule.atFanout ? "fanouts" : "levels";
    Json places = body[group];
    Json place = without(places[rule.where], rule.what);
    if (!trimmed(rule.value).empty()) {
        const Result<Json> value = valueOf(rule);
        if (!value) return value.diagnostics();
        place.set(rule.what, *value);
    }
    places.set(rule.where, std::move(place));
    body.set(group, std::move(places));
    Diagnostics problems;
    Constraints changed = constraintsFromBody(body, {}, {}, problems);
    if (hasErrors(problems)) return withoutPlaces(std::move(problems));
    changed.fromUser = constraints.fromUser;
    return changed;
}

std::string constraintsText(const Constraints& constraints) { return constraintsBody(constraints).dump() + "\n"; }

Result<Constraints> constraintsFromText(std::string_view text) {
    const auto json = parseJson(text, {});
    if (!json) return json.diagnostics();
    Diagnostics problems;
    Constraints constraints = constraintsFromBody(*json, {}, {}, problems);
    if (hasErrors(problems)) return problems;
    return constraints;
}

}  // namespace lapidary
