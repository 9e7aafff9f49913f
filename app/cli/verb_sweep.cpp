// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/provenance.h"
#include "app/cli/sweep_options.h"
#include "app/cli/verbs.h"
#include "app/cli/watch.h"
#include "core/explore/sweep_monitor.h"
#include "core/io/native.h"
#include "core/io/option_key.h"
#include "core/io/relax_report.h"
#include "core/io/sweep_report.h"

namespace lapidary::cli {

namespace {

Result<SweepResult> runWatched(const SweepSpec& spec, bool quiet) {
    Job job;
    SweepMonitor monitor;
    const auto line = [&] { return progressLine(monitor.snapshot()); };
    const Watch watch(job, line, hasTerminal() && !quiet);
    return runSweep(spec, job, &monitor);
}

/// Nothing if every search found something valid, or someone stopped them.
SweepAdvice adviceFor(const SweepSpec& spec, const SweepResult& result, bool quiet) {
    if (result.stopped) return {};
    Job job;
    const Watch watch(
        job, [] { return std::string("trying what to relax"); }, hasTerminal() && !quiet);
    return whatToRelax(spec, result.points, job);
}

Json withAdvice(Json json, const SweepAdvice& advice, const SweepSpec& spec, const SweepResult& result) {
    if (!advice.empty()) json.set("relax", relaxJson(advice, spec, result));
    return json;
}

Provenance originOf(const Request& request, const SweepFile& sweep) {
    Provenance provenance = provenanceOf(request);
    provenance.seed = sweep.spec.search.seed;
    provenance.addInput("architecture " + sweep.spec.base.name(), toJson(sweep.spec.base));
    for (const Layer& layer : uniqueLayers(sweep.spec))
        provenance.addInput("workload " + layer.workload.name(), toJson(layer.workload));
    return provenance;
}

/// Why not a single search could begin; null if one did, or a design was refused. That is no mapping which is not valid.
const Diagnostics* whyNothingRan(const SweepResult& result) {
    const Diagnostics* first = nullptr;
    for (const SweepPointPtr& point : result.points) {
        if (!point->failure.empty()) return nullptr;
        for (const LayerOutcome& outcome : point->layers) {
            if (outcome.failure.empty()) return nullptr;
            if (first == nullptr) first = &outcome.failure;
        }
    }
    return first;
}

ExitCode codeOf(const SweepResult& result) {
    if (result.stopped) return ExitCode::stopped;
    const bool any = std::any_of(result.points.begin(), result.points.end(),
                                 [](const SweepPointPtr& point) { return point->complete; });
    return any ? ExitCode::done : ExitCode::invalid;
}

ExitCode emitResult(const Request& request, const Rendering& rendering, const SweepResult& result) {
    const ExitCode code = emit(request.output, rendering, codeOf(result));
    const Diagnostics* refused = code == ExitCode::invalid ? whyNothingRan(result) : nullptr;
    return refused == nullptr ? code : refuse(*refused);
}

}  // namespace

ExitCode runSweepVerb(const Request& request) {
    const auto sweep = sweepOf(request);
    if (!sweep) return refuse(sweep.diagnostics());
    const CpuWatch cpu;
    const auto result = runWatched(sweep->spec, request.output.quiet);
    const double cpuSeconds = cpu.seconds();
    if (!result) return refuse(result.diagnostics());
    const SweepAdvice advice = adviceFor(sweep->spec, *result, request.output.quiet);
    const Rendering rendering{[&] { return sweepReport(*sweep, *result) + relaxText(advice, sweep->spec, *result); },
                              [&] {
                                  const Json json = sweepToJson(*sweep, *result, originOf(request, *sweep));
                                  return withAdvice(withCpuSeconds(json, cpuSeconds), advice, sweep->spec, *result);
                              },
                              [&] { return toCsv(pointTable(sweep->spec, *result, NumberStyle::exact)); }};
    return emitResult(request, rendering, *result);
}

ExitCode runNetworkSearch(const Request& request) {
    if (!request.search.save.empty())
        return refuse({error("--save writes one mapping, a network has one for each layer",
                             "name a --layer, or take the mappings from --format json")});
    for (const auto& [option, isGiven] :
         {std::pair{"--front", request.search.front}, std::pair{"--explain", request.search.explain},
          std::pair{"--principles", request.search.principles}})
        if (isGiven) return refuse({aboutOption(option, "is of one layer, found a whole network", "name a --layer")});
    const auto sweep = sweepOf(request);
    if (!sweep) return refuse(sweep.diagnostics());
    if (sweep->spec.mapspaces.size() != 1)
        return refuse({error("a search takes one --mapspace", "'sweep' compares several")});
    const CpuWatch cpu;
    const auto result = runWatched(sweep->spec, request.output.quiet);
    const double cpuSeconds = cpu.seconds();
    if (!result) return refuse(result.diagnostics());
    const SweepAdvice advice = adviceFor(sweep->spec, *result, request.output.quiet);
    const Rendering rendering{[&] { return networkReport(*sweep, *result) + relaxText(advice, sweep->spec, *result); },
                              [&] {
                                  const Json json = networkToJson(*sweep, *result, originOf(request, *sweep));
                                  return withAdvice(withCpuSeconds(json, cpuSeconds), advice, sweep->spec, *result);
                              },
                              [&] { return toCsv(layerTable(sweep->spec, *result, NumberStyle::exact)); }};
    return emitResult(request, rendering, *result);
}

}  // namespace lapidary::cli
