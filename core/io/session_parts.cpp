// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/session_parts.h"

#include <algorithm>

#include "core/io/native.h"
#include "core/io/read_native.h"

namespace lapidary {

namespace {

ReasonCount reasonFromJson(const Json& json, const std::string& file, const std::string& path, const Workload& workload,
                           const Architecture& architecture, Diagnostics& out) {
    ReasonCount result;
    ObjectReader reader(json, file, path, out);
    if (!reader.valid()) return result;
    const auto index = [&](std::string_view key, int count) {
        return static_cast<std::int8_t>(reader.integer(key, -1, count - 1).value_or(-1));
    };
    result.example.code = readKey<ReasonCode>(reader, "code").value_or(result.example.code);
    result.example.level = index("level", architecture.levelCount());
    result.example.fanout = index("fanout", architecture.fanoutCount());
    result.example.tensor = index("tensor", workload.tensorCount());
    result.example.dimension = index("dimension", workload.dimensionCount());
    result.example.needed = reader.integer("needed", -kMostCounted, kMostCounted).value_or(0);
    result.example.available = reader.integer("available", -kMostCounted, kMostCounted).value_or(0);
    result.count = reader.integer("count", 0, kMostCounted).value_or(0);
    if (const Json* nest = reader.array("nest"))
        result.mapping = nestFromJson(*nest, file, workload, architecture, out);
    reader.finish();
    return result;
}

}  // namespace

Json nestJson(const Mapping& mapping, const Workload& workload, const Architecture& architecture) {
    Json nest = Json::array();
    for (std::string& line : toLines(mapping, workload, architecture)) nest.push(std::move(line));
    return nest;
}

std::optional<Mapping> nestFromJson(const Json& lines, const std::string& file, const Workload& workload,
                                    const Architecture& architecture, Diagnostics& out) {
    std::string text;
    for (const Json& line : lines.items()) text += line.text() + "\n";
    const auto target = Target::make(workload, architecture);
    if (!target) {
        out.insert(out.end(), target.diagnostics().begin(), target.diagnostics().end());
        return std::nullopt;
    }
    auto parsed = parseMapping(text, file, workload, architecture);
    Diagnostics problems = parsed ? checkForm(*parsed, **target, file) : parsed.diagnostics();
    if (parsed && !hasErrors(problems)) return std::move(parsed).value();
    for (Diagnostic& problem : problems) {  // lines of the nest become lines of the file
        const auto line = static_cast<std::size_t>(std::max(problem.place.line, 1)) - 1;
        const Json& at = line < lines.size() ? lines[line] : lines;
        problem.place.line = at.line();
        problem.place.column = at.column() + problem.place.column;
        out.push_back(std::move(problem));
    }
    return std::nullopt;
}

Json sessionCountersJson(const Counters& counters, const Workload& workload, const Architecture& architecture) {
    Json invalid = Json::array();
    for (const ReasonCount& count : counters.invalid) {
        const Reason& reason = count.example;
        Json json = Json::object();
        json.set("code", keyOf(reason.code));
        json.set("level", int{reason.level});
        json.set("fanout", int{reason.fanout});
        json.set("tensor", int{reason.tensor});
        json.set("dimension", int{reason.dimension});
        json.set("needed", reason.needed);
        json.set("available", reason.available);
        json.set("count", count.count);
        if (count.mapping) json.set("nest", nestJson(*count.mapping, workload, architecture));
        invalid.push(std::move(json));
    }
    Json json = Json::object();
    json.set("drawn", counters.drawn);
    json.set("valid", counters.valid);
    json.set("invalid", std::move(invalid));
    return json;
}

Counters sessionCountersFromJson(const Json& json, const std::string& file, const std::string& path,
                                 const Workload& workload, const Architecture& architecture, Diagnostics& out) {
    Counters result;
    ObjectReader reader(json, file, path, out);
    if (!reader.valid()) return result;
    result.drawn = reader.integer("drawn", 0, kMostCounted).value_or(0);
    result.valid = reader.integer("valid", 0, kMostCounted).value_or(0);
    const Json* invalid = reader.array("invalid");
    for (std::size_t i = 0; invalid && i < invalid->size(); ++i)
        result.invalid.push_back(reasonFromJson((*invalid)[i], file, path + ".invalid[" + std::to_string(i) + "]",
                                                workload, architecture, out));
    reader.finish();
    return result;
}

}  // namespace lapidary
