// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the fabric model. What is on show is drawn again; another question is simulated.

#include "core/io/stonne/desk_report.h"
#include "ui/session/document.h"
#include "ui/views/fabric_timeline_view.h"
#include "ui/views/fabric_view.h"
#include "ui/views/view_list.h"

namespace lapidary::ui {

namespace {

struct AskedFabric {
    FabricAnswerPtr answer;
    FabricWindowPtr window;
    std::int64_t cycle = 1;
};

Result<AskedFabric> askedFabric(const Document& document, const ExportOptions& options) {
    const auto answer = fabricAnswerOf(fabricQuestion(document));
    if (!answer) return answer.diagnostics();
    if (!(*answer)->problems.empty()) return (*answer)->problems;
    AskedFabric asked{*answer, nullptr, 1};
    if (asked.answer->lastCycle() == 0) return asked;
    const auto cycle = chosenNumber(options, "cycle", 1, static_cast<double>(asked.answer->lastCycle()), 1);
    if (!cycle) return cycle.diagnostics();
    asked.cycle = static_cast<std::int64_t>(*cycle);
    Job job;
    asked.window = fabricWindow(*asked.answer, asked.cycle, job);
    return asked;
}

template <class V>
Result<Drawing> drawnFabric(std::shared_ptr<V> view, const AskedFabric& asked) {
    view->setMoment(asked.answer, asked.window, asked.cycle);
    if (const QString empty = view->emptyText(); !empty.isEmpty()) return error(empty.toStdString());
    return drawingOf(std::move(view));
}

Result<Drawing> fabricFigure(const Document& document, const ExportOptions& options) {
    const auto asked = askedFabric(document, options);
    if (!asked) return asked.diagnostics();
    const auto shown = chosen(options, "multipliers", {"all", "mapped"}, "all");
    if (!shown) return shown.diagnostics();
    auto view = std::make_shared<FabricView>();
    view->setMappedOnly(*shown == "mapped");
    return drawnFabric(std::move(view), *asked);
}

Result<Drawing> timelineFigure(const Document& document, const ExportOptions& options) {
    const auto asked = askedFabric(document, options);
    if (!asked) return asked.diagnostics();
    return drawnFabric(std::make_shared<FabricTimelineView>(), *asked);
}

Result<Table> fabricCounters(const Document& document, const ExportOptions&, NumberStyle style) {
    const auto answer = fabricAnswerOf(fabricQuestion(document));
    if (!answer) return answer.diagnostics();
    if (!(*answer)->problems.empty()) return (*answer)->problems;
    return figureTable(stonne::figuresOf((*answer)->desk.run, *(*answer)->outcome, (*answer)->reuseCycles), style);
}

}  // namespace

std::vector<ViewEntry> fabricViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        ViewEntry entry;
        entry.key = key;
        entry.title = title;
        entry.group = "Fabric";
        entry.meaning = meaning;
        entry.ofFabric = true;
        return entry;
    };
    ViewEntry picture = row("fabric", "Fabric", "switches, virtual neurons and packets in one cycle");
    picture.options = {"cycle", "multipliers"};
    picture.figure = fabricFigure;
    ViewEntry timeline = row("fabric-timeline", "Utilisation and stalls", "what the multipliers do over time");
    timeline.options = {"cycle"};
    timeline.figure = timelineFigure;
    ViewEntry counters = row("fabric-counters", "Counters", "what a run under the fabric model counts");
    counters.table = fabricCounters;
    return {picture, timeline, counters};
}

}  // namespace lapidary::ui
