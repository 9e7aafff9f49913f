// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/flash_search.h"

#include "app/cli/maestro_files.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/watch.h"
#include "core/base/units.h"
#include "core/io/inputs.h"
#include "core/io/maestro/flash_report.h"
#include "core/io/native.h"
#include "core/io/search_json.h"
#include "core/model/data_centric/machine.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {
namespace {

/// The first option that speaks of another mapspace, model or engine.
std::string strangerIn(const Request& request) {
    const InputOptions& input = request.input;
    const SearchRequest& search = request.search;
    const std::pair<bool, const char*> given[] = {
        {!input.mapspace.empty(), "--mapspace"},
        {!input.constraints.empty(), "--constraints"},
        {!input.placement.empty(), "--placement"},
        {!input.halo.empty(), "--halo"},
        {!input.window.empty(), "--window"},
        {!input.multicast.empty(), "--multicast"},
        {!input.time.empty(), "--time"},
        {input.drainRead, "--drain-read"},
        {input.padding, "--padding"},
        {search.maxEvaluations.has_value(), "--max-evaluations"},
        {search.maxSeconds.has_value(), "--max-seconds"},
        {search.victory.has_value(), "--victory"},
        {search.gap.has_value(), "--gap"},
        {search.top.has_value(), "--top"},
        {!search.sunstone.empty(), "--sunstone"},
        {search.principles, "--principles"},
        {search.explain, "--explain"},
        {!request.timeloop.empty(), "--timeloop"},
        {search.patience.has_value(), "--patience"},
        {search.hot || search.cold, "--hot/--cold"},
        {search.population.has_value(), "--population"},
    };
    for (const auto& [is, name] : given)
        if (is) return name;
    return {};
}

Result<flash::Options> flashOptionsOf(const Request& request) {
    if (const std::string stranger = strangerIn(request); !stranger.empty())
        return error(stranger + " can't be given beside --algorithm flash",
                     "what FLASH looks at is said with --flash KEY=VALUE");
    const std::string& model = request.input.model;
    if (!model.empty() && model != "data-centric")
        return error("--algorithm flash counts with --model data-centric, not " + model);
    flash::Options options;
    for (const std::string& text : request.search.flash) {
        const auto set = flash::withOption(options, text);
        if (!set) return located(set.diagnostics(), "--flash");
        options = *set;
    }
    const auto rules = maestroRulesOf(request);
    if (!rules) return rules.diagnostics();
    options.compat = *rules;
    if (options.compat && !hasQuirk(request, "narrow_multiplicities")) options.compat->narrowMultiplicities = false;
    if (!request.search.objective.empty()) {
        const auto objective = parseObjective(request.search.objective);
        if (!objective) return located(objective.diagnostics(), "--objective");
        if (objective->metrics.size() != 1)
            return error("--algorithm flash takes one objective, found " + request.search.objective,
                         "ties go to the shorter runtime, then to the lower energy");
        options.metric = objective->metrics.front();
    }
    options.seed = request.seedOrDefault();
    return options;
}

/// The layers of a network, or the one workload.
Result<std::vector<Workload>> workloadsOf(const InputOptions& input) {
    std::vector<Workload> workloads;
    if (input.network.empty() || !input.layer.empty()) {
        auto workload = workloadOf(input);
        if (!workload) return workload.diagnostics();
        workloads.push_back(*std::move(workload));
        return workloads;
    }
    const auto network = networkOf(input);
    if (!network) return network.diagnostics();
    for (const lapidary::Layer& layer : network->layers) workloads.push_back(layer.workload);
    return workloads;
}

Result<FlashReport> flashReportOf(const Request& request, Job& job) {
    const auto options = flashOptionsOf(request);
    if (!options) return options.diagnostics();
    const auto architecture = architectureOf(request.input);
    if (!architecture) return architecture.diagnostics();
    const auto hardware = data_centric::hardwareOf(*architecture);
    if (!hardware) return hardware.diagnostics();
    const auto workloads = workloadsOf(request.input);
    if (!workloads) return workloads.diagnostics();
    FlashReport report;
    report.architecture = architecture->name();
    report.clockGhz = architecture->spec().clockGhz.value_or(1);
    report.hardware = *hardware;
    report.options = *options;
    for (const Workload& workload : *workloads) {
        auto gemm = flash::gemmOf(workload);
        if (!gemm) return gemm.diagnostics();
        auto result = flash::search(*gemm, *hardware, *options, job);
        if (!result) return result.diagnostics();
        report.runs.push_back({workload.name(), *std::move(gemm), *std::move(result)});
        if (report.runs.back().result.stopped) break;
    }
    return {std::move(report), hardware.diagnostics()};
}

ExitCode flashCodeOf(const FlashReport& report) {
    if (report.stopped()) return ExitCode::stopped;
    return report.complete() && (report.options.compat || report.fits()) ? ExitCode::done : ExitCode::invalid;
}

}  // namespace

ExitCode runFlashSearch(const Request& request) {
    const StopWatch watch;
    const CpuWatch cpu;
    Job job;
    const auto report = [&] {
        const Watch watched(
            job, [] { return std::string("scoring candidates"); }, hasTerminal() && !request.output.quiet);
        return flashReportOf(request, job);
    }();
    if (!report) return refuse(report.diagnostics());
    printNotes(report.diagnostics(), request.output);
    if (!request.search.save.empty()) {
        const Diagnostics saved = writeTextFile(request.search.save, maestro::networkText(bestLayers(*report)));
        if (hasErrors(saved)) return refuse(saved);
    }
    std::int64_t scored = 0;
    for (const FlashRun& run : report->runs) scored += run.result.scored;
    const double seconds = watch.seconds(), cpuSeconds = cpu.seconds();
    const Rendering rendering{
        [&] { return flashText(*report); },
        [&] { return withCpuSeconds(flashJson(*report).set("run", runJson(seconds, 1, scored)), cpuSeconds); },
        [&] { return toCsv(flashTable(*report, NumberStyle::exact)); }};
    return emit(request.output, rendering, flashCodeOf(*report));
}

}  // namespace lapidary::cli
