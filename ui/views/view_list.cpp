// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/view_list.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/json.h"
#include "core/io/maestro/flash_question.h"
#include "core/io/session_tuning.h"
#include "ui/jobs/fabric_work.h"
#include "ui/session/document.h"

namespace lapidary::ui {

std::span<const KeyEntry<ViewNeeds>> keyTable(ViewNeeds) {
    using enum ViewNeeds;
    static constexpr std::array<KeyEntry<ViewNeeds>, 6> table{{
        {inputs, "inputs", "inputs", "a design and a workload", ""},
        {mapping, "mapping", "mapping", "a mapping on show", ""},
        {pair, "pair", "two mappings", "mappings pinned as A and B", ""},
        {run, "run", "run", "at least one run", ""},
        {sweep, "sweep", "sweep", "a sweep with points", ""},
        {tuning, "tuning", "tuning", "a tuning of the fabric model", ""},
    }};
    return table;
}

namespace {

/// Without simulating.
Diagnostics whyNoFabricView(const Document& document) {
    const auto prepared = fabricPrepared(fabricQuestion(document));
    return prepared ? prepared->problems : prepared.diagnostics();
}

}  // namespace

const std::vector<ViewEntry>& viewList() {
    static const std::vector<ViewEntry> list = [] {
        std::vector<ViewEntry> all;
        for (auto* rows : {designViews, searchViews, flashViews, tuningViews, mappingViews, fabricViews, compareViews,
                           exploreViews}) {
            std::vector<ViewEntry> some = rows();
            std::move(some.begin(), some.end(), std::back_inserter(all));
        }
        return all;
    }();
    return list;
}

Result<const ViewEntry*> findView(std::string_view key) {
    std::vector<std::string> known;
    std::string all;
    for (const ViewEntry& entry : viewList()) {
        if (entry.key == key) return &entry;
        known.push_back(entry.key);
        all += (all.empty() ? "" : ", ") + entry.key;
    }
    return errorAt({.file = "--view", .line = 0, .column = 0, .key = {}},
                   "'" + std::string(key) + "' is no view, expected one of " + all, didYouMean(key, known));
}

Diagnostics whyNot(const ViewEntry& entry, const Document& document, const ExportOptions& options) {
    for (const auto& [key, ignored] : options) {
        const ExportOption* option = findExportOption(key);
        const bool known = option && (!option->ofView || std::find(entry.options.begin(), entry.options.end(), key) !=
                                                             entry.options.end());
        if (!known)
            return {errorAt({.file = "--" + key, .line = 0, .column = 0, .key = {}},
                            "the view '" + entry.key + "' has no such option",
                            entry.options.empty() ? "it has none" : didYouMean(key, entry.options))};
    }
    switch (entry.needs) {
    case ViewNeeds::inputs:
        if (entry.ofFabric) return whyNoFabricView(document);
        if (entry.ofFlash) return whyNoFlash(document.inputs().workload, document.inputs().architecture);
        return document.setup() ? Diagnostics{} : document.problems();
    case ViewNeeds::mapping:
        if (document.exhibit()) return entry.refuses ? entry.refuses(document) : Diagnostics{};
        return {error("'" + entry.key + "' shows a mapping, and the session shows none",
                      "open one in it and save, or give --mapping FILE")};
    case ViewNeeds::run:
        if (const RunPtr run = document.currentRun();
            run && entry.ofSunstone && !options.contains("run") && run->inputs.search.algorithm != Algorithm::sunstone)
            return {error("'" + entry.key + "' shows a run of Sunstone, and the last one is of another algorithm",
                          "run Sunstone, or name its run by --run")};
        if (document.currentRun()) return {};
        return {error("'" + entry.key + "' shows runs, and the session has none", "run a search in it and save")};
    case ViewNeeds::pair:
        if (document.compared(Side::a) && document.compared(Side::b)) return {};
        return {error("'" + entry.key + "' compares two mappings, and the session has not two",
                      "pin them as A and B and save")};
    case ViewNeeds::sweep:
        if (document.sweep() && document.sweep()->pointsDone() > 0) return {};
        return {error("'" + entry.key + "' shows a sweep, and the session has no point of one",
                      "run a sweep in Explore and save")};
    case ViewNeeds::tuning:
        if (document.tuning() && !document.tuning()->trials.empty()) return {};
        return {error("'" + entry.key + "' shows a tuning of the fabric model, and the session has none",
                      "choose Fabric tuner in Search, run it and save")};
    }
    return {};
}

}  // namespace lapidary::ui
