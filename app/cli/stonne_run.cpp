// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/stonne_run.h"

#include "app/cli/fabric_trace.h"
#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "core/io/inputs.h"
#include "core/io/native.h"
#include "core/io/option_key.h"
#include "core/io/search_json.h"
#include "core/io/stonne/arguments.h"
#include "core/io/stonne/machines.h"
#include "core/io/stonne/report.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {
namespace {

/// What is given beside --stonne, though its argument line answers it; empty if nothing.
std::string contradicting(const Request& request) {
    const InputOptions& input = request.input;
    if (!request.mapping.empty()) return "--mapping";
    if (!request.timeloop.empty()) return "--timeloop";
    if (!request.maestro.empty()) return "--maestro";
    if (!request.explain.empty()) return "--explain";
    if (!input.architecture.empty()) return "--arch";
    if (!input.settings.empty()) return "--set";
    if (!input.workload.empty()) return "--workload";
    if (!input.einsum.empty()) return "--einsum";
    if (!input.network.empty()) return "--network";
    if (!input.compat.empty()) return "--compat";
    if (request.pes) return "--pes";
    if (!request.layout.empty()) return "--layout";
    if (!request.quirks.empty()) return "--quirk";
    return {};
}

/// The tile of --tile, in place of -T_...
Diagnostics readTileFile(const Request& request, stonne::Arguments& arguments) {
    if (request.tile.empty()) return {};
    const bool conv = arguments.run.layer.kind == fabric::LayerKind::conv;
    if (arguments.run.hardware.controller != fabric::Controller::maeri)
        return {aboutOption("--tile", "tile files are MAERI's, the machine is another")};
    if (arguments.hasTile) return {aboutOption("--tile", "a tile beside -T_... in the argument line", "leave one out")};
    const auto text = readTextFile(request.tile);
    if (!text) return text.diagnostics();
    const auto tile = stonne::readTile(*text, request.tile);
    if (!tile) return tile.diagnostics();
    if (conv != stonne::tileIsConv(*text))
        return {errorAt({request.tile, 0, 0, "tile_type"}, conv ? "a tile of a product, the layer is a convolution"
                                                                : "a tile of a convolution, the layer is a product")};
    arguments.run.tile = *tile;
    arguments.hasTile = true;
    return {};
}

Result<stonne::Arguments> argumentsOf(const Request& request) {
    auto arguments = stonneArgumentsOf(request);
    if (!arguments) return arguments;
    if (Diagnostics problems = readTileFile(request, *arguments); !problems.empty()) return problems;
    const bool sparse = arguments->run.hardware.controller == fabric::Controller::sigma;
    if (!arguments->generateTile.empty() && !arguments->hasTile)
        return aboutOption(
            "--stonne", "-generate_tile=" + arguments->generateTile + " without a tile",
            "give the tile as -T_R=... or -T_M=... -T_N=... -T_K=...; 'search --algorithm mrna' finds one");
    if (request.bitmaps.empty()) {
        if (arguments->needsBitmaps())
            return aboutOption("--stonne",
                               "operands of " + std::to_string(arguments->mkSparsity) + " % and " +
                                   std::to_string(arguments->knSparsity) + " % zeros without their bitmaps",
                               "give them with --bitmaps FILE");
        return arguments;
    }
    if (!sparse) return aboutOption("--bitmaps", "beside a machine that ignores zeros", "only SIGMA reads bitmaps");
    const auto text = readTextFile(request.bitmaps);
    if (!text) return text.diagnostics();
    auto bitmaps = stonne::readBitmaps(*text, request.bitmaps);
    if (!bitmaps) return bitmaps.diagnostics();
    const bool runnable = fabric::problemsOf(arguments->run).empty();
    arguments->run.mk = std::move(bitmaps->first);
    arguments->run.kn = std::move(bitmaps->second);
    if (!runnable) return arguments;  // told with the rest of what the machine rules out
    Diagnostics misfits = fabric::problemsOf(arguments->run);
    for (Diagnostic& misfit : misfits) misfit.place.file = request.bitmaps;
    if (!misfits.empty()) return misfits;
    return arguments;
}

/// A tile is a mapping: one that doesn't fit is an invalid mapping, everything else is bad input.
bool onlyTheTileIsWrong(const fabric::Run& run) {
    return run.hardware.controller != fabric::Controller::sigma && fabric::problemsOf(run.layer).empty() &&
           fabric::problemsOf(run.hardware).empty();
}

}  // namespace

Result<stonne::Arguments> stonneArgumentsOf(const Request& request) {
    if (request.onFabric.empty()) return stonne::readArguments(request.stonne);
    const auto hardware = stonne::loadHardware(request.onFabric);
    if (!hardware) return hardware.diagnostics();
    return stonne::readArguments(request.stonne, *hardware);
}

ExitCode evaluateStonne(const Request& request) {
    if (request.stonne.empty())
        return refuse(ExitCode::badInput,
                      (request.bitmaps.empty() ? "--tile" : "--bitmaps") + std::string(" needs --stonne"));
    if (const std::string other = contradicting(request); !other.empty())
        return refuse(ExitCode::badInput, other + " can't be given beside --stonne, whose arguments hold all");
    const auto arguments = argumentsOf(request);
    if (!arguments) return refuse(arguments.diagnostics());
    const fabric::Run& run = arguments->run;
    const Diagnostics problems = located(fabric::problemsOf(run), "--stonne");
    if (!problems.empty()) {
        refuse(problems);
        if (!onlyTheTileIsWrong(run)) return ExitCode::badInput;
        const Rendering refusal{[] { return std::string(); }, [&] { return stonne::refusalJson(run, problems); },
                                [] { return std::string(); }};
        return emit(request.output, refusal, ExitCode::invalid);
    }
    auto trace = fabricTraceOf(request);
    if (!trace) return refuse(trace.diagnostics());
    const StopWatch watch;
    fabric::EngineOptions options;
    if (watchesFabric(request)) options.trace = &*trace;
    const auto outcome = fabric::simulate(run, options);
    if (!outcome) return refuse(outcome.diagnostics());
    const double seconds = watch.seconds();
    printNotes(outcome.diagnostics(), request.output);
    const Rendering rendering{[&] { return stonne::reportText(run, *outcome) + fabricTraceText(request, *trace, run); },
                              [&] {
                                  return withFabricTrace(stonne::reportJson(run, *outcome), request, *trace, run)
                                      .set("run", runJson(seconds, 1, 1));
                              },
                              [&] {
                                  return toCsv(watchesFabric(request)
                                                   ? fabricTraceTable(request, *trace, run)
                                                   : stonne::componentTable(*outcome, NumberStyle::exact));
                              }};
    return emit(request.output, rendering, ExitCode::done);
}

}  // namespace lapidary::cli
