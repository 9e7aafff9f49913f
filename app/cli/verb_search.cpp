// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/exploration.h"
#include "app/cli/flash_search.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/search_options.h"
#include "app/cli/stonne_search.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/relax_report.h"
#include "core/io/report_table.h"
#include "core/io/report_text.h"
#include "core/io/sunstone_report.h"
#include "core/search/optimal/covers.h"

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

/// Nothing if something valid was found, or someone stopped it.
std::optional<Advice> adviceFor(const SearchResult& result, const SearchOptions& options, const Exploration& inputs,
                                bool quiet) {
    if (result.best || result.cause == StopCause::byHand) return std::nullopt;
    Job job;
    const Watch watch(
        job, [] { return std::string("trying what to relax"); }, hasTerminal() && !quiet);
    return whatToRelax(inputs.mapspace, inputs.evaluator.semantics(), options.seed, job);
}

/// The table alone: what a search finds is for the verb without the flag.
ExitCode printPrinciples(const Request& request, const Exploration& inputs, const SearchOptions& options) {
    constexpr double kSecondsEach = 60;
    const auto list = sunstoneAblations(inputs.mapspace, options, kSecondsEach);
    if (!list) return refuse(list.diagnostics());
    return emit(request.output,
                {[&] { return toAligned(sunstoneAblationTable(*list)); }, [&] { return sunstoneAblationJson(*list); },
                 [&] { return toCsv(sunstoneAblationTable(*list)); }},
                ExitCode::done);
}

}  // namespace

ExitCode runSearch(const Request& request) {
    if (!request.stonne.empty()) return searchStonne(request);
    if (request.search.algorithm == "tuner" || request.search.algorithm == "mrna") return searchStonne(request);
    if (!request.fabric.tuner.empty() || !request.fabric.tiles.empty() || !request.fabric.prior.empty() ||
        !request.fabric.log.empty() || !request.fabric.knobs.empty() || !request.onFabric.empty())
        return refuse(ExitCode::badInput,
                      "--tuner, --tiles, --tune, --log and --fabric need --algorithm tuner or mrna");
    if (request.search.algorithm == "flash") return runFlashSearch(request);
    if (request.timeloop.empty() && !request.input.network.empty() && request.input.layer.empty())
        return runNetworkSearch(request);
    const auto ground = groundOf(request);
    if (!ground) return refuse(ground.diagnostics());
    const Exploration* inputs = &ground->exploration;
    const auto options = searchOptionsOf(request, ground->start);
    if (!options) return refuse(options.diagnostics());
    printNotes(ground.diagnostics(), request.output);
    const Mapspace& mapspace = inputs->mapspace;

    if (options->algorithm == Algorithm::optimal)
        if (const auto missing = optimal::whatIsMissing(mapspace, inputs->evaluator, *options))
            return refuse(ExitCode::unavailable, missing->message, missing->hint);
    if (request.search.principles) return printPrinciples(request, *inputs, *options);
    const CpuWatch cpu;
    const auto result = searchWatched(*inputs, *options, request.output.quiet);
    const double cpuSeconds = cpu.seconds();
    if (!result) return refuse(result.diagnostics());
    if (result->best && !request.search.save.empty()) {
        const Diagnostics saved = save(request.search.save, *result->best, mapspace.target());
        if (hasErrors(saved)) return refuse(saved);
    }
    const auto advice = adviceFor(*result, *options, *inputs, request.output.quiet);
    const bool explained = request.search.explain;
    const auto explanation = explained ? sunstoneExplanationToJson(mapspace) : Result<Json>(Json());
    if (!explanation) return refuse(explanation.diagnostics());
    const Rendering rendering{
        [&] {
            std::string report = searchReport(*result, *options, inputs->mapspace, inputs->evaluator);
            if (advice) report += relaxText(*advice);
            return explained ? report + *sunstoneExplanationText(inputs->mapspace) : report;
        },
        [&] {
            Json json = searchToJson(*result, *options, inputs->mapspace, inputs->evaluator);
            if (explained) json.set("explain", *explanation);
            if (advice) json.set("relax", relaxJson(*advice, mapspace));
            return withCpuSeconds(std::move(json), cpuSeconds);
        },
        [&] { return toCsv(candidateTable(result->top, inputs->evaluator, NumberStyle::exact, *options)); }};
    return emit(request.output, rendering, codeOf(*result));
}

}  // namespace lapidary::cli
