// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/inputs.h"
#include "app/cli/messages.h"
#include "app/cli/option_key.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/io/native.h"
#include "core/io/report_table.h"
#include "core/io/report_text.h"

namespace lapidary::cli {

namespace {

constexpr std::int64_t kDefaultEvaluations = 100'000;
constexpr std::int64_t kMaxTop = 10'000;

Result<SearchOptions> optionsOf(const Request& request) {
    const SearchRequest& search = request.search;
    SearchOptions options;
    const auto algorithm = optionKey("--algorithm", search.algorithm, Algorithm::random);
    if (!algorithm) return algorithm.diagnostics();
    const auto objective = search.objective.empty() ? Result<Objective>(Objective{}) : parseObjective(search.objective);
    if (!objective) return located(objective.diagnostics(), "--objective");
    if (search.top < 1 || search.top > kMaxTop)
        return error("--top must be between 1 and " + std::to_string(kMaxTop) + ", found " +
                     std::to_string(search.top));
    options.algorithm = *algorithm;
    options.objective = *objective;
    options.seed = request.seed;
    options.threads = request.threads;
    options.maxEvaluations = search.maxEvaluations;
    options.maxSeconds = search.maxSeconds;
    options.victory = search.victory;
    options.top = static_cast<int>(search.top);
    const bool limited = search.maxEvaluations || search.maxSeconds || search.victory;
    if (!limited && *algorithm == Algorithm::random) options.maxEvaluations = kDefaultEvaluations;
    return options;
}

Result<SearchResult> searchWatched(const Exploration& inputs, const SearchOptions& options, bool quiet) {
    Job job;
    SearchMonitor monitor;
    const Watch watch(job, monitor, options.objective, hasTerminal() && !quiet);
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
    const auto options = optionsOf(request);
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
