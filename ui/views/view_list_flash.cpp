// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of FLASH. What is on show is drawn again; of another question, FLASH is asked.

#include "ui/session/document.h"
#include "ui/views/flash_cases_view.h"
#include "ui/views/flash_histogram_view.h"
#include "ui/views/flash_styles_view.h"
#include "ui/views/view_list.h"

namespace lapidary::ui {

namespace {

struct AskedFlash {
    FlashAnswerPtr answer;
    FlashChoice choice;
};

Result<FlashAnswerPtr> flashAnswer(const Document& document, const ExportOptions& options) {
    const auto words = options.find("flash");
    const auto asked = flashOptions({}, words == options.end() ? std::string_view() : words->second);
    if (!asked) return asked.diagnostics();
    return flashAnswerOf(flashQuestion(document.inputs(), *asked), answerFor(document.flash(), document.inputs()));
}

/// With workload and style as asked: the open workload, and all styles.
Result<AskedFlash> askedFlash(const Document& document, const ExportOptions& options) {
    const auto answer = flashAnswer(document, options);
    if (!answer) return answer.diagnostics();
    AskedFlash asked{*answer, {}};
    const auto& runs = asked.answer->report.runs;
    std::vector<std::string> names, styles{"all"};
    for (const FlashRun& run : runs) names.push_back(run.workload);
    const auto name = chosen(options, "product", names, names[asked.answer->current]);
    if (!name) return name.diagnostics();
    if (options.contains("product"))
        asked.choice.run = static_cast<std::size_t>(std::ranges::find(names, *name) - names.begin());
    for (const flash::StyleResult& style : shownRun(asked.answer.get(), asked.choice)->result.styles)
        styles.push_back(flashKey(style));
    const auto style = chosen(options, "style", styles, "all");
    if (!style) return style.diagnostics();
    if (*style != "all")
        asked.choice.style = static_cast<std::size_t>(std::ranges::find(styles, *style) - styles.begin() - 1);
    return asked;
}

template <class V>
Result<Drawing> drawnFlash(const Document& document, const ExportOptions& options) {
    const auto asked = askedFlash(document, options);
    if (!asked) return asked.diagnostics();
    auto view = std::make_shared<V>();
    view->setAnswer(asked->answer, asked->choice);
    if (const QString empty = view->emptyText(); !empty.isEmpty()) return error(empty.toStdString());
    return drawingOf(std::move(view));
}

Result<Drawing> drawnStyles(const Document& document, const ExportOptions& options) {
    const auto answer = flashAnswer(document, options);
    if (!answer) return answer.diagnostics();
    auto view = std::make_shared<FlashStylesView>();
    view->setAnswer(*answer);
    return drawingOf(std::move(view));
}

/// A table of all styles, or of the one asked for.
Result<Table> listedFlash(const Document& document, const ExportOptions& options, NumberStyle style,
                          Table (*make)(const FlashReport&, const FlashRun&, NumberStyle)) {
    const auto asked = askedFlash(document, options);
    if (!asked) return asked.diagnostics();
    const FlashRun& run = *shownRun(asked->answer.get(), asked->choice);
    Table table = make(asked->answer->report, run, style);
    if (asked->choice.style) {
        const std::string key = flashKey(run.result.styles[*asked->choice.style]);
        std::erase_if(table.rows, [&](const std::vector<std::string>& row) { return row[1] != key; });
    }
    return table;
}

Result<Table> histogramRows(const Document& document, const ExportOptions& options, NumberStyle style) {
    return listedFlash(document, options, style, flashHistogramTable);
}

Result<Table> caseRows(const Document& document, const ExportOptions& options, NumberStyle style) {
    return listedFlash(document, options, style, flashCaseTable);
}

Result<Table> styleRows(const Document& document, const ExportOptions& options, NumberStyle style) {
    const auto answer = flashAnswer(document, options);
    if (!answer) return answer.diagnostics();
    return flashRatioTable((*answer)->report, style);
}

}  // namespace

std::vector<ViewEntry> flashViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        return ViewEntry{
            .key = key, .title = title, .group = "Search", .meaning = meaning, .ofFlash = true, .options = {"flash"}};
    };
    ViewEntry histogram =
        row("flash-histogram", "Histogram", "runtimes of all mappings that FLASH scores, and its pick");
    histogram.options.insert(histogram.options.end(), {"product", "style"});
    histogram.figure = drawnFlash<FlashHistogramView>;
    histogram.table = histogramRows;
    ViewEntry cases = row("flash-cases", "Cases", "where the runtime of FLASH's picks goes, by case");
    cases.options.insert(cases.options.end(), {"product", "style"});
    cases.figure = drawnFlash<FlashCasesView>;
    cases.table = caseRows;
    ViewEntry styles = row("flash-styles", "Styles", "which style of accelerator is best for which matrix product");
    styles.figure = drawnStyles;
    styles.table = styleRows;
    return {histogram, cases, styles};
}

}  // namespace lapidary::ui
