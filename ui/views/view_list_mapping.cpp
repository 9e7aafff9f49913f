// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the Mapping perspective.

#include <algorithm>

#include "core/io/explain_report.h"
#include "core/io/maestro/nest_file.h"
#include "core/io/native.h"
#include "core/io/nest_c.h"
#include "core/io/nest_text.h"
#include "core/io/nest_tikz.h"
#include "core/io/report_table.h"
#include "core/io/tree_tikz.h"
#include "core/model/data_centric/machine.h"
#include "core/model/data_centric/nest.h"
#include "ui/session/document.h"
#include "ui/views/array_view.h"
#include "ui/views/breakdown_view.h"
#include "ui/views/explain_view.h"
#include "ui/views/facts_view.h"
#include "ui/views/nest_view.h"
#include "ui/views/storage_view.h"
#include "ui/views/tree_view.h"
#include "ui/views/view_list.h"

namespace lapidary::ui {

namespace {

template <class V>
std::shared_ptr<V> shown(const Document& document) {
    auto view = std::make_shared<V>();
    view->setExhibit(document.exhibit());
    return view;
}

template <class V>
Result<Drawing> plain(const Document& document, const ExportOptions&) {
    return drawingOf(shown<V>(document));
}

std::vector<std::string> texts(const QStringList& words) {
    std::vector<std::string> result;
    for (const QString& word : words) result.push_back(word.toStdString());
    return result;
}

std::size_t indexOf(const std::vector<std::string>& words, const std::string& word) {
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

Result<Drawing> treeFigure(const Document& document, const ExportOptions& options) {
    auto view = shown<TreeView>(document);
    const std::vector<std::string> names = texts(view->dimensionNames());
    const auto name = chosen(options, "dimension", names, names[static_cast<std::size_t>(view->current())]);
    if (!name) return name.diagnostics();
    view->setCurrent(static_cast<int>(indexOf(names, *name)));
    return drawingOf(std::move(view));
}

Result<std::string> treeTikz(const Document& document, const ExportOptions& options, const Provenance& provenance) {
    const Exhibit& exhibit = *document.exhibit();
    auto tree = shown<TreeView>(document);
    const std::vector<std::string> names = texts(tree->dimensionNames());
    const auto name = chosen(options, "dimension", names, names[static_cast<std::size_t>(tree->current())]);
    if (!name) return name.diagnostics();
    return treeToTikz(exhibit.mapping, *exhibit.setup->target, exhibit.inputs.workload.findDimension(*name),
                      provenance);
}

/// "work", "C" for a coordinate, "shared:W".
std::string colourKey(const ArrayColour& colour, const Workload& workload) {
    const auto index = static_cast<std::size_t>(colour.index);
    switch (colour.kind) {
    case ArrayColour::Kind::work: return "work";
    case ArrayColour::Kind::coordinate: return workload.dimensions()[index].name;
    case ArrayColour::Kind::shared: break;
    }
    return "shared:" + workload.tensors()[index].name;
}

Result<Drawing> arrayFigure(const Document& document, const ExportOptions& options) {
    auto view = shown<ArrayView>(document);
    if (!view->array()) return error("this design has no array: nothing works in parallel");
    const std::vector<std::string> names = texts(view->fanoutNames());
    const auto name = chosen(options, "array", names, names[static_cast<std::size_t>(view->fanout())]);
    if (!name) return name.diagnostics();
    view->setFanout(static_cast<int>(indexOf(names, *name)));
    const auto instance = chosenNumber(options, "instance", 0, static_cast<double>(view->array()->instances() - 1), 0);
    if (!instance) return instance.diagnostics();
    view->setInstance(static_cast<std::int64_t>(*instance));
    const auto step = chosenNumber(options, "step", 0, static_cast<double>(view->stepCount() - 1), 0);
    if (!step) return step.diagnostics();
    view->setStep(static_cast<std::int64_t>(*step));
    std::vector<std::string> colours;
    const std::vector<ArrayColour> known = view->colours();
    for (const ArrayColour& colour : known) colours.push_back(colourKey(colour, document.exhibit()->inputs.workload));
    const auto colour =
        chosen(options, "colour", colours, colourKey(view->colour(), document.exhibit()->inputs.workload));
    if (!colour) return colour.diagnostics();
    view->setColour(known[indexOf(colours, *colour)]);
    return drawingOf(std::move(view));
}

Result<Drawing> breakdownFigure(const Document& document, const ExportOptions& options) {
    const auto unit = chosen(options, "unit", {"joules", "percent"}, "joules");
    if (!unit) return unit.diagnostics();
    auto view = shown<BreakdownView>(document);
    view->setUnit(*unit == "joules" ? BreakdownView::Unit::joules : BreakdownView::Unit::percent);
    return drawingOf(std::move(view));
}

Result<std::shared_ptr<ExplainView>> explained(const Document& document, const ExportOptions& options) {
    auto view = shown<ExplainView>(document);
    if (!view->derivation()) return error(view->emptyText().toStdString());
    const auto asked = options.find("figure");
    if (asked == options.end()) return view;
    const auto figure = parseFigure(asked->second, *document.exhibit()->setup->target);
    if (!figure) return figure.diagnostics();
    if (!view->setFigure(*figure)) return error("this mapping has no figure " + asked->second);
    return view;
}

Result<Drawing> explainFigure(const Document& document, const ExportOptions& options) {
    auto view = explained(document, options);
    if (!view) return view.diagnostics();
    return drawingOf(std::move(view).value());
}

Result<std::string> explainedText(const Document& document, const ExportOptions& options, const Provenance& origin) {
    const auto view = explained(document, options);
    if (!view) return view.diagnostics();
    return commentLines(origin, "# ") + explainText({*(*view)->derivation()});
}

std::vector<ViewText> nestTexts() {
    const auto with = [](auto write) {
        return
            [write](const Document& document, const ExportOptions&, const Provenance& origin) -> Result<std::string> {
                const Exhibit& exhibit = *document.exhibit();
                return write(exhibit.mapping, *exhibit.setup->target, origin);
            };
    };
    return {{"text", "txt", "Text", with(nestToText)},
            {"c", "c", "C", with(nestToC)},
            {"tikz", "tex", "TikZ", with(nestToTikz)},
            {"json", "json", "JSON", with(nestToJson)}};
}

Result<Table> traffic(const Document& document, const ExportOptions&, NumberStyle style) {
    const Exhibit& exhibit = *document.exhibit();
    return trafficTable(exhibit.cost, *exhibit.setup->target, style);
}

/// A row per directive.
Result<Table> directiveRows(const Document& document, const ExportOptions&, NumberStyle) {
    const Exhibit& exhibit = *document.exhibit();
    const auto form = data_centric::directivesOf(exhibit.mapping, *exhibit.setup->target);
    if (!form) return form.diagnostics();
    Table table{{"cluster level", "units", "directive", "size", "offset", "dimension"}, {}};
    const std::vector<std::int64_t> units = data_centric::unitsOf(form->flow, form->pes);
    for (std::size_t level = 0; level < form->flow.levels.size(); ++level)
        for (const data_centric::Map& map : form->flow.levels[level].maps)
            table.rows.push_back({std::to_string(level), std::to_string(units[level]),
                                  map.kind == data_centric::MapKind::spatial ? "SpatialMap" : "TemporalMap",
                                  std::to_string(map.size), std::to_string(map.offset),
                                  form->layer.dimensions[static_cast<std::size_t>(map.dimension)].name});
    return table;
}

/// MAESTRO's files of the network and of the machine.
std::vector<ViewText> directiveTexts() {
    const auto network = [](const Document& document, const ExportOptions&,
                            const Provenance& origin) -> Result<std::string> {
        const Exhibit& exhibit = *document.exhibit();
        const auto file = maestro::nestAsFile(exhibit.mapping, *exhibit.setup->target);
        if (!file) return file.diagnostics();
        return commentLines(origin, "// ") + maestro::networkText({file->layer});
    };
    const auto machine = [](const Document& document, const ExportOptions&,
                            const Provenance& origin) -> Result<std::string> {
        const auto hardware = data_centric::hardwareOf(document.exhibit()->inputs.architecture);
        if (!hardware) return hardware.diagnostics();
        return commentLines(origin, "// ") + maestro::hardwareText(*hardware);
    };
    return {{"maestro", "m", "MAESTRO network", network}, {"machine", "hw.m", "MAESTRO machine", machine}};
}

}  // namespace

ExportOptions optionsOf(const ArrayView& view, const Document& document) {
    if (!view.array() || !document.exhibit()) return {};
    return {{"array", view.fanoutNames()[view.fanout()].toStdString()},
            {"instance", std::to_string(view.instance())},
            {"step", std::to_string(view.step())},
            {"colour", colourKey(view.colour(), document.exhibit()->inputs.workload)}};
}

std::vector<ViewEntry> mappingViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        return ViewEntry{
            .key = key, .title = title, .group = "Mapping", .meaning = meaning, .needs = ViewNeeds::mapping};
    };
    ViewEntry nest = row("nest", "Loop nest", "the loops of the mapping, outermost first");
    nest.figure = plain<NestView>;
    nest.texts = nestTexts();
    ViewEntry tree = row("tree", "Tiling tree", "how one dimension is tiled, to scale");
    tree.options = {"dimension"};
    tree.figure = treeFigure;
    tree.texts = {{"tikz", "tex", "TikZ", treeTikz}};
    ViewEntry array = row("array", "PE array", "which lanes work at a step");
    array.options = {"array", "instance", "step", "colour"};
    array.figure = arrayFigure;
    ViewEntry storage = row("storage", "Storage", "how full each memory is");
    storage.figure = plain<StorageView>;
    ViewEntry breakdown = row("breakdown", "Energy breakdown", "energy by level and tensor");
    breakdown.options = {"unit"};
    breakdown.figure = breakdownFigure;
    ViewEntry facts = row("facts", "Facts", "the headline figures and what binds the time");
    facts.figure = plain<FactsView>;
    ViewEntry moved = row("traffic", "Traffic", "what each level moves for each tensor");
    moved.table = traffic;
    ViewEntry explain = row("explain", "Explain", "where one figure comes from, operand by operand");
    explain.options = {"figure"};
    explain.figure = explainFigure;
    explain.texts = {{"text", "txt", "Text", explainedText}};
    ViewEntry directives =
        row("directives", "Directives", "the mapping as data-centric directives, and MAESTRO's files");
    directives.refuses = [](const Document& document) {
        const Exhibit& exhibit = *document.exhibit();
        const auto file = maestro::nestAsFile(exhibit.mapping, *exhibit.setup->target);
        return file ? Diagnostics{} : file.diagnostics();
    };
    directives.table = directiveRows;
    directives.texts = directiveTexts();
    return {nest, directives, tree, array, storage, breakdown, facts, moved, explain};
}

}  // namespace lapidary::ui
