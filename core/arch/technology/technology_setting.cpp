// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/technology_setting.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/arch/assign_key.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

constexpr std::string_view kNoTechnology = "none";
constexpr std::string_view kFromTable = "default";  ///< of the MAC that relative costs refer to
constexpr std::array<std::string_view, 7> kTechnologyKeys{"tables",        "node_nm", "flavor", "scaling",
                                                          "temperature_k", "leakage", "mac_pj"};

using SettingProblem = std::optional<Diagnostic>;

SettingProblem expectedText(const std::string& what, std::string_view found) {
    return error("expected " + what + ", found '" + std::string(found) + "'");
}

SettingProblem setNumber(double& value, std::string_view text) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = !text.empty() && code == std::errc() && end == text.data() + text.size();
    return whole ? SettingProblem() : expectedText("a number", text);
}

SettingProblem setMember(Technology& technology, std::string_view key, std::string_view text) {
    if (key == "tables") return assignKey(technology.tables, text);
    if (key == "node_nm") return setNumber(technology.nodeNm, text);
    if (key == "flavor") return assignKey(technology.flavor, text);
    if (key == "scaling") return assignKey(technology.scaling, text);
    if (key == "temperature_k") return setNumber(technology.temperatureK, text);
    if (key == "leakage") {
        technology.leakage = text == "true";
        return technology.leakage || text == "false" ? SettingProblem() : expectedText("true or false", text);
    }
    technology.macPj.reset();
    return text == kFromTable ? SettingProblem() : setNumber(technology.macPj.emplace(), text);
}

void checkWithin(Diagnostics& problems, double value, double min, double max, const char* key) {
    if (value >= min && value <= max) return;
    problems.push_back(errorAt({.key = key}, "expected a number from " + formatExact(min) + " to " + formatExact(max) +
                                                 ", found " + formatExact(value)));
}

}  // namespace

Diagnostics checkTechnology(const Technology& technology) {
    Diagnostics problems;
    checkWithin(problems, technology.nodeNm, kMinNodeNm, kMaxNodeNm, "node_nm");
    checkWithin(problems, technology.temperatureK, kMinTemperatureK, kMaxTemperatureK, "temperature_k");
    if (technology.macPj && !(*technology.macPj > 0 && std::isfinite(*technology.macPj)))
        problems.push_back(
            errorAt({.key = "mac_pj"}, "expected a number above 0, found " + formatExact(*technology.macPj)));
    if (technology.nodeNm < kMinStillmakerNm && technology.scaling != EnergyScaling::product)
        problems.push_back(errorAt({.key = "scaling"},
                                   "'" + std::string(keyOf(technology.scaling)) + "' ends at " +
                                       formatExact(kMinStillmakerNm) + " nm, found " + formatExact(technology.nodeNm) +
                                       " nm",
                                   "use 'product' below"));
    return problems;
}

std::span<const std::string_view> technologyKeys() { return kTechnologyKeys; }

std::string technologySetting(const std::optional<Technology>& technology, std::string_view key) {
    if (!technology) return std::string(kNoTechnology);
    if (key == "tables") return std::string(keyOf(technology->tables));
    if (key == "node_nm") return formatExact(technology->nodeNm);
    if (key == "flavor") return std::string(keyOf(technology->flavor));
    if (key == "scaling") return std::string(keyOf(technology->scaling));
    if (key == "temperature_k") return formatExact(technology->temperatureK);
    if (key == "leakage") return technology->leakage ? "true" : "false";
    return technology->macPj ? formatExact(*technology->macPj) : std::string(kFromTable);
}

std::optional<Diagnostic> setTechnology(std::optional<Technology>& technology, std::string_view key,
                                        std::string_view text) {
    if (text == kNoTechnology && (!technology || key == "tables" || key == "node_nm")) {
        technology.reset();
        return {};
    }
    // Else a leakage or a MAC would bring tables of some node into a design that asked for none.
    if (!technology && key != "tables" && key != "node_nm")
        return error("the design has no technology to change", "give technology.node_nm first");
    Technology changed = technology.value_or(Technology{});
    if (const auto problem = setMember(changed, key, text)) return problem;
    technology = changed;
    return {};
}

}  // namespace lapidary
