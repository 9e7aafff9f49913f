// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/io/native.h"
#include "core/io/table.h"
#include "core/io/technology_report.h"

namespace lapidary::cli {

namespace {

Json overviewJson(const Table& overview) {
    Json list = Json::array();
    for (const auto& row : overview.rows) {
        Json entry = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i) entry.set(overview.header[i], row[i]);
        list.push(std::move(entry));
    }
    return Json::object().set("lapidary", producerJson("lapidary/technologies/1")).set("list", std::move(list));
}

}  // namespace

ExitCode runTech(const Request& request) {
    const std::string& what = request.technology.what;
    if (what.empty()) {
        const Table overview = technologyOverview();
        const Rendering list{[&] { return toAligned(overview); }, [&] { return overviewJson(overview); },
                             [&] { return toCsv(overview); }};
        return emit(request.output, list, ExitCode::done);
    }
    if (const TechnologyTable* table = findTechnologyTable(what)) {
        const Rendering whole{[&] { return toText(*table); }, [&] { return toJson(*table); },
                              [&] { return toCsv(toTable(*table)); }};
        return emit(request.output, whole, ExitCode::done);
    }
    const auto answer = answerOf(request.technology);
    if (!answer) return refuse(answer.diagnostics());
    const Rendering rendering{[&] { return toText(*answer); }, [&] { return toJson(*answer); },
                              [&] { return toCsv(toTable(*answer, NumberStyle::exact)); }};
    return emit(request.output, rendering, ExitCode::done);
}

}  // namespace lapidary::cli
