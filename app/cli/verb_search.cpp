// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/search_options.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/report_table.h"
#include "core/io/report_text.h"

namespace lapidary::cli {

namespace {

Result<SearchResult> searchWatched(const Exploration& inputs, const SearchOptions& options, bool quiet) {
    Job job;
    SearchMonitor monitor;
    const Architecture& design = inputs.mapspace.target().architecture;
    const auto line = [&] { return progressLine(monitor.snapshot(), options.objective, design); };
    const Watch watch(job, line, hasTerminal() && !quiet);
    return search(inputs.mapspace, inputs.evaluator, options, job, &monitor);
}

Diagnostics save(const std::string& file, const Candidate& best, const Target& target) {
    return writeTextFile(file, mappingToJson(best.mapping, target.workload, target.architecture).dump() + '\n');
}

ExitCode codeOf(const SearchResult& result) {
    if (result.cause == StopCause::byHand) return ExitCode::stopped;
    return result.best ? ExitCode::done : ExitCode::invalid;
}

}  // namespace

ExitCode runSearch(const Request& request) {
    if (!request.input.network.empty() && request.input.layer.empty()) return runNetworkSearch(request);
    const auto options = searchOptionsOf(request);
    if (!options) return refuse(options.diagnostics());
    const auto inputs = explorationOf(request.input);
    if (!inputs) return refuse(inputs.diagnostics());
    printNotes(inputs.diagnostics(), request.output);
    const auto& [mapspace, evaluator] = *inputs;

    const auto result = searchWatched(*inputs, *options, request.output.quiet);
    if (!result) return refuse(result.diagnostics());
    if (result->best && !request.search.save.empty()) {
        const Diagnostics saved = save(request.search.save, *result->best, mapspace.target());
        if (hasErrors(saved)) return refuse(saved);
    }
    const Rendering rendering{
        [&] { return searchReport(*result, *options, inputs->mapspace, inputs->evaluator); },
        [&] { return searchToJson(*result, *options, inputs->mapspace, inputs->evaluator); },
        [&] { return toCsv(candidateTable(result->top, inputs->evaluator, NumberStyle::exact)); }};
    return emit(request.output, rendering, codeOf(*result));
}

}  // namespace lapidary::cli
