// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the Search perspective.

#include <algorithm>
#include <type_traits>

#include "core/base/digit_groups.h"
#include "core/base/units.h"
#include "core/io/report_table.h"
#include "core/io/slope_report.h"
#include "core/search/sunstone/inside.h"
#include "ui/export/table.h"
#include "ui/jobs/sunstone_inspector.h"
#include "ui/models/run_table_model.h"
#include "ui/models/unrolling_table_model.h"
#include "ui/plots/cloud_plot.h"
#include "ui/plots/convergence_plot.h"
#include "ui/plots/slope_plot.h"
#include "ui/session/document.h"
#include "ui/views/bounds_view.h"
#include "ui/views/counters_view.h"
#include "ui/views/invalid_view.h"
#include "ui/views/mapspaces_view.h"
#include "ui/views/principles_view.h"
#include "ui/views/proof_view.h"
#include "ui/views/sunstone_views.h"
#include "ui/views/view_list.h"

namespace lapidary::ui {

namespace {

constexpr double kLeastCurveWidth = 300;

constexpr double kLeastCloudWidth = 260;

/// The run asked for by its number, else the last that has begun.
Result<RunPtr> runOf(const Document& document, const ExportOptions& options) {
    if (!options.contains("run")) return document.currentRun();
    const auto number = chosenNumber(options, "run", 1, 1e6, 1);
    if (!number) return number.diagnostics();
    for (const RunPtr& run : document.runs())
        if (run->started && run->number == static_cast<int>(*number)) return run;
    return error("no run of the session that has begun has the number " + options.find("run")->second);
}

template <class V>
Result<Drawing> ofRun(const Document& document, const ExportOptions& options) {
    const auto run = runOf(document, options);
    if (!run) return run.diagnostics();
    auto view = std::make_shared<V>();
    view->setRun(*run);
    return drawingOf(std::move(view));
}

/// One of Sunstone's views, set up as asked.
template <class V>
Result<std::shared_ptr<V>> sunstoneView(const Document& document, const ExportOptions& options) {
    const auto run = runOf(document, options);
    if (!run) return run.diagnostics();
    if (!isSunstone(*run)) return error("run " + std::to_string((*run)->number) + " is not one of Sunstone");
    auto view = std::make_shared<V>();
    view->setRun(*run);
    if constexpr (std::is_base_of_v<PrunedTreeView, V>) {
        const auto nodes = chosen(options, "nodes", {"all", "kept"}, "all");
        if (!nodes) return nodes.diagnostics();
        view->setKeptOnly(*nodes == "kept");
    }
    return view;
}

/// The run of Sunstone asked for, looked into if nobody has begun to.
Result<RunPtr> inspectedRun(const Document& document, const ExportOptions& options) {
    auto run = runOf(document, options);
    if (!run) return run;
    if (!isSunstone(*run)) return error("run " + std::to_string((*run)->number) + " is not one of Sunstone");
    if (!(*run)->inside) inspectNow(**run);
    if (!(*run)->inside) return error("the run has not ended: there is nothing to look into yet");
    return run;
}

template <class V>
Result<Drawing> ofInspected(const Document& document, const ExportOptions& options) {
    const auto run = inspectedRun(document, options);
    if (!run) return run.diagnostics();
    auto view = std::make_shared<V>();
    view->setRun(*run);
    if (!view->emptyText().isEmpty()) return error("there is nothing to draw");
    return drawingOf(std::move(view));
}

Result<Table> unrollings(const Document& document, const ExportOptions& options, NumberStyle style) {
    const auto run = inspectedRun(document, options);
    if (!run) return run.diagnostics();
    const auto inside = (*run)->inside;
    std::vector<std::string> levels;
    for (const sunstone::UnrollingRecord& each : inside->arrays) levels.push_back(each.level);
    if (levels.empty()) return error("the design has no array of more than one lane: there is nothing to unroll");
    const auto level = chosen(options, "array", levels, levels.front());
    if (!level) return level.diagnostics();
    const auto found = std::find(levels.begin(), levels.end(), *level) - levels.begin();
    UnrollingTableModel model;
    model.setRecord({inside, &inside->arrays[static_cast<std::size_t>(found)]});
    return tableOf(model, style);
}

template <class V>
Result<Drawing> ofSunstone(const Document& document, const ExportOptions& options) {
    auto view = sunstoneView<V>(document, options);
    if (!view) return view.diagnostics();
    if (const QString empty = (*view)->emptyText(); !empty.isEmpty()) return error("there is nothing to draw");
    return drawingOf(*std::move(view));
}

Result<Drawing> sunstoneTiling(const Document& document, const ExportOptions& options) {
    auto view = sunstoneView<SunstoneTilesView>(document, options);
    if (!view) return view.diagnostics();
    std::vector<std::string> orders;
    for (const QString& order : (*view)->orders()) orders.push_back(order.toStdString());
    if (orders.empty()) return error("no loop is longer than 1: there are no orders and no tiles");
    const auto order = chosen(options, "order", orders, orders[static_cast<std::size_t>((*view)->order())]);
    if (!order) return order.diagnostics();
    (*view)->setOrder(static_cast<int>(std::find(orders.begin(), orders.end(), *order) - orders.begin()));
    return drawingOf(*std::move(view));
}

Result<Drawing> cloud(const Document& document, const ExportOptions& options) {
    const auto kind = chosen(options, "style", {"density", "points"}, "density");
    if (!kind) return kind.diagnostics();
    const CloudStyle style = *kind == "points" ? CloudStyle::points : CloudStyle::density;
    const CloudData data = cloudOf(document.runs());
    if (data.empty())
        return error("no run on show has found a valid mapping of known energy: there is nothing to draw");
    return Drawing{.figure = cloudFigure(data, style),
                   .leastWidth = kLeastCloudWidth,
                   .paintAt = [data, style](QPainter& painter, const Theme& theme,
                                            QSizeF size) { cloudFigure(data, style, size).paint(painter, theme); },
                   .keepsShape = true};
}

Result<Drawing> mapspaces(const Document& document, const ExportOptions&) {
    auto view = std::make_shared<MapspacesView>();
    view->setRuns(document.runs());
    if (!view->emptyText().isEmpty()) return error("no run on show found a valid mapping: there is nothing to draw");
    return drawingOf(std::move(view));
}

Result<Drawing> convergence(const Document& document, const ExportOptions& options) {
    const auto along = chosen(options, "x", {"evaluations", "time"}, "evaluations");
    if (!along) return along.diagnostics();
    const auto axes = chosen(options, "axes", {"log", "linear"}, "log");
    if (!axes) return axes.diagnostics();
    const auto seeds = chosen(options, "seeds", {"each", "band"}, "each");
    if (!seeds) return seeds.diagnostics();
    const ConvergenceAxis axis = *along == "time" ? ConvergenceAxis::time : ConvergenceAxis::evaluations;
    const ConvergenceData data = convergenceOf(document.runs(), axis, *axes == "log", *seeds == "band");
    for (const auto& line : data.lines)
        if (!line.x.empty())
            return Drawing{.figure = convergenceFigure(data),
                           .leastWidth = kLeastCurveWidth,
                           .paintAt = [data](QPainter& painter, const Theme& theme,
                                             QSizeF size) { convergenceFigure(data, size).paint(painter, theme); },
                           .keepsShape = true};
    return error("no run found a valid mapping: there is nothing to draw");
}

Result<Drawing> proof(const Document& document, const ExportOptions& options) {
    const auto run = runOf(document, options);
    if (!run) return run.diagnostics();
    auto view = std::make_shared<ProofView>();
    view->setRun(*run);
    if (!view->emptyText().isEmpty())
        return error("no bound is known for run " + std::to_string((*run)->number) + ": there is nothing to draw");
    return drawingOf(std::move(view));
}

/// Bound and gap, in the unit of the objective, and of a proof its rules.
Result<Table> boundAndRules(const Document& document, const ExportOptions& options, NumberStyle style) {
    const auto found = runOf(document, options);
    if (!found) return found.diagnostics();
    const Run& run = **found;
    const auto number = [style](double value) {
        return style == NumberStyle::exact ? formatExact(value) : formatFigure(value, 5);
    };
    const Metric metric = run.inputs.search.objective.metrics.front();
    Table table{{"name", "value", "meaning"}, {}};
    if (run.live.best)
        table.rows.push_back({"best", number(valueOf(metric, run.live.best->score)), std::string(keyOf(metric))});
    if (run.live.bound)
        table.rows.push_back({"lower_bound", number(*run.live.bound), "no mapping of the space is below"});
    if (run.live.gap) table.rows.push_back({"gap", number(*run.live.gap), "(best - lower_bound) / best"});
    table.rows.push_back({"proven", isProven(run) ? "yes" : "no", "whether it is certain that nothing is better"});
    if (!run.live.certificate) return table;
    table.rows.push_back({"nodes", cell(run.live.certificate->nodes, style), "partial choices looked at"});
    if (!run.live.certificate->reason.empty())
        table.rows.push_back({"not_proven", run.live.certificate->reason, "why the method gave up"});
    for (const optimal::RuleCount& rule : run.live.certificate->closed)
        table.rows.push_back({rule.key, cell(rule.count, style), rule.meaning});
    return table;
}

Result<Drawing> skiSlope(const Document& document, const ExportOptions&) {
    Job job;
    const auto slope = slopeOf(document.inputs(), job);
    if (!slope) return slope.diagnostics();
    const Slope drawn = *slope;
    return Drawing{.figure = slopeFigure(drawn),
                   .leastWidth = kLeastCurveWidth,
                   .paintAt = [drawn](QPainter& painter, const Theme& theme,
                                      QSizeF size) { slopeFigure(drawn, size).paint(painter, theme); },
                   .keepsShape = true};
}

Result<Table> slopePoints(const Document& document, const ExportOptions&, NumberStyle style) {
    Job job;
    const auto slope = slopeOf(document.inputs(), job);
    if (!slope) return slope.diagnostics();
    return slopeTable(*slope, style);
}

Result<Table> trace(const Document& document, const ExportOptions&, NumberStyle style) {
    std::vector<TracedRun> runs;
    for (const RunPtr& run : document.runs())
        if (!run->live.trace.empty())
            runs.push_back({run->number, run->inputs.search.objective.metrics.front(), &run->live.trace});
    return traceTable(runs, style);
}

Result<Table> reasons(const Document& document, const ExportOptions& options, NumberStyle style) {
    const auto run = runOf(document, options);
    if (!run) return run.diagnostics();
    return reasonTable((*run)->live.counters, *(*run)->setup->target, style);
}

Result<Table> top(const Document& document, const ExportOptions& options, NumberStyle style) {
    const auto run = runOf(document, options);
    if (!run) return run.diagnostics();
    return candidateTable((*run)->live.top, (*run)->setup->evaluator, style, (*run)->inputs.search);
}

Result<Table> runs(const Document& document, const ExportOptions&, NumberStyle style) {
    RunTableModel model;
    model.setRuns(document.runs());
    return tableOf(model, style);
}

}  // namespace

std::vector<ViewEntry> searchViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        return ViewEntry{.key = key, .title = title, .group = "Search", .meaning = meaning, .needs = ViewNeeds::run};
    };
    ViewEntry curve = row("convergence", "Convergence", "best so far of each run");
    curve.options = {"x", "axes", "seeds"};
    curve.figure = convergence;
    curve.table = trace;
    ViewEntry counters = row("counters", "Counters", "drawn, valid, rate and time of the last run");
    counters.options = {"run"};
    counters.figure = ofRun<CountersView>;
    ViewEntry invalid = row("reasons", "Why invalid", "why mappings of the last run were refused");
    invalid.options = {"run"};
    invalid.figure = ofRun<InvalidView>;
    invalid.table = reasons;
    ViewEntry best = row("top", "Top mappings", "the best mappings of the last run");
    best.options = {"run"};
    best.table = top;
    ViewEntry all = row("runs", "Runs", "the runs, one row each");
    all.table = runs;
    ViewEntry where = row("cloud", "Energy and delay", "where the valid mappings lie, and the Pareto front");
    where.options = {"style"};
    where.figure = cloud;
    ViewEntry kinds = row("mapspaces", "Mapspaces compared", "the best of each mapspace relative to the perfect one");
    kinds.figure = mapspaces;
    const auto ofSunstoneRow = [&row](const char* key, const char* title, const char* meaning) {
        ViewEntry entry = row(key, title, meaning);
        entry.ofSunstone = true;
        entry.options = {"run"};
        return entry;
    };
    ViewEntry trie =
        ofSunstoneRow("ordering-trie", "Ordering trie", "loop orders that Sunstone keeps and drops, and why");
    trie.options.push_back("nodes");
    trie.figure = ofSunstone<OrderingTrieView>;
    ViewEntry tiling =
        ofSunstoneRow("sunstone-tiling", "Sunstone tiling", "tiles that Sunstone keeps and drops, and why");
    tiling.options.insert(tiling.options.end(), {"nodes", "order"});
    tiling.figure = sunstoneTiling;
    ViewEntry unrolling = ofSunstoneRow("unrolling", "Unrolling",
                                        "loops that Sunstone unrolls over an array and those it drops, and why");
    unrolling.options.push_back("array");
    unrolling.table = unrollings;
    ViewEntry principles = ofSunstoneRow("principles", "Principles",
                                         "what each of Sunstone's principles removed, and what a search costs without");
    principles.figure = ofInspected<PrinciplesView>;
    ViewEntry bounds =
        ofSunstoneRow("alpha-beta", "Alpha-beta", "bounds against the best so far, and what was left out by level");
    bounds.figure = ofInspected<BoundsView>;
    ViewEntry proven = row("proof", "Bound and proof", "how far the best is from what nothing can beat, and why");
    proven.options = {"run"};
    proven.figure = proof;
    proven.table = boundAndRules;
    ViewEntry slope =
        row("ski-slope", "Ski slope", "least words moved by size of a buffer, with the design's memories");
    slope.needs = ViewNeeds::inputs;
    slope.figure = skiSlope;
    slope.table = slopePoints;
    return {curve, where,  kinds,     counters,   invalid, best,   all,
            trie,  tiling, unrolling, principles, bounds,  proven, slope};
}

}  // namespace lapidary::ui
