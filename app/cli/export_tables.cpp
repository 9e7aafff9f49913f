// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/export_tables.h"

#include <algorithm>
#include <array>

#include "core/io/maestro/flash_question.h"
#include "core/io/maestro/flash_session.h"
#include "core/io/onnx/import_layers.h"
#include "core/io/option_key.h"

namespace lapidary::cli {

std::span<const KeyEntry<ImportView>> keyTable(ImportView) {
    static constexpr std::array<KeyEntry<ImportView>, 3> table{{
        {ImportView::nodes, "import-nodes", "Nodes", "every node of a model, its share, and what became of it", ""},
        {ImportView::layers, "import-layers", "Layers", "the layers that nodes became, equal ones once", ""},
        {ImportView::summary, "import-summary", "Summary", "nodes and shares by what became of them", ""},
    }};
    return table;
}

std::span<const KeyEntry<FlashView>> keyTable(FlashView) {
    static constexpr std::array<KeyEntry<FlashView>, 3> table{{
        {FlashView::histogram, "flash-histogram", "Histogram", "runtimes of all mappings that FLASH scores", ""},
        {FlashView::cases, "flash-cases", "Cases", "where the runtime of FLASH's picks goes", ""},
        {FlashView::styles, "flash-styles", "Styles", "which style is best for which matrix product", ""},
    }};
    return table;
}

Table importTableOf(ImportView view, const OnnxModel& model, NumberStyle style) {
    if (view == ImportView::nodes) return importTable(model, style);
    if (view == ImportView::summary) return importSummaryTable(model, style);
    const std::vector<ImportedLayer> layers = importedLayers(model);
    return importedLayerTable(model, layers, std::vector<bool>(layers.size(), true), style);
}

namespace {

/// The session's answer if it is one to this question, else a new one.
Result<FlashAnswer> answerOf(const ExportSubject& subject, const Request& request) {
    const auto words = request.shape.find("flash");
    auto options = flashOptions({}, words == request.shape.end() ? std::string_view() : words->second);
    if (!options) return options.diagnostics();
    const SessionInputs& inputs = subject.inputs;
    const Metric metric = inputs.search.objective.metrics.front();
    if (words == request.shape.end() && subject.flash) {
        const int run = runAbout(*subject.flash, inputs.workload, inputs.architecture, metric, inputs.search.seed);
        if (run >= 0) {
            FlashAnswer known = *subject.flash;
            known.current = static_cast<std::size_t>(run);
            return known;
        }
    }
    options->metric = metric;
    options->seed = inputs.search.seed;
    Job job;
    return answer({inputs.workloadKey, inputs.workload, inputs.architecture, *std::move(options)}, job);
}

/// Leaves the rows of one style.
Result<Table> ofStyle(Table table, const FlashRun& run, const Request& request) {
    std::vector<std::string> styles{"all"};
    for (const flash::StyleResult& style : run.result.styles) styles.push_back(flashKey(style));
    const auto style = chosen(request.shape, "style", styles, "all");
    if (!style) return style.diagnostics();
    if (*style != "all")
        std::erase_if(table.rows, [&](const std::vector<std::string>& row) { return row[1] != *style; });
    return table;
}

}  // namespace

Result<Table> flashTableOf(FlashView view, const ExportSubject& subject, const Request& request, NumberStyle style) {
    const auto answered = answerOf(subject, request);
    if (!answered) return answered.diagnostics();
    const FlashReport& report = answered->report;
    if (view == FlashView::styles) return flashRatioTable(report, style);
    std::vector<std::string> products;
    for (const FlashRun& run : report.runs) products.push_back(run.workload);
    const auto product = chosen(request.shape, "product", products, products[answered->current]);
    if (!product) return product.diagnostics();
    const FlashRun& run =
        report.runs[static_cast<std::size_t>(std::ranges::find(products, *product) - products.begin())];
    return ofStyle(
        view == FlashView::cases ? flashCaseTable(report, run, style) : flashHistogramTable(report, run, style), run,
        request);
}

}  // namespace lapidary::cli
