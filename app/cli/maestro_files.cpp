// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/maestro_files.h"

#include <algorithm>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "core/io/maestro/report.h"
#include "core/io/native.h"
#include "core/io/search_json.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/search/stop_watch.h"

namespace lapidary::cli {
namespace {

using maestro::EvaluatedLayer;

Result<std::vector<EvaluatedLayer>> evaluated(const std::vector<maestro::MappedLayer>& layers,
                                              const data_centric::Hardware& hardware, bool compat,
                                              const std::string& file) {
    std::vector<EvaluatedLayer> results;
    for (const maestro::MappedLayer& layer : layers) {
        const auto model = data_centric::Evaluator::make(layer.layer, hardware);
        if (!model) return maestro::located(model.diagnostics(), layer, file);
        if (!compat) {
            auto outcome = data_centric::evaluateEdgeExact(layer.dataflow, layer.layer, hardware);
            if (!outcome) return maestro::located(outcome.diagnostics(), layer, file);
            results.push_back({layer, *std::move(outcome)});
            continue;
        }
        Diagnostics problems = model->problems(layer.dataflow);
        if (!problems.empty()) return maestro::located(std::move(problems), layer, file);
        results.push_back({layer, model->evaluate(layer.dataflow)});
    }
    return results;
}

Diagnostics overflows(const std::vector<EvaluatedLayer>& layers, bool compat, const std::string& file) {
    Diagnostics notes;
    for (const EvaluatedLayer& layer : layers)
        for (const std::string& warning : layer.outcome.warnings)
            notes.push_back(
                {compat ? Severity::warning : Severity::error, warning, {file, 0, 0, layer.mapped.layer.name}, {}});
    return notes;
}

}  // namespace

ExitCode evaluateMaestroFiles(const Request& request) {
    const InputOptions& input = request.input;
    if (!request.mapping.empty() || !request.timeloop.empty() || !request.explain.empty() ||
        !input.architecture.empty() || !input.settings.empty() || !input.workload.empty() || !input.einsum.empty() ||
        !input.network.empty())
        return refuse(ExitCode::badInput,
                      "--arch, --set, a workload, --mapping, --timeloop and --explain can't be given beside --maestro, "
                      "whose files hold all");
    if (request.maestro.size() != 2)
        return refuse(ExitCode::badInput, "--maestro takes two files, found " + std::to_string(request.maestro.size()),
                      "first the hardware, then the network with its dataflows");
    const bool compat = request.input.compat == "maestro";
    if (!compat && !request.input.compat.empty())
        return refuse(ExitCode::badInput, "--maestro can't be counted with --compat " + request.input.compat,
                      "use --compat maestro, or none for the rules edge-exact");
    const auto hardwareText = readTextFile(request.maestro[0]);
    if (!hardwareText) return refuse(hardwareText.diagnostics());
    const auto networkText = readTextFile(request.maestro[1]);
    if (!networkText) return refuse(networkText.diagnostics());
    const auto hardware = maestro::readHardware(*hardwareText, request.maestro[0]);
    if (!hardware) return refuse(hardware.diagnostics());
    const auto layers = maestro::readNetwork(*networkText, request.maestro[1]);
    if (!layers) return refuse(layers.diagnostics());

    const StopWatch watch;
    const auto results = evaluated(*layers, *hardware, compat, request.maestro[1]);
    if (!results) return refuse(results.diagnostics());
    const double seconds = watch.seconds();
    printNotes(overflows(*results, compat, request.maestro[1]), request.output);
    const Rendering rendering{[&] { return maestro::reportText(*results, *hardware, compat); },
                              [&] {
                                  return maestro::reportJson(*results, *hardware, compat)
                                      .set("run", runJson(seconds, 1, static_cast<std::int64_t>(results->size())));
                              },
                              [&] { return toCsv(maestro::accessTable(*results, NumberStyle::exact)); }};
    const bool fits =
        std::all_of(results->begin(), results->end(), [](const EvaluatedLayer& layer) { return layer.outcome.fits; });
    return emit(request.output, rendering, fits || compat ? ExitCode::done : ExitCode::invalid);
}

}  // namespace lapidary::cli
