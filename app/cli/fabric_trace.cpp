// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/fabric_trace.h"

#include "app/cli/output.h"
#include "core/io/option_key.h"
#include "core/io/stonne/numbers.h"
#include "core/io/stonne/trace_report.h"

namespace lapidary::cli {
namespace {

/// FROM-TO or one cycle.
Diagnostics readWindow(const std::string& text, fabric::EngineTrace& trace) {
    constexpr std::int64_t kMostTraced = 10'000;
    const std::size_t dash = text.find('-');
    const auto from = stonne::wholeNumber(text.substr(0, dash));
    const auto to = dash == std::string::npos ? from : stonne::wholeNumber(text.substr(dash + 1));
    if (!from || !to || *from < 1 || *to < *from || *to - *from >= kMostTraced)
        return {aboutOption("--trace", "found '" + text + "', expected FROM-TO, at least 1 and at most " +
                                           std::to_string(kMostTraced) + " cycles")};
    trace.from = *from;
    trace.to = *to;
    return {};
}

}  // namespace

bool watchesFabric(const Request& request) { return !request.trace.empty() || request.timeline.has_value(); }

Result<fabric::EngineTrace> fabricTraceOf(const Request& request) {
    constexpr std::int64_t kMostBins = 100'000;
    fabric::EngineTrace trace;
    if (!watchesFabric(request)) return trace;
    if (!request.trace.empty()) {
        Diagnostics problems = readWindow(request.trace, trace);
        if (!problems.empty()) return problems;
    }
    const std::int64_t bins = request.timeline.value_or(1);
    if (bins < 1 || bins > kMostBins)
        return aboutOption("--timeline",
                           "found " + std::to_string(bins) + ", expected 1 to " + std::to_string(kMostBins) + " bins");
    if (request.timeline && !request.trace.empty() && request.output.format == keyOf(Format::csv))
        return error("--trace and --timeline together as CSV, which holds one table", "ask for one of them");
    trace.timeline.emplace(static_cast<std::size_t>(bins));
    return trace;
}

std::string fabricTraceText(const Request& request, const fabric::EngineTrace& trace, const fabric::Run& run) {
    if (!watchesFabric(request)) return {};
    std::string text = "\n" + stonne::timelineText(*trace.timeline, run.hardware.multipliersInUse());
    if (!request.trace.empty()) text += "\n" + stonne::traceText(trace);
    return text;
}

Json withFabricTrace(Json json, const Request& request, const fabric::EngineTrace& trace, const fabric::Run& run) {
    if (!watchesFabric(request)) return json;
    json.set("timeline", stonne::timelineJson(*trace.timeline, run.hardware.multipliersInUse()));
    if (!request.trace.empty()) json.set("trace", stonne::traceJson(trace));
    return json;
}

Table fabricTraceTable(const Request& request, const fabric::EngineTrace& trace, const fabric::Run& run) {
    return request.trace.empty()
               ? stonne::timelineTable(*trace.timeline, run.hardware.multipliersInUse(), NumberStyle::exact)
               : stonne::traceTable(trace);
}

}  // namespace lapidary::cli
