// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/bench_report.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/base/json.h"

namespace lapidary {
namespace {

std::string format(const char* pattern, double value) {
    char text[32];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

}  // namespace

Result<BenchRates> readBaseline(const std::string& file) {
    std::ifstream in(file);
    if (!in) return errorAt({file, 0, 0, ""}, "can't be read");
    std::ostringstream text;
    text << in.rdbuf();
    const Result<Json> json = parseJson(text.str(), file);
    if (!json.ok()) return json.diagnostics();
    BenchRates rates;
    for (const Json::Member& member : json.value()["per_second"].members())
        if (member.value.isNumber()) rates[member.name] = member.value.real();
    if (rates.empty()) return errorAt({file, 0, 0, "per_second"}, "no rates", "write a baseline with --save FILE");
    return rates;
}

bool saveBaseline(const std::string& file, const BenchRates& rates, const std::string& semantics) {
    Json list = Json::object();
    for (const auto& [name, rate] : rates) list.set(name, static_cast<std::int64_t>(rate));
    Json json = Json::object();
    json.set("semantics", semantics);
    json.set("per_second", std::move(list));
    std::ofstream out(file);
    out << json.dump() << '\n';
    out.flush();
    if (out) return true;
    std::cerr << file << ": can't be written" << std::endl;
    return false;
}

void RateReporter::ReportRuns(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
        const auto counter = run.counters.find("items_per_second");
        if (run.run_type != Run::RT_Iteration || counter == run.counters.end()) continue;
        double& best = m_best[run.run_name.function_name];
        best = std::max(best, counter->second.value);
    }
    ConsoleReporter::ReportRuns(runs);
}

std::string rateTable(const BenchRates& rates, const BenchRates& baseline) {
    std::string table = "| benchmark | per second | baseline | ratio |\n|---|---:|---:|---:|\n";
    for (const auto& [name, rate] : rates) {
        const auto stored = baseline.find(name);
        const bool known = stored != baseline.end() && stored->second > 0;
        table += "| " + name + " | " + format("%.0f", rate) + " | " +
                 (known ? format("%.0f", stored->second) : std::string("-")) + " | " +
                 (known ? format("%.2f", rate / stored->second) : std::string("-")) + " |\n";
    }
    return table;
}

}  // namespace lapidary
