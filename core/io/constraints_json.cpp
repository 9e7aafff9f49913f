// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <sstream>

#include "core/io/constraints_body.h"
#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

class ConstraintsReader {
public:
    ConstraintsReader(std::string_view file, Diagnostics& out) : m_file(file), m_out(out) {}

    Constraints read(ObjectReader& reader) {
        Constraints constraints;
        const std::string prefix = reader.path().empty() ? "" : reader.path() + ".";
        readMembers(reader, "levels", [&](const Json::Member& member, const std::string& key) {
            constraints.levels[member.name] = readLevel({member.value, m_file, prefix + key, m_out});
        });
        readMembers(reader, "fanouts", [&](const Json::Member& member, const std::string& key) {
            constraints.fanouts[member.name] = readFanout({member.value, m_file, prefix + key, m_out});
        });
        reader.finish();
        return constraints;
    }

private:
    LevelConstraints readLevel(ObjectReader reader) {
        LevelConstraints rules;
        rules.only = reader.strings("only");
        rules.order = reader.strings("order").value_or(std::vector<std::string>());
        rules.outer = reader.strings("outer").value_or(std::vector<std::string>());
        rules.inner = reader.strings("inner").value_or(std::vector<std::string>());
        readItems(reader, "before", [&](const Json& item, const std::string& key) {
            if (const auto pair = readBefore(reader, item, key)) rules.before.push_back(*pair);
        });
        rules.factors = readFactors(reader);
        rules.keep = reader.strings("keep").value_or(std::vector<std::string>());
        rules.bypass = reader.strings("bypass").value_or(std::vector<std::string>());
        reader.finish();
        return rules;
    }

    FanoutConstraints readFanout(ObjectReader reader) {
        FanoutConstraints rules;
        rules.x = reader.strings("x");
        rules.y = reader.strings("y");
        rules.factors = readFactors(reader);
        rules.minUtilization = reader.number("min_utilization", 0, 1).value_or(0);
        reader.finish();
        return rules;
    }

    /// "R before P"
    std::optional<std::pair<std::string, std::string>> readBefore(ObjectReader& reader, const Json& item,
                                                                  const std::string& key) {
        std::istringstream words(item.text());
        std::string first;
        std::string before;
        std::string second;
        std::string more;
        words >> first >> before >> second;
        if (item.isString() && before == "before" && !second.empty() && !(words >> more))
            return std::pair(first, second);
        reader.fail(item, key, "expected \"R before P\", found " + described(item));
        return std::nullopt;
    }

    std::vector<FactorRule> readFactors(ObjectReader& reader) {
        std::vector<FactorRule> rules;
        readItems(reader, "factors", [&](const Json& item, const std::string& key) {
            if (!item.isString()) {
                reader.fail(item, key, "expected a rule such as \"C <= 4\", found " + described(item));
                return;
            }
            Result<FactorRule> rule = parseFactorRule(item.text());
            for (Diagnostic problem : rule.diagnostics()) {
                problem.place = insideString(reader.placeOf(item, key), problem.place.column);
                m_out.push_back(std::move(problem));
            }
            if (!rule) return;
            rule->line = item.line();
            rule->column = item.column();
            rules.push_back(*std::move(rule));
        });
        return rules;
    }

    std::string m_file;
    Diagnostics& m_out;
};

Json namesJson(const std::vector<std::string>& names) {
    Json json = Json::array();
    for (const std::string& name : names) json.push(name);
    return json;
}

void setNames(Json& json, std::string key, const std::vector<std::string>& names) {
    if (!names.empty()) json.set(std::move(key), namesJson(names));
}

void setFactors(Json& json, const std::vector<FactorRule>& factors) {
    std::vector<std::string> texts(factors.size());
    std::transform(factors.begin(), factors.end(), texts.begin(), [](const FactorRule& rule) { return toText(rule); });
    setNames(json, "factors", texts);
}

Json levelJson(const LevelConstraints& rules) {
    Json json = Json::object();
    if (rules.only) json.set("only", namesJson(*rules.only));
    setNames(json, "order", rules.order);
    setNames(json, "outer", rules.outer);
    setNames(json, "inner", rules.inner);
    std::vector<std::string> before;
    for (const auto& [first, second] : rules.before) before.push_back(first + " before " + second);
    setNames(json, "before", before);
    setFactors(json, rules.factors);
    setNames(json, "keep", rules.keep);
    setNames(json, "bypass", rules.bypass);
    return json;
}

Json fanoutJson(const FanoutConstraints& rules) {
    Json json = Json::object();
    if (rules.x) json.set("x", namesJson(*rules.x));
    if (rules.y) json.set("y", namesJson(*rules.y));
    setFactors(json, rules.factors);
    if (rules.minUtilization > 0) json.set("min_utilization", rules.minUtilization);
    return json;
}

void setBody(Json& json, const Constraints& constraints) {
    Json levels = Json::object();
    for (const auto& [name, rules] : constraints.levels) levels.set(name, levelJson(rules));
    Json fanouts = Json::object();
    for (const auto& [name, rules] : constraints.fanouts) fanouts.set(name, fanoutJson(rules));
    json.set("levels", std::move(levels));
    json.set("fanouts", std::move(fanouts));
}

}  // namespace

Constraints constraintsFromBody(const Json& json, std::string_view file, const std::string& path, Diagnostics& out) {
    ObjectReader reader(json, std::string(file), path, out);
    return ConstraintsReader(file, out).read(reader);
}

Json constraintsBody(const Constraints& constraints) {
    Json json;
    setBody(json, constraints);
    return json;
}

Result<Constraints> constraintsFromJson(const Json& json, std::string_view file) {
    Diagnostics problems;
    ObjectReader reader(json, std::string(file), "", problems);
    if (!readSchema(reader, "constraints", 1)) return problems;
    Constraints constraints = ConstraintsReader(file, problems).read(reader);
    constraints.fromUser = true;
    if (hasErrors(problems)) return problems;
    return constraints;
}

Json toJson(const Constraints& constraints) {
    Json json;
    json.set("schema", schemaJson("constraints", 1));
    setBody(json, constraints);
    return json;
}

}  // namespace lapidary
