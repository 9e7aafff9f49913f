// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the Explore perspective.

#include "core/explore/pareto.h"
#include "ui/export/table.h"
#include "ui/models/point_table_model.h"
#include "ui/plots/pareto_plot.h"
#include "ui/session/document.h"
#include "ui/views/improvement_view.h"
#include "ui/views/progress_grid.h"
#include "ui/views/view_list.h"

namespace lapidary::ui {

namespace {

constexpr double kLeastParetoWidth = 300;

/// The metric that an option names.
Result<PointMetric> metricOf(const ExportOptions& options, const char* key, PointMetric usual) {
    const auto name = chosen(options, key, keysOf<PointMetric>(), keyOf(usual));
    if (!name) return name.diagnostics();
    return *fromKey<PointMetric>(*name);
}

Result<Drawing> pareto(const Document& document, const ExportOptions& options) {
    const auto x = metricOf(options, "x", PointMetric::area);
    if (!x) return x.diagnostics();
    const auto y = metricOf(options, "y", PointMetric::edp);
    if (!y) return y.diagnostics();
    const auto axes = chosen(options, "axes", {"log", "linear"}, "log");
    if (!axes) return axes.diagnostics();
    const ParetoData data = paretoDataOf(*document.sweep(), *x, *y, *axes == "log");
    if (data.empty()) return error("the points of the sweep have nothing to draw", data.missing.toStdString());
    return Drawing{.figure = paretoFigure(data),
                   .leastWidth = kLeastParetoWidth,
                   .paintAt = [data](QPainter& painter, const Theme& theme,
                                     QSizeF size) { paretoFigure(data, size).paint(painter, theme); },
                   .keepsShape = true};
}

Result<Drawing> improvement(const Document& document, const ExportOptions& options) {
    const auto metric = chosen(options, "metric", {"edp", "energy", "cycles"}, "edp");
    if (!metric) return metric.diagnostics();
    auto view = std::make_shared<ImprovementView>();
    view->setRun(document.sweep());
    view->setMetric(*fromKey<PointMetric>(*metric));
    if (const QString empty = view->emptyText(); !empty.isEmpty()) return error(empty.toStdString());
    Drawing drawing = drawingOf(std::move(view));
    drawing.keepsShape = true;
    return drawing;
}

Result<Drawing> progress(const Document& document, const ExportOptions&) {
    auto view = std::make_shared<ProgressGrid>();
    view->setRun(document.sweep());
    return drawingOf(std::move(view));
}

Result<Table> points(const Document& document, const ExportOptions&, NumberStyle style) {
    PointTableModel model;
    model.setRun(document.sweep());
    return tableOf(model, style);
}

}  // namespace

std::vector<ViewEntry> exploreViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        return ViewEntry{.key = key, .title = title, .group = "Explore", .meaning = meaning, .needs = ViewNeeds::sweep};
    };
    ViewEntry front = row("pareto", "Pareto", "the points of the sweep over two metrics, with their fronts");
    front.options = {"x", "y", "axes"};
    front.figure = pareto;
    ViewEntry better = row("improvement", "Improvement", "by how much each mapspace beats the perfect one");
    better.options = {"metric"};
    better.figure = improvement;
    ViewEntry done = row("progress", "Progress", "which points of the sweep are there");
    done.figure = progress;
    ViewEntry all = row("points", "Points", "the points of the sweep, one row each");
    all.table = points;
    return {front, better, done, all};
}

}  // namespace lapidary::ui
