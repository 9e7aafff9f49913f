// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/relax_report.h"

#include "core/io/native.h"

namespace lapidary {

std::string relaxText(const Advice& advice) {
    std::string text = advice.ways.size() > 1 ? "\nWhat to relax, any one of these\n" : "\nWhat to relax\n";
    for (const std::string& line : toLines(advice)) text += "  " + line + '\n';
    return text;
}

Json relaxJson(const Advice& advice, const Mapspace& mapspace) {
    const Target& target = mapspace.target();
    const auto mappingJson = [&](const Mapping& mapping) {
        return mappingToJson(mapping, target.workload, target.architecture);
    };
    Json ways = Json::array();
    for (const Relaxation& way : advice.ways) {
        Json settings = Json::array();
        for (const auto& [path, value] : way.settings) settings.push(path + "=" + value);
        Json row = Json::object().set("what", way.what).set("set", std::move(settings)).set("least", way.least);
        if (!(way.constraints == mapspace.options().constraints)) row.set("constraints", toJson(way.constraints));
        ways.push(row.set("mapping", mappingJson(way.witness)));
    }
    return Json::object().set("valid", advice.valid ? mappingJson(*advice.valid) : Json()).set("ways", std::move(ways));
}

}  // namespace lapidary
