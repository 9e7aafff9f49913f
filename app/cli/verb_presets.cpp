// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/io/maestro/flash_styles.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/table.h"

namespace lapidary::cli {

namespace {

Json presetsJson(const std::vector<PresetInfo>& infos) {
    Json list = Json::array();
    for (const PresetInfo& info : infos)
        list.push(Json::object()
                      .set("kind", info.kind)
                      .set("key", info.key)
                      .set("title", info.title)
                      .set("source", info.source));
    return Json::object().set("lapidary", producerJson("lapidary/presets/1")).set("presets", std::move(list));
}

/// People see the sources, which are long, with `show`.
Table presetsTable(const std::vector<PresetInfo>& infos, NumberStyle style) {
    Table table;
    table.header = {"kind", "key", "title"};
    if (style == NumberStyle::exact) table.header.push_back("source");
    for (const PresetInfo& info : infos) {
        table.rows.push_back({info.kind, info.key, info.title});
        if (style == NumberStyle::exact) table.rows.back().push_back(info.source);
    }
    return table;
}

}  // namespace

ExitCode runPresets(const Request& request) {
    std::vector<PresetInfo> infos = presets(request.kind);
    if (request.kind.empty() || request.kind == "style")
        for (PresetInfo& style : flashStylePresets()) infos.push_back(std::move(style));
    if (infos.empty())
        return refuse(ExitCode::badInput, "no presets of kind '" + request.kind + "'",
                      "the kinds are architecture, network, workload, sweep, study, example and style");
    const Rendering rendering{[&] { return toAligned(presetsTable(infos, NumberStyle::people)); },
                              [&] { return presetsJson(infos); },
                              [&] { return toCsv(presetsTable(infos, NumberStyle::exact)); }};
    return emit(request.output, rendering, ExitCode::done);
}

}  // namespace lapidary::cli
