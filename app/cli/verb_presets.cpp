// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/io/maestro/flash_styles.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/stonne/machines.h"
#include "core/io/table.h"
#include "core/search/fabric/knob_space.h"

namespace lapidary::cli {

namespace {

/// What no file holds: machines and knobs of the fabric model.
void addFabricWords(const std::string& kind, std::vector<PresetInfo>& infos) {
    if (kind.empty() || kind == "machine")
        for (const auto& machine : stonne::keyTable(stonne::Machine{}))
            infos.push_back({"machine", std::string(machine.key),
                             std::string(machine.label) + ": " + std::string(machine.meaning),
                             std::string(machine.source)});
    if (kind.empty() || kind == "knob")
        for (const auto& knob : fabric::keyTable(fabric::Knob{}))
            infos.push_back({"knob", std::string(knob.key), std::string(knob.meaning), std::string(knob.source)});
}

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
    addFabricWords(request.kind, infos);
    if (infos.empty())
        return refuse(
            ExitCode::badInput, "no presets of kind '" + request.kind + "'",
            "the kinds are architecture, network, workload, sweep, study, example, style, machine (of the fabric "
            "model) and knob (of its tuners)");
    const Rendering rendering{[&] { return toAligned(presetsTable(infos, NumberStyle::people)); },
                              [&] { return presetsJson(infos); },
                              [&] { return toCsv(presetsTable(infos, NumberStyle::exact)); }};
    return emit(request.output, rendering, ExitCode::done);
}

}  // namespace lapidary::cli
