// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>

#include "app/cli/export_subject.h"
#include "app/cli/figure.h"
#include "app/cli/inputs.h"
#include "app/cli/messages.h"
#include "app/cli/option_key.h"
#include "app/cli/output.h"
#include "app/cli/provenance.h"
#include "app/cli/verbs.h"
#include "core/io/native.h"
#include "core/io/nest_c.h"
#include "core/io/nest_tikz.h"
#include "core/io/report_inputs.h"
#include "core/io/report_table.h"
#include "core/io/table_markup.h"

namespace lapidary::cli {

namespace {

enum class View { nest, traffic, design, workload };
std::span<const KeyEntry<View>> keyTable(View) {
    static constexpr std::array<KeyEntry<View>, 4> table{{
        {View::nest, "nest", "Loop nest", "the mapping", ""},
        {View::traffic, "traffic", "Traffic", "what each level moves for each tensor", ""},
        {View::design, "design", "Design", "levels, fanouts and compute", ""},
        {View::workload, "workload", "Workload", "dimensions and tensors", ""},
    }};
    return table;
}

enum class ExportFormat { text, json, c, tikz, csv, latex, markdown, svg, pdf, png };
std::span<const KeyEntry<ExportFormat>> keyTable(ExportFormat) {
    using enum ExportFormat;
    static constexpr std::array<KeyEntry<ExportFormat>, 10> table{{
        {text, "text", "Text", "for people", ""},
        {json, "json", "JSON", "native file", ""},
        {c, "c", "C", "a program that checks itself", ""},
        {tikz, "tikz", "TikZ", "a picture for LaTeX", ""},
        {csv, "csv", "CSV", "exact numbers behind comment lines", ""},
        {latex, "latex", "LaTeX", "a booktabs tabular", ""},
        {markdown, "markdown", "Markdown", "a pipe table", ""},
        {svg, "svg", "SVG", "figure", ""},
        {pdf, "pdf", "PDF", "figure", ""},
        {png, "png", "PNG", "figure", ""},
    }};
    return table;
}

bool isFigure(ExportFormat format) {
    return format == ExportFormat::svg || format == ExportFormat::pdf || format == ExportFormat::png;
}

/// What --to says, else the ending of the file, else text.
Result<ExportFormat> formatOf(const Request& request) {
    if (!request.to.empty()) return optionKey("--to", request.to, ExportFormat::text);
    const std::string ending = std::filesystem::path(request.output.file).extension().string();
    const bool isNest = request.view.empty() || request.view == "nest";
    if (ending == ".tex") return isNest ? ExportFormat::tikz : ExportFormat::latex;
    if (ending == ".md") return ExportFormat::markdown;
    if (ending.empty() || ending == ".txt") return ExportFormat::text;
    if (const auto format = fromKey<ExportFormat>(ending.substr(1))) return *format;
    return errorAt({.file = "-o", .line = 0, .column = 0, .key = {}}, "no format ends in '" + ending + "'",
                   "name it with --to");
}

using Write = std::function<std::string(const ExportSubject&, const Provenance&)>;
/// The formats of a view and who writes them.
using Writers = std::map<ExportFormat, Write>;

Writers nestWriters() {
    return {{ExportFormat::text,
             [](const ExportSubject& it, const Provenance& origin) {
                 return commentLines(origin, "# ") + toText(*it.mapping, it.target->workload, it.target->architecture);
             }},
            {ExportFormat::json,
             [](const ExportSubject& it, const Provenance& origin) {
                 Json json = mappingToJson(*it.mapping, it.target->workload, it.target->architecture);
                 return json.set("provenance", toJson(origin)).dump() + '\n';
             }},
            {ExportFormat::c, [](const ExportSubject& it,
                                 const Provenance& origin) { return nestToC(*it.mapping, *it.target, origin); }},
            {ExportFormat::tikz, [](const ExportSubject& it, const Provenance& origin) {
                 return nestToTikz(*it.mapping, *it.target, origin);
             }}};
}

Writers tableWriters(std::function<Table(const ExportSubject&, NumberStyle)> tableOf) {
    return {{ExportFormat::text,
             [=](const ExportSubject& it, const Provenance& origin) {
                 return commentLines(origin, "# ") + toAligned(tableOf(it, NumberStyle::people));
             }},
            {ExportFormat::csv,
             [=](const ExportSubject& it, const Provenance& origin) {
                 return commentLines(origin, "# ") + toCsv(tableOf(it, NumberStyle::exact));
             }},
            {ExportFormat::latex,
             [=](const ExportSubject& it, const Provenance& origin) {
                 return commentLines(origin, "% ") + toLatex(tableOf(it, NumberStyle::people));
             }},
            {ExportFormat::markdown, [=](const ExportSubject& it, const Provenance& origin) {
                 return "<!--\n" + commentLines(origin, "") + "-->\n" + toMarkdown(tableOf(it, NumberStyle::people));
             }}};
}

Writers writersOf(View view, const Evaluator* evaluator) {
    switch (view) {
    case View::nest: return nestWriters();
    case View::traffic:
        return tableWriters([evaluator](const ExportSubject& it, NumberStyle style) {
            return trafficTable(evaluator->evaluate(*it.mapping), *it.target, style);
        });
    case View::design:
        return tableWriters([](const ExportSubject& it, NumberStyle) { return inputTable(it.target->architecture); });
    case View::workload:
        return tableWriters([](const ExportSubject& it, NumberStyle) { return inputTable(it.target->workload); });
    }
    return {};
}

ExitCode refuseFormat(View view, ExportFormat format, const Writers& writers) {
    std::string known;
    for (const auto& [each, ignored] : writers) known += (known.empty() ? "" : ", ") + std::string(keyOf(each));
    return refuse(ExitCode::badInput, "the view '" + std::string(keyOf(view)) + "' has no format '" +
                                          std::string(keyOf(format)) + "', expected one of " + known);
}

bool needsMapping(View view) { return view == View::nest || view == View::traffic; }

}  // namespace

ExitCode runExport(const Request& request) {
    const auto format = formatOf(request);
    if (!format) return refuse(format.diagnostics());
    if (isFigure(*format)) return exportFigure(request);
    const auto view = optionKey("--view", request.view, View::nest);
    if (!view) return refuse(view.diagnostics());
    const auto subject = exportSubjectOf(request);
    if (!subject) return refuse(subject.diagnostics());
    if (needsMapping(*view) && !subject->mapping)
        return refuse(ExitCode::badInput, "no mapping given", "use --mapping FILE; 'search --save FILE' writes one");
    const auto evaluator = evaluatorOf(request.input, subject->target);
    if (!evaluator) return refuse(evaluator.diagnostics());
    const Writers writers = writersOf(*view, &*evaluator);
    const auto writer = writers.find(*format);
    if (writer == writers.end()) return refuseFormat(*view, *format, writers);
    Provenance provenance = provenanceOf(request);
    addInputs(provenance, *subject->target);
    return emitText(request.output, writer->second(*subject, provenance), ExitCode::done);
}

}  // namespace lapidary::cli
