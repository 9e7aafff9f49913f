// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/cli/document.h"
#include "app/cli/export_subject.h"
#include "app/cli/export_tables.h"
#include "app/cli/figure.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/provenance.h"
#include "app/cli/verbs.h"
#include "core/io/native.h"
#include "core/io/nest_c.h"
#include "core/io/nest_text.h"
#include "core/io/nest_tikz.h"
#include "core/io/option_key.h"
#include "core/io/report_inputs.h"
#include "core/io/report_table.h"
#include "core/io/table_format.h"
#include "core/io/tree_tikz.h"
#include "core/mapping/tree.h"

namespace lapidary::cli {

namespace {

/// Tables, by the keys of the list of views of the desktop program (ui/views/view_list.h).
enum class View { traffic, top, reasons, convergence, design, workload, constraints, terms };
std::span<const KeyEntry<View>> keyTable(View) {
    using enum View;
    static constexpr std::array<KeyEntry<View>, 8> table{{
        {traffic, "traffic", "Traffic", "what each level moves for each tensor", ""},
        {top, "top", "Top mappings", "the best mappings of the last run", ""},
        {reasons, "reasons", "Why invalid", "why mappings of the last run were refused", ""},
        {convergence, "convergence", "Convergence", "best so far of each run", ""},
        {design, "design", "Design", "levels, fanouts and compute", ""},
        {workload, "workload", "Workload", "dimensions and tensors", ""},
        {constraints, "constraints", "Constraints", "the rules that the mapspace obeys", ""},
        {terms, "terms", "Mapspace", "the factors of the mapspace's size", ""},
    }};
    return table;
}

bool needsRun(View view) { return view == View::top || view == View::reasons || view == View::convergence; }

/// The run asked for by its number, else the last; null if there is none of that number.
const SessionRun* runOf(const ExportSubject& subject, const Request& request) {
    const auto number = request.shape.find("run");
    if (number == request.shape.end()) return &subject.runs.back();
    const auto found = std::find_if(subject.runs.begin(), subject.runs.end(), [&](const SessionRun& run) {
        return std::to_string(run.number) == number->second;
    });
    return found == subject.runs.end() ? nullptr : &*found;
}

Result<Table> runTable(View view, const ExportSubject& subject, const Request& request, NumberStyle style) {
    if (view == View::convergence) {
        std::vector<TracedRun> runs;
        for (const SessionRun& run : subject.runs)
            runs.push_back({run.number, run.inputs.search.objective.metrics.front(), &run.result.trace});
        return traceTable(runs, style);
    }
    const SessionRun* run = runOf(subject, request);
    if (!run) return error("no run of the session that has begun has the number " + request.shape.find("run")->second);
    const SessionRun& last = *run;
    const auto target = Target::make(last.inputs.workload, last.inputs.architecture);
    if (!target) return target.diagnostics();
    if (view == View::reasons) return reasonTable(last.result.counters, **target, style);
    const auto evaluator = evaluatorOf(request.input, *target);
    if (!evaluator) return evaluator.diagnostics();
    SearchOptions options = last.inputs.search;
    if (!request.input.model.empty()) options.compat = subject.compat;
    return candidateTable(last.result.top, *evaluator, style, options);
}

Result<Table> tableOf(View view, const ExportSubject& subject, const Request& request, NumberStyle style) {
    if (needsRun(view)) {
        if (subject.runs.empty())
            return error("'" + std::string(keyOf(view)) + "' shows runs, and there is none",
                         "export from a session that has one");
        return runTable(view, subject, request, style);
    }
    switch (view) {
    case View::design: return inputTable(subject.inputs.architecture);
    case View::workload: return inputTable(subject.inputs.workload);
    case View::constraints: return inputTable(subject.inputs.mapspace.constraints);
    case View::terms: {
        auto target = Target::make(subject.inputs.workload, subject.inputs.architecture);
        if (!target) return target.diagnostics();
        const auto mapspace = Mapspace::make(*target, subject.inputs.mapspace);
        if (!mapspace) return mapspace.diagnostics();
        return termTable(*mapspace);
    }
    default: break;
    }
    if (!subject.mapping) return error("no mapping given", "use --mapping FILE; 'search --save FILE' writes one");
    const auto evaluator = evaluatorOf(request.input, subject.target);
    if (!evaluator) return evaluator.diagnostics();
    const auto cost = subject.compat ? evaluateLike(*subject.compat, *subject.mapping, subject.target)
                                     : Result<Cost>(evaluator->evaluate(*subject.mapping));
    if (!cost) return located(cost.diagnostics(), request.mapping);
    return trafficTable(*cost, *subject.target, style);
}

/// "text" and "c", also by their endings; empty if nothing says.
std::string formatNamed(const Request& request) {
    if (!request.to.empty()) return request.to;
    if (!request.output.format.empty()) return request.output.format;
    const std::string ending = std::filesystem::path(request.output.file).extension().string();
    return ending.empty() ? "text" : ending.substr(1);
}

bool isFigure(const std::string& format) { return format == "svg" || format == "pdf" || format == "png"; }

ExitCode refuseFormat(const std::string& view, const std::string& format, const std::vector<std::string>& known) {
    std::string all;
    for (const std::string& each : known) all += (all.empty() ? "" : ", ") + each;
    return refuse(ExitCode::badInput, "the view '" + view + "' has no format '" + format + "', expected one of " + all,
                  didYouMean(format, known));
}

ExitCode emitNest(const Request& request, const ExportSubject& subject, const Provenance& origin,
                  const std::string& format) {
    if (!subject.mapping)
        return refuse(ExitCode::badInput, "no mapping given", "use --mapping FILE; 'search --save FILE' writes one");
    std::string text;
    if (format == "text" || format == "txt")
        text = nestToText(*subject.mapping, *subject.target, origin);
    else if (format == "json")
        text = nestToJson(*subject.mapping, *subject.target, origin);
    else if (format == "c")
        text = nestToC(*subject.mapping, *subject.target, origin);
    else if (format == "tikz" || format == "tex")
        text = nestToTikz(*subject.mapping, *subject.target, origin);
    else
        return refuseFormat("nest", format, {"text", "json", "c", "tikz", "svg", "pdf", "png"});
    return emitText(request.output, text, ExitCode::done);
}

ExitCode emitTree(const Request& request, const ExportSubject& subject, const Provenance& origin,
                  const std::string& format) {
    if (format != "tikz" && format != "tex") return refuseFormat("tree", format, {"tikz", "svg", "pdf", "png"});
    if (!subject.mapping)
        return refuse(ExitCode::badInput, "no mapping given", "use --mapping FILE; 'search --save FILE' writes one");
    const Workload& workload = subject.target->workload;
    std::vector<std::string> names;
    const std::vector<int> dimensions = treeDimensions(workload);
    names.reserve(dimensions.size());
    for (const int d : dimensions) names.push_back(workload.dimensions()[static_cast<std::size_t>(d)].name);
    const int usual = telltaleDimension(*subject.mapping, workload);
    const auto name =
        chosen(request.shape, "dimension", names, workload.dimensions()[static_cast<std::size_t>(usual)].name);
    if (!name) return refuse(name.diagnostics());
    return emitText(request.output,
                    treeToTikz(*subject.mapping, *subject.target, workload.findDimension(*name), origin),
                    ExitCode::done);
}

/// `make`: from a style of numbers to Result<Table>.
template <class Make>
ExitCode emitTable(const Request& request, const Provenance& origin, const std::string& key, const std::string& name,
                   Make make) {
    const auto byKey = fromKey<TableFormat>(name);
    const auto format = byKey ? byKey : tableFormatOfEnding(name);
    if (!format) return refuseFormat(key, name, keysOf<TableFormat>());
    const char* usual = usualStyle(*format) == NumberStyle::exact ? "exact" : "shown";
    const auto numbers = chosen(request.shape, "numbers", {"exact", "shown"}, usual);
    if (!numbers) return refuse(numbers.diagnostics());
    const Result<Table> table = make(*numbers == "exact" ? NumberStyle::exact : NumberStyle::people);
    if (!table) return refuse(table.diagnostics());
    return emitText(request.output, writeTable(*table, *format, origin), ExitCode::done);
}

/// Tables of an ONNX model.
ExitCode exportModel(const Request& request, ImportView view, const std::string& format) {
    const std::string key(keyOf(view));
    if (!isOnnxName(request.subject))
        return refuse(ExitCode::badInput,
                      "the view '" + key + "' is of an ONNX model, found " +
                          (request.subject.empty() ? std::string("none") : "'" + request.subject + "'"),
                      "lapidary-cli export model.onnx --view " + key);
    const auto document = loadDocument(request.subject, request.input);
    if (!document) return refuse(document.diagnostics());
    printNotes(document.diagnostics(), request.output);
    const OnnxModel* const model = std::get_if<OnnxModel>(&*document);
    if (model == nullptr) return refuse(ExitCode::badInput, "'" + request.subject + "' is no ONNX model");
    Provenance origin = exportProvenanceOf(request);
    origin.addInput("network " + model->network.key, toJson(model->network));
    return emitTable(request, origin, key, format,
                     [&](NumberStyle style) { return Result<Table>(importTableOf(view, *model, style)); });
}

/// `view` is none for a nest or a tree.
Provenance originOf(const Request& request, const ExportSubject& subject, std::optional<View> view) {
    Provenance provenance = exportProvenanceOf(request);
    const bool ofMapping = !view || view == View::traffic;
    if (!request.subject.empty()) provenance.seed = ofMapping ? subject.seed : std::nullopt;
    if (ofMapping) {
        const Target& target = *subject.target;
        addInputs(provenance, target.architecture, target.workload);
        if (subject.mapping)
            provenance.addInput("mapping", mappingToJson(*subject.mapping, target.workload, target.architecture));
        return provenance;
    }
    const SessionRun* run = needsRun(*view) && !subject.runs.empty() ? runOf(subject, request) : nullptr;
    const SessionInputs& inputs = run ? run->inputs : subject.inputs;
    if (run) provenance.seed = inputs.search.seed;
    addInputs(provenance, inputs.architecture, inputs.workload);
    return provenance;
}

}  // namespace

ExitCode runExport(const Request& request) {
    const std::string format = formatNamed(request);
    if (isFigure(format)) return exportThroughDesktop(request);
    const std::string key = request.view.empty() ? "nest" : request.view;
    const bool isText = key == "nest" || key == "tree";
    if (const auto import = fromKey<ImportView>(key)) return exportModel(request, *import, format);
    const auto view = fromKey<View>(key);
    const auto flash = fromKey<FlashView>(key);
    if (!isText && !view && !flash) {
        if (!request.output.file.empty()) return exportThroughDesktop(request);  // which knows more views
        std::vector<std::string> known = keysOf<View>();
        known.insert(known.begin(), {"nest", "tree"});
        for (const auto& more : {keysOf<FlashView>(), keysOf<ImportView>()})
            known.insert(known.end(), more.begin(), more.end());
        return refuse(ExitCode::badInput, "'" + key + "' is no view that can be printed",
                      didYouMean(key, known, "with -o FILE, any view of 'lapidary --headless help'"));
    }
    if (isOnnxName(request.subject))
        return refuse(ExitCode::badInput, "the view '" + key + "' isn't one of a model",
                      "expected one of import-nodes, import-layers, import-summary");
    const auto subject = exportSubjectOf(request);
    if (!subject) return refuse(subject.diagnostics());
    const Provenance provenance =
        originOf(request, *subject, flash ? std::optional(View::design) : view);  // of inputs alone, as the design
    if (key == "nest") return emitNest(request, *subject, provenance, format);
    if (key == "tree") return emitTree(request, *subject, provenance, format);
    return emitTable(request, provenance, key, format, [&](NumberStyle style) {
        return flash ? flashTableOf(*flash, *subject, request, style) : tableOf(*view, *subject, request, style);
    });
}

}  // namespace lapidary::cli
