// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/stonne_search.h"

#include <fstream>

#include "app/cli/fabric_machine.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/stonne_run.h"
#include "app/cli/watch.h"
#include "core/base/units.h"
#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/option_key.h"
#include "core/io/search_json.h"
#include "core/io/stonne/tuning.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {
namespace {

/// An option of other searches, empty if none is given.
std::string foreignOption(const Request& request) {
    const SearchRequest& search = request.search;
    const InputOptions& input = request.input;
    if (!request.stonne.empty()) {
        if (!input.architecture.empty()) return "--arch";
        if (!input.settings.empty()) return "--set";
        if (!input.workload.empty() || !input.einsum.empty()) return "a workload";
        if (!input.network.empty()) return "--network";
        if (!search.save.empty()) return "--save";
    }
    if (!input.compat.empty()) return "--compat";
    if (!request.timeloop.empty()) return "--timeloop";
    if (!input.mapspace.empty() || !input.constraints.empty()) return "a mapspace";
    if (!search.sunstone.empty()) return "--sunstone";
    if (search.principles) return "--principles";
    if (search.explain) return "--explain";
    if (search.maxSeconds) return "--max-seconds";
    if (search.gap) return "--gap";
    if (search.top) return "--top";
    if (search.patience || search.hot || search.cold) return "an option of other algorithms";
    return {};
}

/// A design and a workload, where there is no argument line.
Result<stonne::Arguments> ordinaryArguments(const Request& request, const Target& target) {
    auto layer = fabric::layerOf(target.workload);
    if (!layer) return layer.diagnostics();
    const auto choice = machineChoiceOf(request);
    if (!choice) return choice.diagnostics();
    const auto hardware = fabric::hardwareOf(target.architecture, target.workload, *choice);
    if (!hardware) return hardware.diagnostics();
    stonne::Arguments arguments;
    arguments.run.layer = *std::move(layer);
    arguments.run.hardware = *hardware;
    return Result<stonne::Arguments>(std::move(arguments), hardware.diagnostics());
}

/// --save: the best tile as a mapping of the target.
Diagnostics saveTile(const Request& request, const TargetPtr& target, const fabric::Run& best) {
    if (request.search.save.empty()) return {};
    const auto mapping = fabric::mappingOf(best, *target);
    if (!mapping) return located(mapping.diagnostics(), request.search.save);
    return writeTextFile(request.search.save,
                         mappingToJson(*mapping, target->workload, target->architecture).dump() + '\n');
}

Result<stonne::Tuning> tuningOf(const Request& request, const TargetPtr& target) {
    auto arguments = target ? ordinaryArguments(request, *target) : stonneArgumentsOf(request);
    if (!arguments) return arguments.diagnostics();
    printNotes(arguments.diagnostics(), request.output);
    stonne::Tuning tuning;
    tuning.arguments = *std::move(arguments);
    const FabricSearchRequest& options = request.fabric;
    const auto tuner = optionKey("--tuner", options.tuner, fabric::Tuner::xgboost);
    if (!tuner) return tuner.diagnostics();
    const auto prior = optionKey("--prior", options.prior, fabric::Prior::analytic);
    if (!prior) return prior.diagnostics();
    if (!options.prior.empty() && *tuner != fabric::Tuner::xgboost)
        return error("--prior is of --tuner xgboost, not of " + std::string(keyOf(*tuner)));
    const auto sizes = optionKey("--tiles", options.tiles, fabric::TileSizes::dividing);
    if (!sizes) return sizes.diagnostics();
    const auto objective = optionKey("--objective", request.search.objective, fabric::TuneObjective::cycles);
    if (!objective) return objective.diagnostics();
    for (const std::string& knob : options.knobs)
        if (const Diagnostics problems = fabric::addKnobValues(tuning.knobs, knob); !problems.empty())
            return located(problems, "--tune");
    tuning.sizes = *sizes;
    tuning.options.tuner = *tuner;
    tuning.options.prior = *prior;
    tuning.options.objective = *objective;
    tuning.options.trials = request.search.maxEvaluations;
    tuning.options.withoutGain = request.search.victory;
    tuning.options.seed = request.seedOrDefault();
    tuning.options.population = request.search.population.value_or(tuning.options.population);
    return tuning;
}

/// What errors of the layer and the machine concern.
std::string placeOf(const Request& request) { return request.stonne.empty() ? request.input.architecture : "--stonne"; }

ExitCode mapTile(const Request& request, const stonne::Tuning& tuning, const TargetPtr& target) {
    if (!request.fabric.tuner.empty() || !request.fabric.tiles.empty() || !request.fabric.prior.empty() ||
        !request.fabric.log.empty() || !request.fabric.knobs.empty() || !request.search.objective.empty() ||
        request.search.maxEvaluations || request.search.victory)
        return refuse(ExitCode::badInput,
                      "--algorithm mrna takes no options: it estimates every dividing tile's cycles");
    const StopWatch watch;
    fabric::Run run = tuning.arguments.run;
    const auto mapped = fabric::mapAnalytically(run);
    if (!mapped) return refuse(located(mapped.diagnostics(), placeOf(request)));
    run.tile = mapped->tile;
    const auto outcome = fabric::simulate(run);
    if (!outcome) return refuse(outcome.diagnostics());
    if (const Diagnostics problems = saveTile(request, target, run); hasErrors(problems)) return refuse(problems);
    const double seconds = watch.seconds();
    printNotes(outcome.diagnostics(), request.output);
    return emit(
        request.output,
        {[&] { return stonne::mapperText(run, *mapped, *outcome); },
         [&] { return stonne::mapperJson(run, *mapped, *outcome).set("run", runJson(seconds, 1, mapped->considered)); },
         [&] {
             return toCsv(
                 Table{{"tile", "estimate", "cycles"},
                       {{toText(mapped->tile), formatExact(mapped->estimate), std::to_string(outcome->cycles)}}});
         }},
        ExitCode::done);
}

ExitCode tuneTile(const Request& request, const stonne::Tuning& tuning, const TargetPtr& target) {
    const auto space = fabric::tileSpace(tuning.arguments.run, tuning.sizes, tuning.knobs);
    if (!space) return refuse(located(space.diagnostics(), placeOf(request)));
    std::ofstream log;
    const auto known = request.fabric.log.empty() ? Result<fabric::KnownCosts>(fabric::KnownCosts{})
                                                  : stonne::openLog(request.fabric.log, tuning, log);
    if (!known) return refuse(known.diagnostics());
    Job job;
    const StopWatch watch;
    const CpuWatch cpu;
    fabric::TuneResult result;
    {
        const Watch progress(
            job, [&] { return formatSignificant(100 * std::max(0.0, job.progress()), 3) + " % of the trials"; },
            hasTerminal() && !request.output.quiet);
        result = fabric::tune(*space, tuning.options, job, *known, [&](const fabric::Trial& trial, bool old) {
            if (log.is_open() && !old) log << stonne::logLine(trial) << std::flush;
        });
    }
    if (!result.failures.empty()) return refuse(result.failures);
    fabric::Outcome best;
    if (result.best) {
        const fabric::Run run = space->at(result.best->index);
        if (const auto outcome = fabric::simulate(run)) best = *outcome;
        if (const Diagnostics problems = saveTile(request, target, run); hasErrors(problems)) return refuse(problems);
    }
    const double seconds = watch.seconds(), cpuSeconds = cpu.seconds();
    return emit(
        request.output,
        {[&] { return stonne::tuningText(tuning, *space, result, best); },
         [&] {
             return withCpuSeconds(
                 stonne::tuningJson(tuning, *space, result, best).set("run", runJson(seconds, 1, result.simulated)),
                 cpuSeconds);
         },
         [&] { return toCsv(stonne::trialTable(*space, result)); }},
        result.stopped ? ExitCode::stopped
        : result.best  ? ExitCode::done
                       : ExitCode::invalid);
}

}  // namespace

ExitCode searchStonne(const Request& request) {
    const std::string& algorithm = request.search.algorithm;
    if (algorithm.empty()) return refuse(ExitCode::badInput, "--stonne needs --algorithm tuner or mrna");
    if (algorithm != "tuner" && algorithm != "mrna")
        return refuse(ExitCode::badInput, "--algorithm '" + algorithm + "' beside --stonne, expected tuner or mrna");
    if (const std::string other = foreignOption(request); !other.empty())
        return refuse(ExitCode::badInput, other + " can't be given beside " +
                                              (request.stonne.empty() ? "--algorithm " + algorithm : "--stonne"));
    TargetPtr target;
    if (request.stonne.empty()) {
        if (request.input.architecture.empty())
            return refuse(ExitCode::badInput, "--algorithm " + algorithm + " needs --stonne, or --arch and a workload",
                          "it finds tiles for a layer on MAERI");
        auto read = targetOf(request.input);
        if (!read) return refuse(read.diagnostics());
        target = *std::move(read);
    }
    const auto tuning = tuningOf(request, target);
    if (!tuning) return refuse(tuning.diagnostics());
    return algorithm == "mrna" ? mapTile(request, *tuning, target) : tuneTile(request, *tuning, target);
}

}  // namespace lapidary::cli
